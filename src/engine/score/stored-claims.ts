import { existsSync } from 'node:fs';
import type { Summary } from '../../contracts/index.ts';
import { hashStart, sizeOf } from '../../files/index.ts';
import { runPaths } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { changesSince, readStoredSummary, SUMMARY_RULES } from './bound-summary.ts';

/** Compares what a folder says of itself with what its journal gives now: what contradicts it, and what could not be compared. */
export async function checkClaims(
  folder: string,
  computed: Summary,
): Promise<{ contradictions: string[]; notes: string[] }> {
  const paths = runPaths(folder);
  const stored = readStoredSummary(folder);
  const contradictions = await changesSince(folder);
  const notes: string[] = [];
  if (!stored) notes.push(`${paths.summary} says nothing to compare with`);
  else if (!stored.of) contradictions.push(...otherMetrics(paths.summary, stored, computed));
  else if (stored.of.journal.bytes < sizeOf(paths.events)) notes.push(`${paths.summary} is older than the journal`);
  else if (contradictions.length === 0) contradictions.push(...differing(paths.summary, stored, computed));
  const results = existsSync(paths.results) ? await hashStart(paths.results, sizeOf(paths.results)) : undefined;
  // It is written first: a process that was killed in between leaves new results beside an old summary.
  if (results !== undefined && results !== computed.digest && results !== stored?.digest)
    contradictions.push(`${paths.results} is not what the journal gives`);
  return { contradictions, notes };
}

/** Sums in another order, as older versions made them, differ by less. */
const ROUNDING = 1e-9;

/** What a summary tells that does not say what it is of: intervals were made by other rules once, scores were not. */
function otherMetrics(path: string, stored: Summary, computed: Summary): string[] {
  return stored.metrics.flatMap(({ name, value, n }) => {
    const own = computed.metrics.find((metric) => metric.name === name);
    const isSame = own?.n === n && Math.abs((own.value ?? 0) - (value ?? 0)) < ROUNDING;
    return isSame
      ? []
      : [`${path}: ${name} ${value} of ${n}, the journal gives ${own?.value ?? null} of ${own?.n ?? 0}`];
  });
}

/** Which numbers a summary has that the journal does not give. */
function differing(path: string, stored: Summary, computed: Summary): string[] {
  if (stored.digest !== computed.digest)
    return [`${path}: digest ${stored.digest}, the journal gives ${computed.digest}`];
  if (stored.of?.rules !== SUMMARY_RULES) return [];
  // Problems are told with their place, which is another one on another machine.
  const { of: _of, problems: _problems, ...fields } = computed;
  const told = new Map(Object.entries(stored));
  const names = Object.entries(fields).flatMap(([name, value]) =>
    canonicalJson(told.get(name)) === canonicalJson(value) ? [] : [name],
  );
  return names.length === 0 ? [] : [`${path}: ${names.join(', ')}: not what the journal gives`];
}
