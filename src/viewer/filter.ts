import { isOpen, Outcome, type UnitResult } from '../contracts/index.ts';
import { measureFilter, measurePrefix } from './measures.ts';
import type { ListQuery, UnitRow } from './wire.ts';

export const verdicts = ['right', 'partly', 'wrong', 'dropped', 'open'] as const;
/** What a score says in a word; `dropped` is what official code leaves out, `open` what an error leaves unknown. */
export type Verdict = (typeof verdicts)[number];

export function verdictOf(result: UnitResult): Verdict {
  if (isOpen(result)) return 'open';
  if (result.score === null) return 'dropped';
  if (result.score >= 1) return 'right';
  return result.score > 0 ? 'partly' : 'wrong';
}

/** Which units of a run somebody wants to see, as the address says it. */
interface Filter {
  outcome: Outcome | undefined;
  verdict: Verdict | undefined;
  /** One repetition only. */
  epoch: number | undefined;
  /** Axis to value. */
  groups: Record<string, string>;
  /** Ranges of measures. */
  measures: ((row: UnitRow) => boolean)[];
  words: string[];
  /** The run to differ from, and in which direction: `better` than it, `worse`, or either way. */
  differs: string | undefined;
  way: 'better' | 'worse' | undefined;
  sort: 'id' | 'score' | '-score';
}

export const groupPrefix = 'g.';

export function filterOf(query: ListQuery): Filter {
  const groups = Object.entries(query).flatMap(([key, value]) =>
    key.startsWith(groupPrefix) ? [[key.slice(groupPrefix.length), value]] : [],
  );
  return {
    outcome: Outcome.options.find((outcome) => outcome === query.outcome),
    verdict: verdicts.find((verdict) => verdict === query.score),
    epoch: query.epoch === undefined ? undefined : Number(query.epoch),
    groups: Object.fromEntries(groups),
    measures: Object.entries(query).flatMap(([key, range]) =>
      key.startsWith(measurePrefix) ? [measureFilter(key.slice(measurePrefix.length), range)] : [],
    ),
    words: (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    differs: query.differs,
    way: query.way === 'better' || query.way === 'worse' ? query.way : undefined,
    sort: query.order === 'score' || query.order === '-score' ? query.order : 'id',
  };
}

/**
 * The rows that a filter lets through, in its order; `rows` are in the order of their names. `theirs` is what the run to
 * differ from made of a unit.
 */
export function filterRows(
  rows: readonly UnitRow[],
  filter: Filter,
  theirs?: (unit: UnitResult) => UnitResult | undefined,
): UnitRow[] {
  const groups = Object.entries(filter.groups);
  const kept = rows.filter((row) => {
    const { result } = row;
    if (filter.outcome && result.outcome !== filter.outcome) return false;
    if (filter.verdict && verdictOf(result) !== filter.verdict) return false;
    if (filter.epoch !== undefined && result.epoch !== filter.epoch) return false;
    if (groups.some(([axis, value]) => result.groups[axis] !== value)) return false;
    if (!filter.measures.every((isWithin) => isWithin(row))) return false;
    if (theirs && !differs(result, theirs(result), filter.way)) return false;
    return filter.words.length === 0 || filter.words.every((word) => textOf(row).includes(word));
  });
  if (filter.sort === 'id') return kept;
  // Stable: equal scores stay in the order of their ids.
  kept.sort(byScore);
  return filter.sort === 'score' ? kept : kept.reverse();
}

const byScore = (a: UnitRow, b: UnitRow) => (a.result.score ?? -1) - (b.result.score ?? -1);

/** Both have a score, and not the same. */
function differs(ours: UnitResult, theirs: UnitResult | undefined, way: Filter['way']): boolean {
  if (!theirs || isUnscored(ours) || isUnscored(theirs)) return false;
  const difference = (ours.score ?? 0) - (theirs.score ?? 0);
  return way === 'better' ? difference > 0 : way === 'worse' ? difference < 0 : difference !== 0;
}

function isUnscored(result: UnitResult): boolean {
  const verdict = verdictOf(result);
  return verdict === 'open' || verdict === 'dropped';
}

const texts = new WeakMap<UnitRow, string>();

/** Made once: while somebody types, a hundred thousand of these are searched at every letter. */
function textOf(row: UnitRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { id, reason = '', note = '' } = row.result;
  const made = [id, row.question, row.said, reason, note].join('\n').toLowerCase();
  texts.set(row, made);
  return made;
}
