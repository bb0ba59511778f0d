import {
  type Dataset,
  type ExtractContext,
  type Extractor,
  isParsed,
  type MediaRef,
  type Model,
  PolicyError,
  ProviderError,
  type Reply,
  type Said,
  type Sample,
} from '../../contracts/index.ts';
import type { Blobs } from '../../store/index.ts';
import type { Prepared } from '../run/prepare.ts';
import { judgeReply } from '../score/judge.ts';
import type { Actor } from './messages.ts';
import type { Stage } from './stage.ts';

/** A data set whose samples are made on the stage: laying a table and checking that it can be done takes a world. */
export class StagedDataset implements Dataset {
  readonly #dataset: Dataset;
  readonly #stage: Stage;
  /** Pictures by the sample's own reference to them: they go when it does. */
  readonly #files = new WeakMap<MediaRef, Uint8Array>();

  constructor(dataset: Dataset, stage: Stage) {
    this.#dataset = dataset;
    this.#stage = stage;
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

export interface Acting {
  stage: Stage;
  blobs: Blobs;
  seed: number;
  timeoutMs: number;
  /** Which camera films every episode, if any. */
  film?: string;
}

/** A model's words while hands act on them: those that are known already, and how new ones are written down. */
export interface Words {
  known: Reply | undefined;
  keep(said: Said): Reply;
}

/** How whoever acts answers: it needs the question itself, to have it laid out in a world. */
export type Perform = (prepared: Prepared, signal: AbortSignal, words: Words) => Promise<Said>;

/** Plays a unit; its commands are among the run's blobs before anybody is told about them. */
async function play(
  { unit, sample }: Prepared,
  actor: Actor,
  opts: Acting,
  signal: AbortSignal,
): Promise<Pick<Reply, 'episode' | 'acting' | 'film'>> {
  const { seed, timeoutMs } = opts;
  const filmed = opts.film === undefined ? {} : { film: { camera: opts.film } };
  try {
    const { id, epoch } = unit;
    const played = opts.stage.do({ do: 'play', sample, actor, unit: { id, epoch }, seed, timeoutMs, ...filmed });
    const { episode, actions, acting, film } = await Promise.race([played, whenAborted(signal)]);
    opts.blobs.put(actions);
    const clip: Pick<Reply, 'film'> = film
      ? { film: { sha256: opts.blobs.put(film), type: 'video/mp4', bytes: film.length } }
      : {};
    return { episode, ...(acting ? { acting } : {}), ...clip };
  } catch (error) {
    if (error instanceof PolicyError) throw new ProviderError(error.kind, error.message, { cause: error });
    throw error;
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const drop = () => new ProviderError('aborted', 'the episode was dropped');
  return new Promise((_, reject) => {
    if (signal.aborted) reject(drop());
    else signal.addEventListener('abort', () => reject(drop()), { once: true });
  });
}

/** A policy answers with an episode. Threads open it by `reference`. */
export function performPolicy(reference: string, opts: Acting): Perform {
  return async (prepared, signal) => {
    return { text: '', finish: 'stop', ...(await play(prepared, { policy: reference }, opts, signal)) };
  };
}

/** A model only chooses; what it chose is carried out by hands that can. */
export function performChoice(
  model: Model,
  opts: Acting & { extractor: Extractor; contextOf(sample: Sample): ExtractContext },
): Perform {
  return async (prepared, signal, words) => {
    const reply = words.known ?? words.keep(await model.answer(prepared.request, signal));
    const context = opts.contextOf(prepared.sample);
    const { extraction } = judgeReply(reply, opts.extractor, context);
    const label = isParsed(extraction) && 'answer' in extraction ? String(extraction.answer) : undefined;
    // Without an answer, or with one that no block carries, the hands stay where they are.
    if (label === undefined || !Object.hasOwn(context.choices ?? {}, label)) return reply;
    const { episode, film } = await play(prepared, { label }, opts, signal);
    return { ...reply, ...(episode ? { episode } : {}), ...(film ? { film } : {}) };
  };
}
