import { z } from 'zod';

/** How a unit ended. Refusals, cut-offs, unreadable answers and failures of the machinery are different things. */
export const Outcome = z.enum(['answered', 'unparsed', 'refused', 'truncated', 'provider_error', 'sim_error']);
export type Outcome = z.infer<typeof Outcome>;

/** Errors are never answers: they leave a score open, to be printed as a bracket. */
export function isError(outcome: Outcome): boolean {
  return outcome === 'provider_error' || outcome === 'sim_error';
}
