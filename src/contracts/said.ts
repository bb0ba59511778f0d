import { z } from 'zod';
import { count, problemsOf } from '../util/index.ts';
import { ProviderError, type Reply, Said } from './model.ts';
import { isPlainReply } from './run-line.ts';
import type { Usage } from './summary.ts';

/** Characters of all its texts together: as much as is read of a server's reply. */
const LONGEST_REPLY = 2 ** 24;
/** More tokens than any context holds: a larger count for one reply is a mistake of the server. */
const MOST_TOKENS = 1e9;

/**
 * What a model said, as it may be stored. Usage that cannot be true is left out and named in `doubt`: an answer without
 * a bill is still an answer. Throws `bad_response` naming the field when it is no reply at all.
 * @example acceptReply({ text: 'A', finish: 'stop', usage: { inputTokens: -1, outputTokens: 5 } }).doubt // 'input tokens: -1'
 */
export function acceptReply(given: unknown): { reply: Reply; doubt?: string } {
  const said = fieldsOfReply(given);
  if (isPlainReply(said) && isPossible(said.usage)) return { reply: short(said) };
  const parsed = Said.safeParse(said);
  if (!parsed.success) throw new ProviderError('bad_response', `this is no reply: ${problemsOf(parsed.error)}`);
  const { usage: claimed, ...rest } = parsed.data;
  const reply = short(rest);
  if (claimed === undefined || claimed === null) return { reply };

  const { inputTokens, outputTokens, reasoningTokens } = z.looseObject({}).safeParse(claimed).data ?? {};
  const counts = { input: inputTokens, output: outputTokens, reasoning: reasoningTokens ?? 0 };
  const wrong = Object.entries(counts).find(([, count]) => !isTokens(count));
  // Never a text of the server, which may be anything.
  const doubt = wrong ? { doubt: `${wrong[0]} tokens: ${typeof wrong[1] === 'number' ? wrong[1] : 'no number'}` } : {};
  if (!isTokens(inputTokens) || !isTokens(outputTokens)) return { reply, ...doubt };
  // Reasoning is part of the output, so it can go alone.
  const usage = { inputTokens, outputTokens, ...(isTokens(reasoningTokens) ? { reasoningTokens } : {}) };
  return { reply: { ...reply, usage }, ...doubt };
}

/** What servers say is bounded where it is read; people's own models may say anything. */
function short<T extends object>(reply: T): T {
  const length = Object.values(reply).reduce<number>(
    (sum, each) => sum + (typeof each === 'string' ? each.length : 0),
    0,
  );
  if (length <= LONGEST_REPLY) return reply;
  const message = `the reply is too long: ${count(length)} characters, at most ${count(LONGEST_REPLY)} are kept`;
  throw new ProviderError('too_large', message);
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(Said.shape));

/**
 * What an untyped module puts beside a reply is none of ours: it may be as large as it likes, refer to itself, or tell JSON to write
 * something else. Each field is read once, so that what is checked is what is written.
 */
function fieldsOfReply(said: unknown): unknown {
  // A class may make its fields up on the fly, which the schema asks for one by one.
  if (typeof said !== 'object' || said === null || Object.getPrototypeOf(said) !== Object.prototype) return said;
  return Object.fromEntries(Object.entries(said).filter(([field]) => FIELDS.has(field)));
}

function isPossible(usage: Usage | undefined): boolean {
  return !usage || Object.values(usage).every((count) => count === undefined || isTokens(count));
}

function isTokens(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_TOKENS;
}
