import { type Benchmark, type Dataset, type MediaRef, type RunEvent, SextantError } from '../../contracts/index.ts';
import type { Blobs } from '../../store/index.ts';

/** Masks and pictures that a run's journal refers to and its folder has lost, but the data may still have. */
export class LostFiles {
  readonly #benchmark: Benchmark;
  readonly #blobs: Blobs;
  /** By hash. */
  readonly #lost = new Map<string, { ref: MediaRef; unit: string }>();

  constructor(benchmark: Benchmark, blobs: Blobs) {
    this.#benchmark = benchmark;
    this.#blobs = blobs;
  }

  /** Is told every event of the journal. */
  see(event: RunEvent): void {
    if (event.event !== 'prompt' && event.event !== 'sample') return;
    const unit = event.event === 'prompt' ? event.unit : event.sample.id;
    for (const ref of keptFiles(event, this.#benchmark)) this.#lookFor(ref, unit);
  }

  /** Writes again what the data have; scoring names the rest. @returns how many were written */
  async restore(dataset: Dataset): Promise<number> {
    if (this.#lost.size === 0) return 0;
    const positions = new Map(dataset.ids.map((id, index) => [id, index]));
    let restored = 0;
    for (const { ref, unit } of this.#lost.values()) {
      const bytes = await this.#bytes(ref, positions.get(unit), dataset).catch(ignoreBadData);
      if (!bytes) continue;
      this.#blobs.putRef(ref, bytes);
      restored += 1;
    }
    await this.#blobs.flush();
    return restored;
  }

  #lookFor(ref: MediaRef, unit: string): void {
    if (!this.#blobs.has(ref)) this.#lost.set(ref.sha256, { ref, unit });
  }

  /** Frames of a clip are not among the data: looking for them there could take as long as reading all of it. */
  async #bytes(ref: MediaRef, index: number | undefined, dataset: Dataset): Promise<Uint8Array | undefined> {
    if (index === undefined) return undefined;
    const sample = await dataset.sample(index);
    const files = [...(this.#benchmark.evidence?.(sample) ?? []), ...sample.media];
    const own = files.find(({ sha256 }) => sha256 === ref.sha256);
    return own && dataset.bytes(own);
  }
}

/** The files of a run that a line about a question refers to: what was shown of them, and what it will be judged by. */
export function keptFiles(event: RunEvent, { evidence, schema }: Benchmark): MediaRef[] {
  if (event.event === 'prompt')
    return event.prompt.parts.flatMap((part) => ('media' in part && part.kept ? [part.media] : []));
  if (event.event !== 'sample' || !evidence) return [];
  const { success, data } = schema.safeParse(event.sample);
  return success ? [...evidence(data)] : [];
}

function ignoreBadData(error: unknown): undefined {
  if (!(error instanceof SextantError)) throw error;
}
