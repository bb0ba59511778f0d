import { strip } from '../python/text.ts';

/**
 * A reply without its thinking, as VLMEvalKit keeps it in `prediction` with the environment variable SPLIT_THINK: what follows the
 * last `</think>`, stripped; without one, the whole text as it is. Models that bring a `split_thinking` of their own may differ.
 * @example splitThink('<think>A or B?</think>\nB') // 'B'
 */
export function splitThink(text: string): string {
  const pieces = text.split('</think>');
  return pieces.length === 1 ? text : strip(pieces.at(-1) ?? '');
}
