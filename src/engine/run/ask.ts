import {
  type AttemptError,
  type AttemptEvent,
  acceptReply,
  type Contestant,
  ContestantError,
  type ExtractContext,
  type Extractor,
  errorOutcome,
  isParsed,
  messageOf,
  type Outcome,
  type Protocol,
  ProviderError,
  type Reply,
  type StoredReply,
  storedReply,
} from '../../contracts/index.ts';
import { machineError } from '../../files/index.ts';
import type { Random } from '../../stats/index.ts';
import { type Gate, pauseMs, retry, type Tried, wait } from '../../util/index.ts';
import { judgeReply } from '../score/judge.ts';
import type { Purse } from './budget.ts';
import type { ResponseCache } from './cache.ts';
import type { Prepared } from './prepare.ts';
import type { ModelWords, Respond } from './respond.ts';

/** The clock, passed in: asking never reads the system time itself. */
export interface Clock {
  /** Milliseconds that never jump. */
  now(): number;
  /** The time of day, ISO 8601. */
  date(): string;
}

export interface Asking {
  contestant: Pick<Contestant, 'id' | 'settings'>;
  respond: Respond;
  extractor: Extractor;
  context: ExtractContext;
  /** Attempts that earlier sessions made at this unit. */
  attemptsBefore: number;
  /** Replies among them: they count against `askAgain`. */
  repliesBefore: number;
  act: Protocol['act'];
  askAgain: number;
  retries: number;
  gate: Gate;
  budget: Purse | undefined;
  /** What the budget set aside for the first request. */
  reserved: number;
  cache: ResponseCache | undefined;
  /** Created on first use, because it is rarely needed. */
  random(): Random;
  clock: Clock;
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  /** Drop everything. */
  abort: AbortSignal;
  /** What the model said in an earlier session, where hands had yet to act on it. */
  words: Reply | undefined;
  /** Called with a model's words before hands act on them. */
  keepWords(reply: Reply): void;
  /** Told what cannot be true in a reply and was left out. */
  doubt(what: string): void;
  /** Called before every attempt, with a place among those who send. */
  begin(): void;
  /** Called for every attempt as soon as it is over, so that a reply is recorded at once. */
  record(attempt: AttemptEvent): void;
}

/** How asking ended: with an outcome, or not at all, and then the unit stays open for the next session. */
export type Asked = { outcome: Outcome; error?: ContestantError } | { outcome: null; why: 'stopped' | 'budget' };

/** Asks one unit until it is answered or given up. Every attempt is recorded. */
export async function askUnit(prepared: Prepared, opts: Asking): Promise<Asked> {
  const { gate, budget, stop, abort } = opts;
  let attempt = opts.attemptsBefore;
  let replies = opts.repliesBefore;
  let failures = 0;
  let rounds = 0;
  let served = gate.served;
  let reserved = opts.reserved;
  let random: Random | undefined;
  const words: ModelWords = {
    known: opts.words,
    accept: (said) => accept(said, opts),
    keep(said) {
      words.known = accept(said, opts);
      opts.keepWords(words.known);
      return words.known;
    },
  };
  const once = async (): Promise<Tried<Asked>> => {
    const generation = abort.aborted ? null : await gate.enter(stop);
    if (generation === null) return stopped;
    // Bills may have come higher than expected since money was set aside.
    if (budget?.overdrawn) {
      gate.leave();
      return outOfMoney;
    }
    const at = opts.clock.date();
    const begun = opts.clock.now();
    let result: Result;
    try {
      opts.begin();
      result = await send(prepared, words, opts);
      if ('reply' in result) gate.ok();
    } finally {
      gate.leave();
    }
    if (abort.aborted && 'error' in result) return stopped;
    attempt += 1;
    const seen = { ...unitOf(prepared), attempt, at, ms: Math.round((opts.clock.now() - begun) * 10) / 10 };

    if ('error' in result) {
      const { error } = result;
      // A rate limit while other units get replies only means waiting. It is a failure when no unit gets one.
      const queued = error.turnedAway && gate.served > served;
      served = gate.served;
      rounds += 1;
      if (!queued) failures += 1;
      if (error.overload) gate.overload(generation);
      const final = !error.retryable || failures > opts.retries;
      opts.record({ event: 'attempt', ...seen, final, error: describe(error) });
      if (final) return { done: { outcome: errorOutcome(error.kind), error } };
      random ??= opts.random();
      const again = pauseMs(rounds, error.retryAfterMs, random.next());
      if (!error.pausesAll) return { again };
      gate.pause(again);
      return { again: 0 };
    }

    if (result.cached) budget?.release(reserved);
    else budget?.settle(reserved, result.reply.usage);
    reserved = 0;
    replies += 1;
    words.known = undefined;
    const judged = judgeReply(result.reply, opts.extractor, opts.context, opts.act);
    const final = isParsed(judged.extraction) || replies > opts.askAgain;
    opts.record({
      event: 'attempt',
      ...seen,
      final,
      ...(result.cached ? { cached: true } : {}),
      reply: result.reply,
    });
    if (!result.cached) opts.cache?.put(opts.contestant, prepared.request, result.reply);
    if (final) return { done: { outcome: judged.outcome } };
    if (stop.aborted) return stopped;
    const more = budget?.reserve(prepared.request);
    if (more === null) return outOfMoney;
    reserved = more ?? 0;
    return { again: 0 };
  };
  try {
    return await retry(once, (ms) => wait(ms, stop, abort));
  } finally {
    budget?.release(reserved);
  }
}

const stopped: Tried<Asked> = { done: { outcome: null, why: 'stopped' } };
const outOfMoney: Tried<Asked> = { done: { outcome: null, why: 'budget' } };

type Result = { reply: StoredReply; cached: boolean } | { error: ContestantError };

/** Every reply enters the run through here, whichever contestant gave it. */
function accept(said: unknown, opts: Asking): Reply {
  const { reply, doubt } = acceptReply(said);
  if (doubt !== undefined) opts.doubt(doubt);
  return reply;
}

async function send(prepared: Prepared, words: ModelWords, opts: Asking): Promise<Result> {
  const { contestant, respond, cache, abort } = opts;
  const { request } = prepared;
  const known = cache?.get(contestant, request);
  if (known) return { reply: accept(known, opts), cached: true };
  try {
    return { reply: storedReply(await respond(prepared, abort, words)), cached: false };
  } catch (error) {
    if (error instanceof ContestantError) return { error };
    const ours = machineError(error);
    if (ours) throw ours;
    // A user's own model may throw anything: that is a failure of the provider, not of the run.
    return { error: new ProviderError('rejected', messageOf(error), { cause: error }) };
  }
}

function unitOf({ unit }: Prepared) {
  return { unit: unit.id, epoch: unit.epoch };
}

const LONGEST_MESSAGE = 10_000;

/** A user's own model may put anything into its error. */
function describe(error: ContestantError): AttemptError {
  const { kind, status } = error;
  return {
    kind: String(kind),
    message: messageOf(error).slice(0, LONGEST_MESSAGE),
    ...(Number.isSafeInteger(status) && status !== undefined ? { status } : {}),
  };
}
