import { at } from '../../../../util/index.ts';
import type { AssembledQuestion } from '../assemble.ts';
import { type BlindRule, blindRules } from './blind-rules.ts';
import { seenElsewhere } from './elsewhere.ts';
import { corrected, HitCounter, type Hits } from './hits.ts';
import { learnedChoice } from './learned.ts';

/** What a policy sees that does not look at the question. */
interface OptionSet {
  options: readonly string[];
  /** The right one’s place. */
  right: number;
}

export interface BlindAudit {
  /** All rules, the best first. */
  rules: readonly (Hits & { pHolm: number })[];
  /** What a classifier reaches that learns from half of the questions and chooses in the other half, both ways. */
  learned: Hits;
}

/**
 * How often one is right who sees options and no question.
 * @example blindAudit(asked).rules[0] // { rule: 'longest', hit: 0.297, chance: 0.25, pHolm: 0.0003, … }
 */
export function blindAudit(asked: readonly Pick<AssembledQuestion, 'options' | 'answer'>[]): BlindAudit {
  const sets = asked.map(({ options, answer }): OptionSet => {
    return { options: Object.values(options), right: Object.keys(options).indexOf(answer) };
  });
  const rules = blindRules(at(sets, 0).options.length);
  const scored = scoresOf(sets, rules);
  const hits = rules.map(({ name }, rule) => {
    const counter = new HitCounter();
    for (const [n, { right }] of sets.entries()) counter.add(at(at(scored, n), rule), right);
    return counter.result(name);
  });
  return {
    rules: corrected(hits),
    learned: learnedChoice(
      scored,
      sets.map(({ right }) => right),
    ),
  };
}

/** By question, rule and option. */
function scoresOf(sets: readonly OptionSet[], rules: readonly BlindRule[]): (readonly number[])[][] {
  const elsewhere = seenElsewhere(sets.map(({ options }) => options));
  return sets.map(({ options }) => rules.map(({ scores }) => scores(options, elsewhere)));
}
