import { z } from 'zod';
import { isPolicyErrorKind } from './policy.ts';

/** How a unit ended. Refusals, cut-offs, unreadable answers and failures of the machinery are different things. */
export const Outcome = z.enum(['answered', 'unparsed', 'refused', 'truncated', 'provider_error', 'sim_error']);
export type Outcome = z.infer<typeof Outcome>;

/** How a unit ended whose last attempt failed in this way. */
export function errorOutcome(kind: string): Outcome {
  return isPolicyErrorKind(kind) ? 'sim_error' : 'provider_error';
}

/** Errors are never answers: they leave a score open, to be printed as a bracket. */
export function isError(outcome: Outcome): boolean {
  return outcome === 'provider_error' || outcome === 'sim_error';
}
