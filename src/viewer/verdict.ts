import { isOpen, type UnitResult } from '../contracts/index.ts';

export const verdicts = ['right', 'partly', 'wrong', 'dropped', 'open'] as const;
/** What a score says in a word; `dropped` is what official code leaves out, `open` what an error leaves unknown. */
export type Verdict = (typeof verdicts)[number];

export function verdictOf(result: UnitResult): Verdict {
  if (isOpen(result)) return 'open';
  if (result.score === null) return 'dropped';
  if (result.score >= 1) return 'right';
  return result.score > 0 ? 'partly' : 'wrong';
}
