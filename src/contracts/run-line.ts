import { MediaRef } from './media.ts';
import { type AttemptEvent, RunEvent } from './run.ts';

/** One line of a journal, or nothing where it is none. */
export function parseRunLine(text: string): RunEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainAttempt(value) || isPlainSample(value) ? value : RunEvent.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/**
 * Half of all lines are answers of one shape: looking at their fields is several times faster than the schema, which
 * still judges everything else.
 */
function isPlainAttempt(value: unknown): value is AttemptEvent {
  if (!isObject(value) || value.event !== 'attempt' || value.error !== undefined || !isObject(value.reply))
    return false;
  const { unit, epoch, attempt, at, ms, final, cached } = value;
  const { text, finish, usage, reasoning, servedBy, responseId } = value.reply;
  return (
    typeof unit === 'string' &&
    isCount(epoch) &&
    isCount(attempt) &&
    attempt > 0 &&
    typeof at === 'string' &&
    typeof ms === 'number' &&
    typeof final === 'boolean' &&
    cached === undefined &&
    typeof text === 'string' &&
    (finish === 'stop' || finish === 'length') &&
    (usage === undefined || (isObject(usage) && isCount(usage.inputTokens) && isCount(usage.outputTokens))) &&
    (usage === undefined ||
      !isObject(usage) ||
      usage.reasoningTokens === undefined ||
      isCount(usage.reasoningTokens)) &&
    [reasoning, servedBy, responseId].every((each) => each === undefined || typeof each === 'string')
  );
}

/** The same for questions: whoever uses one reads it by its benchmark's own schema anyway. */
function isPlainSample(value: unknown): value is Extract<RunEvent, { event: 'sample' }> {
  if (!isObject(value) || value.event !== 'sample' || !isObject(value.sample)) return false;
  const { id, cluster, groups, media } = value.sample;
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof cluster === 'string' &&
    isObject(groups) &&
    Object.values(groups).every((each) => typeof each === 'string') &&
    Array.isArray(media) &&
    media.every((ref) => MediaRef.safeParse(ref).success)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
