/**
 * The known name that a mistyped one was probably meant to be, if any is close.
 * @example nearest('tinny', ['tiny', 'mmsi']) // 'tiny'
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // Nobody types names this long; the cost is quadratic.
  if (name.length > 100) return undefined;
  const ranked = known
    .map((candidate) => ({ candidate, edits: edits(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(2, best.candidate.length / 3) ? best.candidate : undefined;
}

/** Levenshtein distance. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
