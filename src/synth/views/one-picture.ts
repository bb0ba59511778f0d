import { at } from '../../util/index.ts';
import type { Ask } from './ask.ts';
import { type SolverEvidence, solve } from './solve.ts';

/** What one figure tells: which options it does not rule out, and among which of these somebody would guess. */
export interface OneFigure {
  open: readonly number[];
  guessed: readonly number[];
}

/**
 * The options among which somebody would guess who sees a single figure of a question: of all figures, the one that leaves fewest.
 * They measure in it as well as the solver does, and where that leaves several options, take what looks likelier.
 */
export function leftByOnePicture(ask: Ask, options: readonly string[], evidence: SolverEvidence): OneFigure {
  const all = evidence.shots.map((_, only) => left(ask, options, { ...evidence, only }));
  return all.reduce((least, one) => (one.guessed.length < least.guessed.length ? one : least));
}

function left(ask: Ask, options: readonly string[], evidence: SolverEvidence): OneFigure {
  const verdicts = solve(ask, options, evidence);
  const sure = numbers(verdicts, (verdict) => verdict === 'yes');
  const open = sure.length > 0 ? sure : numbers(verdicts, (verdict) => verdict !== 'no');
  const likely = likelier(ask, evidence).filter((n) => open.includes(n));
  return { open, guessed: likely.length > 0 ? likely : open };
}

function numbers<T>(list: readonly T[], fits: (one: T) => boolean): number[] {
  return list.flatMap((one, n) => (fits(one) ? [n] : []));
}

/** What is seen together is near, and what is not is far. */
function likelier(ask: Ask, { shots, only = 0 }: SolverEvidence): number[] {
  const sees = (spot: object) => 'item' in spot && at(at(shots, only).pixels, Number(spot.item)) > 0;
  if (ask.kind === 'nearest' || ask.kind === 'farthest')
    return sees(ask.from) ? numbers(ask.among, (spot) => sees(spot) === (ask.kind === 'nearest')) : [];
  if (ask.kind !== 'ratio') return [];
  const [unit, of] = [ask.unit.every(sees), ask.of.every(sees)];
  // The options grow: 0.5, 0.8, 1.25, 2.
  return unit === of ? [] : unit ? [2, 3] : [0, 1];
}
