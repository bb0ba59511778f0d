/**
 * Holm's correction for asking several questions at once; answers in the order of the questions.
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): number[] {
  const sorted = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let atLeast = 0;
  for (const [rank, { p, index }] of sorted.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, p * (sorted.length - rank)));
    adjusted[index] = atLeast;
  }
  return adjusted;
}
