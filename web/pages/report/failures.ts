import { unitKey } from '../../../src/engine/pure.ts';
import { verdictOf } from '../../../src/viewer/pure.ts';
import type { UnitRow } from '../../source/index.ts';
import type { ScoredHead } from './contests.ts';

/** A wrong answer that is worth a look. */
export interface Failure {
  head: ScoredHead;
  row: UnitRow;
  /** How many others were asked the same, and how many of them were right. */
  others: number;
  right: number;
}

/** One benchmark: the best of those who were told nothing, and the others. */
export interface FailureSource {
  best: ScoredHead;
  rows: readonly UnitRow[];
  others: readonly (readonly UnitRow[])[];
}

const MOST = 3;

/**
 * Failures that say most: of the best contestant of each benchmark, with a picture, those that most others did not share;
 * in turn from every benchmark, and from another group of questions each time.
 */
export function tellingFailures(sources: readonly FailureSource[]): Failure[] {
  const queues = sources.map(ranked);
  const found: Failure[] = [];
  while (found.length < MOST && queues.some(({ length }) => length > 0)) {
    for (const queue of queues) {
      const fresh = queue.findIndex((each) => !found.some((other) => sameKind(each, other)));
      const [taken] = queue.splice(Math.max(0, fresh), 1);
      if (taken && found.length < MOST) found.push(taken);
    }
  }
  return found;
}

function ranked({ best, rows, others }: FailureSource): Failure[] {
  const verdicts = others.map(
    (theirs) => new Map(theirs.map(({ result }) => [unitKey(result), verdictOf(result) === 'right'])),
  );
  return rows
    .filter(({ result, look }) => look !== undefined && verdictOf(result) === 'wrong')
    .map((row) => {
      const theirs = verdicts.flatMap((of) => of.get(unitKey(row.result)) ?? []);
      return { head: best, row, others: theirs.length, right: theirs.filter(Boolean).length };
    })
    .sort((a, b) => b.right - a.right);
}

function sameKind(a: Failure, b: Failure): boolean {
  return a.head === b.head && JSON.stringify(a.row.result.groups) === JSON.stringify(b.row.result.groups);
}
