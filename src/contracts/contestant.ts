import type { Json } from './json.ts';
import type { Capabilities, Lesson, Model } from './model.ts';
import type { Needs } from './policy.ts';

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
