import type { Benchmark, Dataset } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { Recent } from '../util/index.ts';
import type { Stills } from './stills.ts';
import type { ServedRun } from './stored-run.ts';

/** The data set of a run, where it is at hand. */
export type OpenData = (benchmark: Benchmark, args: Record<string, string>) => Promise<Dataset | undefined>;

/** Bytes behind a hash: a file of the run, or bytes out of its data set. */
export type FoundMedia = { path: string; bytes: number } | { data: Uint8Array };

/** Clips are read in parts, and each part would fetch the whole clip again. */
const KEEP = 8;

/** Pictures that a run refers to: kept among its own files, or found in the data that it was made with. */
export class RunMedia {
  readonly #stored: ServedRun;
  readonly #open: OpenData;
  readonly #stills: Stills;
  readonly #recent = new Recent<string, Uint8Array>(KEEP);
  #dataset: Promise<{ dataset: Dataset; positions: Map<string, number> } | undefined> | undefined;

  constructor(stored: ServedRun, open: OpenData, stills: Stills) {
    this.#stored = stored;
    this.#stills = stills;
    this.#open = open;
  }

  /**
   * `hash` comes from the page: it is looked up, and only a hash ever becomes part of a path. Throws `damaged_run` where the
   * run's own file is not what its name says.
   */
  async find(hash: string): Promise<FoundMedia | undefined> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    const kept = await this.#stored.blobs.verified(hash);
    if (kept) return kept;
    const recent = this.#recent.get(hash);
    if (recent) return { data: recent };
    const data = await this.#fromData(hash);
    return data && { data: this.#recent.set(hash, data) };
  }

  /** The whole of it, checked against its name. */
  async verified(hash: string): Promise<Uint8Array | undefined> {
    const kept = await this.#stored.blobs.get(hash).catch(() => undefined);
    return kept ?? this.#fromData(hash);
  }

  /** A picture that nobody stored: the table of an episode, drawn again. */
  async still(name: string): Promise<Uint8Array | undefined> {
    const { stills, benchmark } = this.#stored;
    const id = stills.get(name);
    const sample = id === undefined ? undefined : this.#stored.sample(id);
    return sample ? this.#stills.of(benchmark, sample) : undefined;
  }

  async #fromData(hash: string): Promise<Uint8Array | undefined> {
    const { media } = this.#stored.index;
    // What a row shows was read with it: only what nobody has met yet waits for the rest of a long run.
    if (!media.has(hash)) await this.#stored.refresh();
    const wanted = media.get(hash);
    if (!wanted) return undefined;
    this.#dataset ??= this.#load();
    const { dataset, positions } = (await this.#dataset) ?? {};
    const position = positions?.get(wanted.sample);
    if (!dataset || position === undefined) return undefined;
    try {
      // A data set can serve a picture only after its sample was loaded.
      await dataset.sample(position);
      const bytes = await dataset.bytes(wanted.ref);
      return sha256(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  async #load() {
    const { spec } = this.#stored.run;
    const dataset = await this.#open(this.#stored.benchmark, spec.args).catch(() => undefined);
    return dataset && { dataset, positions: new Map(dataset.ids.map((id, at) => [id, at])) };
  }
}
