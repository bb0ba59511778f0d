import {
  type ActArm,
  type AnswerArm,
  type ExtractContext,
  type Extractor,
  isParsed,
  type Performance,
  type Sample,
} from '../../contracts/index.ts';
import type { Blobs } from '../../store/index.ts';
import { onAbort } from '../../util/index.ts';
import type { Prepared } from '../run/prepare.ts';
import type { Respond } from '../run/respond.ts';
import { judgeReply } from '../score/judge.ts';
import type { Actor, Stage } from './stage.ts';

export interface Acting {
  stage: Stage;
  blobs: Blobs;
  seed: number;
  timeoutMs: number;
  /** Which camera films every episode, if any. */
  film?: string;
}

/** Plays a unit; its commands are among the run's blobs before anybody is told about them. */
async function play(
  { unit, sample }: Prepared,
  actor: Actor,
  { stage, blobs, seed, timeoutMs, film: camera }: Acting,
  signal: AbortSignal,
): Promise<Performance> {
  const { id, epoch } = unit;
  const filmed = camera === undefined ? {} : { film: { camera } };
  const played = stage.do({ do: 'play', sample, actor, unit: { id, epoch }, seed, timeoutMs, ...filmed });
  const { episode, actions, acting, film } = await unlessAborted(played, signal);
  blobs.put(actions);
  return {
    episode,
    ...(film ? { film: { sha256: blobs.put(film), type: 'video/mp4', bytes: film.length } } : {}),
    ...(acting ? { acting } : {}),
  };
}

/** Aborted, the episode is dropped: nobody waits for its end, and nothing is recorded. */
async function unlessAborted<T>(played: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  const forget = onAbort(signal, () => reject(signal.reason));
  try {
    return await Promise.race([played, aborted]);
  } finally {
    forget();
  }
}

/** A policy does something. */
export function performPolicy({ reference, needs }: ActArm, opts: Acting): Respond {
  const actor = { policy: reference, needs };
  return async (prepared, signal) => ({ performance: await play(prepared, actor, opts, signal) });
}

/** A model only chooses; what it chose is carried out by hands that can. */
export function performChoice(
  arm: AnswerArm,
  opts: Acting & { extractor: Extractor; contextOf(sample: Sample): ExtractContext },
): Respond {
  return async (prepared, signal, words) => {
    const reply = words.known ?? words.keep(await arm.ask(prepared.request, signal));
    const context = opts.contextOf(prepared.sample);
    const { extraction } = judgeReply(reply, opts.extractor, context);
    const label = isParsed(extraction) && 'answer' in extraction ? String(extraction.answer) : undefined;
    // Without an answer, or with one that no block carries, the hands stay where they are.
    if (label === undefined || !Object.hasOwn(context.choices ?? {}, label)) return { reply };
    // How fast our own hands plan says nothing about the model.
    const { acting: _, ...performance } = await play(prepared, { label }, opts, signal);
    return { reply, performance };
  };
}
