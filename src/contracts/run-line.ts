import { byteSize, problemsOf } from '../util/index.ts';
import { SextantError } from './error.ts';
import type { Reply } from './model.ts';
import { Detail } from './protocol.ts';
import { type AttemptEvent, RunEvent } from './run.ts';
import { MediaRef } from './sample.ts';

/** In bytes: longer lines are not read, whatever they say. A reply of the largest size has one of 100 MB at most. */
export const LONGEST_LINE = 2 ** 27;

/** One line of a journal; undefined where it is not a valid event. */
export function parseRunLine(text: string): RunEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (mayBeDeep(text) && !isShallow(value, DEEPEST)) return undefined;
    return isPlainEvent(value) ? value : RunEvent.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/** Deeper than anything that we write: whoever walks through a line must not run out of stack. */
const DEEPEST = 100;

/** Where fewer brackets open, nothing can be that deep: that is seen several times faster than by walking through the line. */
function mayBeDeep(text: string): boolean {
  let opened = 0;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++opened > DEEPEST) return true;
  return false;
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (left === 0) return false;
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (!isShallow(inner, left - 1)) return false;
  return true;
}

/** An event as a line of a journal. What `parseRunLine` would refuse is never written: it would be lost and asked again. */
export function writeRunLine(event: RunEvent): string {
  const line = JSON.stringify(event);
  if (line.length > LONGEST_LINE / 3 && new TextEncoder().encode(line).length > LONGEST_LINE)
    throw new SextantError('bad_data', `this ${event.event} is too large for a journal: ${byteSize(line.length)}`);
  const value: unknown = event;
  if (mayBeDeep(line) && !isShallow(value, DEEPEST))
    throw unreadable(event, `it is nested more than ${DEEPEST} levels deep`);
  if (isPlainEvent(value)) return line;
  // As it will be read: JSON has no NaN, no Infinity and no undefined.
  const { error } = RunEvent.safeParse(JSON.parse(line));
  if (error) throw unreadable(event, problemsOf(error));
  return line;
}

function unreadable({ event }: RunEvent, why: string): SextantError {
  return new SextantError('internal', `this ${event} could not be read again: ${why}`);
}

/**
 * Nearly all lines have one of three shapes: looking at their fields is several times faster than the schema, which
 * still judges everything else. Whatever passes here, the schema accepts too.
 */
function isPlainEvent(value: unknown): value is RunEvent {
  return isPlainAttempt(value) || isPlainSample(value) || isPlainPrompt(value);
}

function isPlainAttempt(value: unknown): value is AttemptEvent {
  if (!isPlainObject(value) || value.event !== 'attempt' || value.error !== undefined) return false;
  const { unit, epoch, attempt, at, ms, final, cached, reply } = value;
  return (
    typeof unit === 'string' &&
    isCount(epoch) &&
    isPositive(attempt) &&
    typeof at === 'string' &&
    Number.isFinite(ms) &&
    typeof final === 'boolean' &&
    cached === undefined &&
    isPlainReply(reply)
  );
}

/** An answer in words, as servers give it. */
export function isPlainReply(value: unknown): value is Reply {
  if (!isPlainObject(value)) return false;
  const { text, finish, usage, reasoning, servedBy, responseId, endpoint, episode, film, acting } = value;
  return (
    typeof text === 'string' &&
    (finish === 'stop' || finish === 'length') &&
    (usage === undefined || isPlainUsage(usage)) &&
    isTextOrAbsent(reasoning) &&
    isTextOrAbsent(servedBy) &&
    isTextOrAbsent(responseId) &&
    isTextOrAbsent(endpoint) &&
    episode === undefined &&
    film === undefined &&
    acting === undefined
  );
}

function isPlainUsage(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { inputTokens, outputTokens, reasoningTokens } = value;
  return isCount(inputTokens) && isCount(outputTokens) && (reasoningTokens === undefined || isCount(reasoningTokens));
}

/** The same for questions: whoever uses one reads it by its benchmark's own schema anyway. */
function isPlainSample(value: unknown): value is Extract<RunEvent, { event: 'sample' }> {
  if (!isPlainObject(value) || value.event !== 'sample' || !isPlainObject(value.sample)) return false;
  const { id, cluster, groups, media } = value.sample;
  return (
    value.ablations === undefined &&
    typeof id === 'string' &&
    id !== '' &&
    typeof cluster === 'string' &&
    isPlainObject(groups) &&
    Object.values(groups).every((each) => typeof each === 'string') &&
    isListOf(isMedia, media)
  );
}

function isPlainPrompt(value: unknown): value is Extract<RunEvent, { event: 'prompt' }> {
  if (!isPlainObject(value) || value.event !== 'prompt' || !isPlainObject(value.prompt)) return false;
  const { system, parts, decoding } = value.prompt;
  return (
    typeof value.unit === 'string' &&
    isTextOrAbsent(system) &&
    isListOf(isPlainPart, parts) &&
    isPlainDecoding(decoding)
  );
}

function isPlainDecoding(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { temperature, topP, maxTokens, seed } = value;
  return (
    (temperature === undefined || (Number.isFinite(temperature) && Number(temperature) >= 0)) &&
    (topP === undefined || (Number.isFinite(topP) && Number(topP) > 0 && Number(topP) <= 1)) &&
    (maxTokens === undefined || isPositive(maxTokens)) &&
    (seed === undefined || Number.isSafeInteger(seed))
  );
}

function isPlainPart(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { text, media, kept, fps, detail } = value;
  if (typeof text === 'string') return true;
  return (
    isMedia(media) &&
    typeof kept === 'boolean' &&
    (fps === undefined || Number.isFinite(fps)) &&
    (detail === undefined || DETAILS.has(detail))
  );
}

const DETAILS: ReadonlySet<unknown> = new Set(Detail.options);
const TYPES: ReadonlySet<unknown> = new Set(MediaRef.shape.type.options);
const SHA256 = /^[0-9a-f]{64}$/;

function isMedia(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { sha256, type, bytes, width, height, time } = value;
  return (
    typeof sha256 === 'string' &&
    SHA256.test(sha256) &&
    TYPES.has(type) &&
    isCount(bytes) &&
    (width === undefined || isPositive(width)) &&
    (height === undefined || isPositive(height)) &&
    (time === undefined || Number.isFinite(time))
  );
}

/** One that JSON writes as it is: no getters or methods of a class. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Also of holes, which JSON fills with null. */
function isListOf(is: (value: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.findIndex((each) => !is(each)) === -1;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPositive(value: unknown): boolean {
  return isCount(value) && value > 0;
}
