/** How much of the error lmms-eval keeps. */
const LONGEST = 200;

/**
 * What lmms-eval's clients record in place of an answer when a request failed. Older ones record an empty text, which cannot be
 * told from an empty answer.
 */
export function lmmsFailure({ message, attempts }: { message: string; attempts: number }): string {
  const preview = [...message.replaceAll('\n', ' ')].slice(0, LONGEST).join('');
  return `[LMMS_EVAL_REQUEST_FAILED after ${attempts} retries] ${preview}`;
}

/** Whether a recorded text is no answer: the request failed, or was not made because the budget was spent. */
export function isLmmsFailure(text: string): boolean {
  return /^\[LMMS_EVAL_(?:REQUEST_FAILED|BUDGET_EXCEEDED)/.test(text);
}
