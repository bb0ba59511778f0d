import { isError, isParsed, type UnitResult } from '../../src/contracts/index.ts';
import { verdictOf } from '../../src/viewer/pure.ts';

/** Where units were lost on the way to the next stage. */
export interface Loss {
  kind: string;
  n: number;
}

export interface FlowStage {
  name: string;
  n: number;
  losses: Loss[];
}

/** From what was asked to what was right; after the last stage nothing is lost any more. */
export function flowOf(results: readonly UnitResult[], planned: number): FlowStage[] {
  const failed = results.filter(({ outcome }) => isError(outcome));
  const replied = results.filter(({ outcome }) => !isError(outcome));
  const unread = replied.filter(({ extraction }) => extraction === null || !isParsed(extraction));
  const parsed = replied.filter(({ extraction }) => extraction !== null && isParsed(extraction));
  const right = parsed.filter((unit) => verdictOf(unit) === 'right').length;
  return [
    {
      name: 'asked',
      n: planned,
      losses: [
        { kind: 'missing', n: Math.max(0, planned - results.length) },
        ...tally(failed, ({ outcome }) => outcome),
      ],
    },
    // A robot that placed nothing still answered; its extraction is just empty.
    {
      name: 'answered',
      n: replied.length,
      losses: tally(unread, ({ outcome }) => (outcome === 'answered' ? 'nothing chosen' : outcome)),
    },
    { name: 'parsed', n: parsed.length, losses: tally(parsed, verdictOf).filter(({ kind }) => kind !== 'right') },
    { name: 'right', n: right, losses: [] },
  ].map((stage) => ({ ...stage, losses: stage.losses.filter(({ n }) => n > 0) }));
}

function tally(units: readonly UnitResult[], kindOf: (unit: UnitResult) => string): Loss[] {
  return [...Map.groupBy(units, kindOf)]
    .map(([kind, { length }]) => ({ kind, n: length }))
    .sort((a, b) => b.n - a.n || (a.kind < b.kind ? -1 : 1));
}
