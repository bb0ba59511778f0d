import { at } from '../../../../util/index.ts';
import type { AssembledQuestion } from '../assemble.ts';
import { blindRules } from './blind-rules.ts';
import { seenElsewhere } from './elsewhere.ts';
import { corrected, HitCounter, type Hits } from './hits.ts';
import { crossFitted } from './learned.ts';

type Asked = Pick<AssembledQuestion, 'options' | 'answer'>;

/** What somebody sees who does not look at the question. */
interface OptionSet {
  options: readonly string[];
  /** The right one’s place. */
  right: number;
}

/**
 * How often one is right who sees options and no question, by any of the rules; the best first.
 * @example blindAudit(asked)[0] // { rule: 'longest', hit: 0.297, chance: 0.25, pHolm: 0.0003, … }
 */
export function blindAudit(asked: readonly Asked[]): (Hits & { pHolm: number })[] {
  const { sets, rules, scored } = scoredSets(asked);
  return corrected(rules.map(({ name }, rule) => countHits(name, sets, (n) => at(at(scored, n), rule))));
}

/** The same for a classifier that nobody thought up: it learns from half of the questions and chooses in the other half, both ways. */
export function learnedAudit(asked: readonly Asked[]): Hits {
  const { sets, scored } = scoredSets(asked);
  const right = sets.map((set) => set.right);
  const utilities = crossFitted(scored, right);
  return countHits('logistic regression over all of them', sets, (n) => at(utilities, n));
}

function countHits(rule: string, sets: readonly OptionSet[], scores: (n: number) => readonly number[]): Hits {
  const counter = new HitCounter();
  for (const [n, { right }] of sets.entries()) counter.add(scores(n), right);
  return counter.result(rule);
}

/** Scores by question, rule and option. */
function scoredSets(asked: readonly Asked[]) {
  const sets = asked.map(({ options, answer }): OptionSet => {
    return { options: Object.values(options), right: Object.keys(options).indexOf(answer) };
  });
  const rules = blindRules(sets[0]?.options.length ?? 0);
  const elsewhere = seenElsewhere(sets.map(({ options }) => options));
  const scored = sets.map(({ options }) => rules.map(({ scores }) => scores(options, elsewhere)));
  return { sets, rules, scored };
}
