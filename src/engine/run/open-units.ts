import { isOpen } from '../../contracts/index.ts';
import { count, plural } from '../../util/index.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { unitKey, unitName } from './plan.ts';

/**
 * What keeps a run from being whole: units that are missing, open, or none of its own. @param ids the samples that the run is
 * about; without them only a number tells what is missing.
 */
export function openUnits({ run, units }: Pick<ScoredRun, 'run' | 'units'>, ids?: readonly string[]): string[] {
  const { epochs, select } = run.spec;
  const known = ids ?? (select.limit === undefined ? select.only : undefined);
  const samples = known && new Set(known);
  const own = units.filter(({ id, epoch }) => epoch < epochs && (samples?.has(id) ?? true));
  const there = new Set(own.map(unitKey));
  const strange = units.filter((unit) => !there.has(unitKey(unit)));
  const missing = run.units - own.length;
  const gaps = firstGaps(known ?? [], epochs, there);
  const named =
    gaps.length === 0 ? '' : ` (${gaps.slice(0, NAMED).map(unitName).join(', ')}${gaps.length > NAMED ? ' …' : ''})`;
  return [
    ...(ids && ids.length * epochs !== run.units
      ? [`the run is about ${plural(run.units, 'unit')}, the benchmark gives ${count(ids.length * epochs)}`]
      : []),
    ...(missing > 0 ? [`${count(missing)} of ${plural(run.units, 'unit')} have no answer${named}`] : []),
    ...strange.map((unit) => `unit ${unitName(unit)}: it is not part of the run`),
    ...own
      .filter(isOpen)
      .map((unit) => `unit ${unitName(unit)}: ${unit.damaged ? 'damaged' : `${unit.outcome}, ${unit.reason}`}`),
  ];
}

/** How many units without an answer are named. */
const NAMED = 3;

/** One more than are named. A file may claim any number of repetitions. */
function firstGaps(ids: readonly string[], epochs: number, there: ReadonlySet<string>) {
  const gaps: { id: string; epoch: number }[] = [];
  for (const id of ids)
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      if (!there.has(unitKey({ id, epoch }))) gaps.push({ id, epoch });
      if (gaps.length > NAMED) return gaps;
    }
  return gaps;
}
