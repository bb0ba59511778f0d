import { z } from 'zod';
import { Answer } from './answer.ts';
import { ContestantError, type Futile } from './contestant.ts';
import type { Decoding, Detail } from './protocol.ts';
import type { AnswerSpace, Json, MediaRef } from './sample.ts';
import { Usage } from './summary.ts';

/** What a model takes; the engine prepares media accordingly. */
export interface Capabilities {
  /** Most pictures in one request; more is a `bad_argument` before anything is sent. */
  maxImages: number;
  /** Takes a clip as a file. Otherwise it gets frames, sampled by the protocol's rule. */
  video: boolean;
  /** How the model likes to write points: fractions of the side, pixels, or thousandths; null when unknown. */
  coordinates: 'relative' | 'pixels' | 'thousandths' | null;
  /** What it is told that models never are: which answers exist (baselines), what part of the scene gives away (ablations), or which is right (the oracle). */
  peeks: 'nothing' | 'space' | 'scene' | 'truth';
}

/** One thing said to the model. `fps` tells a server how densely to look at a clip, `detail` how closely at a picture. */
export type RequestPart = { text: string } | { media: MediaRef; data: Uint8Array; fps?: number; detail?: Detail };

/** An answer, and how often it is given, beside the others. */
export const Guess = z.object({ answer: Answer, weight: z.number().positive() });
export type Guess = z.infer<typeof Guess>;

/**
 * What those would answer who know a part of the scene and no more, by the name of their baseline: `kind`, `boxes`. Worked out where the
 * scene is made, and kept apart from the sample: nobody is shown it who does not ask for it.
 */
export const Ablations = z.record(z.string(), z.array(Guess).readonly());
export type Ablations = Readonly<z.infer<typeof Ablations>>;

/** What only models with `capabilities.peeks` are given. */
export interface Peek {
  space: AnswerSpace;
  /** Only for those that declare `scene`. */
  ablations?: Ablations;
  /** Only for those that declare `truth`. */
  truth?: Answer;
  /** Puts an answer into the words that the protocol's extractor reads. */
  write(answer: Answer): string;
}

export interface Request {
  /** Sample id and repetition: for seeded models and replay; not sent anywhere. */
  unit: { id: string; epoch: number };
  system?: string;
  parts: RequestPart[];
  decoding: Decoding;
  /** What the tool that the protocol follows calls the data set: for models written for that tool. */
  dataset?: string;
  peek?: Peek;
}

/** What the model said. */
export const Reply = z.object({
  text: z.string(),
  /** The model's thinking, where the server tells it apart. Never scored. */
  reasoning: z.string().exactOptional(),
  /** The model's own words, where another tool recorded an answer that is not in them; `text` is that answer. */
  words: z.string().exactOptional(),
  finish: z.enum(['stop', 'length', 'refused', 'other']),
  usage: Usage.exactOptional(),
  /** What the server calls the model that answered. */
  servedBy: z.string().exactOptional(),
  /** The server's own id of the response. */
  responseId: z.string().exactOptional(),
  /** Which endpoint answered, where the same model is served at several. */
  endpoint: z.string().exactOptional(),
});
export type Reply = z.infer<typeof Reply>;

/** The same before it is checked: the usage is only what the server claims. */
export const Said = Reply.extend({ usage: z.unknown().optional() });
export type Said = z.infer<typeof Said>;

/** A question with its answer, to learn from; without pictures. */
export interface Lesson {
  /** The prompt's words. */
  text: string;
  space: AnswerSpace;
  truth: Answer;
}

/** Who answers: what a provider or a module gives. */
export interface Model {
  /** `provider/name`. */
  id: string;
  capabilities: Capabilities;
  /** What identifies this model beside its id (base URL, version …): part of the run's spec. No secrets. */
  settings: Record<string, Json>;
  /** Throws `ProviderError` when there is no reply. */
  answer(request: Request, signal: AbortSignal): Promise<Said>;
  /** Whether the endpoint answers at all; used by `doctor`. Returns a line for people. */
  ping?(signal: AbortSignal): Promise<string>;
  /** What the server says it serves, for comparing endpoints; used by `doctor`. */
  claims?(signal: AbortSignal): Promise<Record<string, string>>;
  /** Where it is served at several endpoints: which, and how many requests they take now. It decides by itself who is asked. */
  places?: { readonly at: readonly string[]; readonly limit: number };
  /** The same model at each of several endpoints. */
  replicas?: readonly Model[];
  /** Learns before it is asked anything; called where the benchmark has something to learn from. */
  practise?(lessons: AsyncIterable<Lesson>): Promise<void>;
  close?(): Promise<void>;
}

/** Why there is no reply. */
export type ProviderErrorKind =
  | 'rate_limited'
  | 'overloaded'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'bad_response'
  | 'too_large'
  | 'rejected'
  | 'auth'
  | 'quota'
  | 'unknown_model'
  | 'aborted';

/** The provider failed. */
export class ProviderError extends ContestantError {
  readonly kind: ProviderErrorKind;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    opts: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, opts);
    this.name = 'ProviderError';
    this.kind = kind;
  }

  override get retryable(): boolean {
    return !['rejected', 'auth', 'quota', 'unknown_model', 'too_large', 'aborted'].includes(this.kind);
  }

  override get overload(): boolean {
    return this.turnedAway || this.kind === 'timeout';
  }

  override get turnedAway(): boolean {
    return this.kind === 'rate_limited' || this.kind === 'overloaded';
  }

  override get pausesAll(): boolean {
    return this.kind === 'rate_limited' && this.retryAfterMs !== undefined;
  }

  override get futile(): Futile | undefined {
    if (this.kind === 'auth' || this.kind === 'quota' || this.kind === 'unknown_model') return this.kind;
    // What a gateway says when no server is behind it.
    const isGateway = this.status === 502 || this.status === 503 || this.status === 504;
    return this.kind === 'connection' || isGateway ? 'connection' : undefined;
  }
}
