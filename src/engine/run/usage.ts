import type { AttemptEvent, Price, Usage } from '../../contracts/index.ts';

export function addUsage(total: Usage, more: Usage | undefined): void {
  if (!more) return;
  total.inputTokens += more.inputTokens;
  total.outputTokens += more.outputTokens;
  if (more.reasoningTokens !== undefined) total.reasoningTokens = (total.reasoningTokens ?? 0) + more.reasoningTokens;
}

/** A paid reply whose server does not tell what it used: its cost is unknown, not 0. */
export function isUnmetered({ cached, reply }: AttemptEvent, price: Price | null): boolean {
  return (
    reply !== undefined && !cached && reply.usage === undefined && price !== null && price.input + price.output > 0
  );
}
