import type { Price, Usage } from './summary.ts';

/** US dollars for this usage; null when the price is unknown. Output includes reasoning. */
export function costOf(usage: Usage, price: Price | null): number | null {
  return price && (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}
