import { type Dataset, type RunSpec, SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';

/** One question, one repetition. */
export interface Unit {
  /** Position of the sample in its data set. */
  index: number;
  id: string;
  epoch: number;
}

/** The unit's name in maps; ids may contain anything, the number in front may not. */
export function unitKey(unit: { id: string; epoch: number }): string {
  return `${unit.epoch}:${unit.id}`;
}

/** `id`, or `id#2` for the third repetition. */
export function unitName({ id, epoch }: { id: string; epoch: number }): string {
  return epoch === 0 ? id : `${id}#${epoch}`;
}

/** Positions of the samples that a run is about, in the data set's order. */
export function selectSamples(dataset: Dataset, select: RunSpec['select']): number[] {
  const { only, limit } = select;
  let chosen = dataset.ids.map((_, index) => index);
  if (only) {
    const wanted = new Set(only);
    chosen = chosen.filter((index) => wanted.delete(at(dataset.ids, index)));
    if (wanted.size > 0) {
      throw new SextantError('bad_argument', `no such question: ${[...wanted].slice(0, 5).join(', ')}`, {
        where: '--only',
        fix: `ids look like ${dataset.ids.slice(0, 3).join(', ')}`,
      });
    }
  }
  return limit === undefined ? chosen : chosen.slice(0, limit);
}

/** The units in the order in which they are asked: repetitions of a sample stand together. */
export function* planUnits(dataset: Dataset, chosen: readonly number[], epochs: number): Generator<Unit> {
  for (const index of chosen) {
    for (let epoch = 0; epoch < epochs; epoch += 1) yield { index, id: at(dataset.ids, index), epoch };
  }
}
