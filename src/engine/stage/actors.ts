import {
  type Dataset,
  type ExtractContext,
  type Extractor,
  isParsed,
  type MediaRef,
  type Model,
  type Policy,
  PolicyError,
  ProviderError,
  type Reply,
  type Request,
  type Sample,
  SextantError,
} from '../../contracts/index.ts';
import type { Blobs } from '../../media/index.ts';
import { judgeReply } from '../judge.ts';
import type { Actor } from './messages.ts';
import type { Stage } from './stage.ts';

/** Questions whose episode is about to be played; more are never under way at once. */
const REMEMBERED = 256;

/** A data set whose samples are made on the stage: laying a table and checking that it can be done takes a world. */
export class StagedDataset implements Dataset {
  readonly #dataset: Dataset;
  readonly #stage: Stage;
  readonly #samples = new Map<string, Sample>();
  readonly #files = new Map<string, Uint8Array>();

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
    remember(this.#samples, sample.id, sample);
    for (const { ref, bytes } of files) remember(this.#files, ref.sha256, bytes);
    return sample;
  }

  /** A sample that was made a moment ago. */
  recent(id: string): Sample {
    const sample = this.#samples.get(id);
    if (sample) return sample;
    throw new SextantError('internal', `the episode ${id} was not prepared`);
  }

  async bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#files.get(ref.sha256) ?? this.#dataset.bytes(ref);
  }
}

/** The oldest goes when there are too many; in a Map it comes first. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > REMEMBERED) map.delete(map.keys().next().value ?? '');
}

export interface Acting {
  stage: Stage;
  dataset: StagedDataset;
  blobs: Blobs;
  seed: number;
  timeoutMs: number;
  /** Which camera films every episode, if any. */
  film?: string;
}

/** Plays a unit; its commands are among the run's blobs before anybody is told about them. */
async function play(
  { unit }: Request,
  actor: Actor,
  opts: Acting,
  signal: AbortSignal,
): Promise<Pick<Reply, 'episode' | 'acting' | 'film'>> {
  const sample = opts.dataset.recent(unit.id);
  const { seed, timeoutMs } = opts;
  const filmed = opts.film === undefined ? {} : { film: { camera: opts.film } };
  try {
    const played = opts.stage.do({ do: 'play', sample, actor, unit, seed, timeoutMs, ...filmed });
    const { episode, actions, acting, film } = await Promise.race([played, whenAborted(signal)]);
    opts.blobs.put(actions);
    const clip: Pick<Reply, 'film'> = film
      ? { film: { sha256: opts.blobs.put(film), type: 'video/mp4', bytes: film.length } }
      : {};
    await opts.blobs.flush();
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

/** A policy, as the engine sees it: somebody who answers with an episode. Threads open it by `reference`. */
export function actingModel({ id, settings, needs }: Policy, reference: string, opts: Acting): Model {
  const readsTruth = needs.peeks === 'truth';
  return {
    id,
    settings,
    // It is shown nothing here: what it sees, it sees in the world. Whether it knows the answer belongs into the run's file.
    capabilities: { maxImages: 0, video: false, coordinates: null, peeks: readsTruth ? 'truth' : 'nothing' },
    async answer(request, signal) {
      return { text: '', finish: 'stop', ...(await play(request, { policy: reference }, opts, signal)) };
    },
  };
}

/** A model that only chooses; what it chose is carried out by hands that can. */
export function modelWithHands(
  model: Model,
  opts: Acting & { extractor: Extractor; contextOf(sample: Sample): ExtractContext },
): Model {
  const { id, settings, capabilities } = model;
  return {
    id,
    settings,
    capabilities,
    async answer(request, signal) {
      const reply = await model.answer(request, signal);
      const context = opts.contextOf(opts.dataset.recent(request.unit.id));
      const { extraction } = judgeReply(reply, opts.extractor, context);
      const label = isParsed(extraction) && 'answer' in extraction ? String(extraction.answer) : undefined;
      // Without an answer, or with one that no block carries, the hands stay where they are.
      if (label === undefined || !Object.hasOwn(context.choices ?? {}, label)) return reply;
      const { episode, film } = await play(request, { label }, opts, signal);
      return { ...reply, ...(episode ? { episode } : {}), ...(film ? { film } : {}) };
    },
  };
}
