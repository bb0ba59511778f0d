import type { AnswerArm, Reply, Responded, Said } from '../../contracts/index.ts';
import type { Prepared } from './prepare.ts';

/** A model's words on their way into the run. */
export interface ModelWords {
  /** Said in an earlier session or try, before hands came to act on them. */
  known: Reply | undefined;
  /** As they may be stored; throws `ProviderError` when they are no reply. */
  accept(said: Said): Reply;
  /** The same, recorded at once, because acting on them takes long. */
  keep(said: Said): Reply;
}

/** How a unit is answered, acted, or both. Throws `ContestantError` when nothing comes of it. */
export type Respond = (prepared: Prepared, signal: AbortSignal, words: ModelWords) => Promise<Responded>;

/** Says something. */
export function answering(arm: AnswerArm): Respond {
  return async ({ request }, signal, words) => ({ reply: words.accept(await arm.ask(request, signal)) });
}
