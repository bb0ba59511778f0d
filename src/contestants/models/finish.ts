import type { Reply } from '../../contracts/index.ts';

/** How a reply ended, by all the names that servers have for it. */
const names: Record<Exclude<Reply['finish'], 'other'>, readonly string[]> = {
  stop: ['stop', 'end_turn', 'stop_sequence', 'eos', 'eos_token', 'complete', 'completed'],
  length: [
    ...['length', 'max_tokens', 'max_output_tokens', 'max_length', 'model_length', 'token_limit'],
    ...['model_context_window_exceeded', 'context_length_exceeded'],
  ],
  refused: [
    ...['content_filter', 'content_filtered', 'refusal', 'safety', 'image_safety', 'recitation', 'image_recitation'],
    ...['prohibited_content', 'image_prohibited_content', 'blocklist', 'spii', 'guardrail_intervened', 'sensitive'],
  ],
};
const finishes = new Map(
  (['stop', 'length', 'refused'] as const).flatMap((finish) => names[finish].map((name) => [name, finish] as const)),
);

/**
 * How a reply ended. One list for all dialects: a gateway often keeps the word of the server behind it.
 * @example finishOf('MAX_TOKENS') // 'length'
 */
export function finishOf(reason: string | null | undefined): Reply['finish'] {
  return finishes.get(reason?.toLowerCase() ?? '') ?? 'other';
}
