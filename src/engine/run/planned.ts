import type { RunFile } from '../../contracts/index.ts';
import type { PackedTexts } from '../../util/index.ts';
import { PackedSet } from './packed-set.ts';

/**
 * Which units a run consists of, as far as its folder tells. run.json says how many questions there are, how often each is asked
 * and, with `--only`, which; the journal has the questions. Of these, the first so many are the run's.
 */
export class Planned {
  readonly #questions: number;
  readonly #epochs: number;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #ids: PackedSet;

  /** @param ids of all questions, where somebody keeps them already */
  constructor({ units, spec }: Pick<RunFile, 'units' | 'spec'>, ids?: PackedTexts) {
    this.#ids = new PackedSet(ids);
    this.#questions = Math.ceil(units / spec.epochs);
    this.#epochs = spec.epochs;
    this.#only = spec.select.only && new Set(spec.select.only);
  }

  /** A question stands in the journal. */
  add(id: string): void {
    if (this.#ids.size < this.#questions && this.#isChosen(id)) this.#ids.add(id);
  }

  /** Whether it may be a unit of the run, for all that is known without its question. */
  admits({ id, epoch }: { id: string; epoch: number }): boolean {
    return epoch < this.#epochs && this.#isChosen(id);
  }

  /** Whether the question is one of the run's. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** How many of the run's questions have not been seen. */
  get unseen(): number {
    return this.#questions - this.#ids.size;
  }

  #isChosen(id: string): boolean {
    return this.#only === undefined || this.#only.has(id);
  }
}
