import { isOpen, type UnitResult } from '../../contracts/index.ts';
import { type Spread, smallestDifference, spreadOf, unitsToDetect, WIDEST } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { unitKey } from '../run/plan.ts';
import type { ScoredRun } from './summarise.ts';

/** How many units a difference takes, and what so many can show. */
export interface Forecast {
  /** What the spread was taken from, in words. */
  from: string;
  spread: Spread;
  power: number;
  needed?: { difference: number; units: number };
  /** What the earlier run could have shown. */
  shown?: { difference: number; units: number };
}

/** What a comparison of two runs needs, judged by none, one or two earlier runs. */
export function forecast(
  runs: readonly Pick<ScoredRun, 'folder' | 'units'>[],
  { power, difference }: { power: number; difference?: number },
): Forecast {
  const { from, spread, units } = spreadLike(runs);
  return {
    from,
    spread,
    power,
    ...(difference !== undefined && { needed: { difference, units: unitsToDetect(difference, spread, { power }) } }),
    ...(units > 0 && { shown: { difference: smallestDifference(units, spread, { power }), units } }),
  };
}

function spreadLike(runs: readonly Pick<ScoredRun, 'folder' | 'units'>[]) {
  const [a, b] = runs;
  if (!a) return { from: 'Two runs at 50 % with independent mistakes', spread: WIDEST, units: 0 };
  const scored = a.units.filter((unit) => !isOpen(unit) && unit.score !== null);
  const score = ({ score }: UnitResult) => score ?? 0;
  if (!b) {
    const one = spreadOf(scored, score);
    // Another run of the same score whose mistakes have nothing to do with this one's: real models agree more.
    const spread = one ? { ...one, variance: 2 * one.variance } : WIDEST;
    return {
      from: `Two runs like ${a.folder} with independent mistakes`,
      spread,
      units: scored.length,
    };
  }
  const others = new Map(b.units.filter((unit) => !isOpen(unit)).map((unit) => [unitKey(unit), unit.score]));
  const pairs = scored.flatMap((unit) => {
    const other = others.get(unitKey(unit)) ?? null;
    return other === null ? [] : [{ cluster: unit.cluster, difference: score(unit) - other }];
  });
  const spread = spreadOf(pairs, ({ difference }) => difference) ?? WIDEST;
  return { from: `Two runs like ${a.folder} and ${at(runs, 1).folder}`, spread, units: pairs.length };
}
