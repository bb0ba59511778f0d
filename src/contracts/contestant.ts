import type { Capabilities, Lesson, Model } from './model.ts';
import type { Needs } from './policy.ts';
import type { Json } from './sample.ts';

/** How somebody answers: a model's arm. */
export interface AnswerArm {
  /** What it takes, and what it peeks at. */
  capabilities: Capabilities;
  /** Throws `ProviderError` when there is no reply. */
  ask: Model['answer'];
  /** Where it decides by itself which endpoint is asked. */
  places?: NonNullable<Model['places']>;
  /** Learns before it is asked anything, if it does. */
  practise?(lessons: AsyncIterable<Lesson>): Promise<void>;
}

/** How somebody acts: a policy's arm. The policy itself lives where its world is, in threads of the stage. */
export interface ActArm {
  /** By which a thread opens it. */
  reference: string;
  /** What it asks of the world, and what it peeks at. */
  needs: Needs;
  /** How many of it may act at the same time, where that is limited. */
  atOnce?: number;
}

/** Whoever is measured, with one arm or both. The protocol says which one is put to work. */
export interface Contestant {
  /** `provider/name`, `policy/name`, `module/name` … */
  id: string;
  /** What identifies it beside its id: part of the run's spec. No secrets. */
  settings: Record<string, Json>;
  answer?: AnswerArm;
  act?: ActArm;
  close(): Promise<void>;
}

/** Why asking the others is in vain: the key is refused, the account is empty, the model is not there, nobody answers there. */
export type Futile = 'auth' | 'quota' | 'unknown_model' | 'connection';

/**
 * Whoever is measured gave nothing: an error, never an answer. It says itself what is to be done about it, so nobody has to ask
 * whose error it is. As it stands here it is final and concerns its unit alone.
 */
export abstract class ContestantError extends Error {
  /** Stored with the attempt. */
  abstract readonly kind: string;
  readonly status: number | undefined;
  /** How long we are asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, opts: { status?: number; retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, opts.cause === undefined ? undefined : { cause: opts.cause });
    this.status = opts.status;
    this.retryAfterMs = opts.retryAfterMs;
  }

  /** Whether asking again may help. */
  get retryable(): boolean {
    return false;
  }

  /** Whether we should send less. */
  get overload(): boolean {
    return false;
  }

  /** Whether it was sent away before anybody looked at it: while others are served, it only has to wait for its turn. */
  get turnedAway(): boolean {
    return false;
  }

  /** Whether everybody has to wait, not this unit alone. */
  get pausesAll(): boolean {
    return false;
  }

  /** Why the other units need not be asked either, should this go on. */
  get futile(): Futile | undefined {
    return undefined;
  }
}
