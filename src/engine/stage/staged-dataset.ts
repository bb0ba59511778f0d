import type { Dataset, MediaRef, Sample } from '../../contracts/index.ts';
import type { Stage } from './stage.ts';

/** A data set whose samples are made on the stage: laying a table and checking that it can be done takes a world. */
export class StagedDataset implements Dataset {
  readonly #dataset: Dataset;
  readonly #stage: Stage;
  /** Pictures by the sample's own reference to them: they go when it does. */
  readonly #files = new WeakMap<MediaRef, Uint8Array>();
  readonly together?: NonNullable<Dataset['together']>;

  constructor(dataset: Dataset, stage: Stage) {
    this.#dataset = dataset;
    this.#stage = stage;
    if (dataset.together) this.together = dataset.together.bind(dataset);
  }

  get sha256(): string {
    return this.#dataset.sha256;
  }
  get source(): string {
    return this.#dataset.source;
  }
  get onDisk(): boolean {
    return this.#dataset.onDisk;
  }
  get ids(): readonly string[] {
    return this.#dataset.ids;
  }
  get warnings(): readonly string[] {
    return this.#dataset.warnings;
  }

  async sample(index: number): Promise<Sample> {
    const { sample, files } = await this.#stage.do({ do: 'sample', index });
    for (const [index, ref] of sample.media.entries()) {
      const bytes = files[index];
      if (bytes) this.#files.set(ref, bytes);
    }
    return sample;
  }

  async bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#files.get(ref) ?? this.#dataset.bytes(ref);
  }
}
