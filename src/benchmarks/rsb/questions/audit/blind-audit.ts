import { at } from '../../../../util/index.ts';
import type { AssembledQuestion } from '../assemble.ts';
import { blindRules, seenElsewhere } from './blind-rules.ts';
import { corrected, HitCounter, type Hits } from './hits.ts';

/** What one can ask without its words. */
export type KnownQuestion = Pick<AssembledQuestion, 'options' | 'answer'>;

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
export function blindAudit(asked: readonly KnownQuestion[]): (Hits & { pHolm: number })[] {
  const { sets, rules, scored } = scoredSets(asked);
  return corrected(rules.map(({ name }, rule) => countHits(name, sets, (n) => at(at(scored, n), rule))));
}

/** The same for a classifier that nobody thought up: it learns from half of the questions and chooses in the other half, both ways. */
export function learnedAudit(asked: readonly KnownQuestion[]): Hits {
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
function scoredSets(asked: readonly KnownQuestion[]) {
  const sets = asked.map(({ options, answer }): OptionSet => {
    return { options: Object.values(options), right: Object.keys(options).indexOf(answer) };
  });
  const rules = blindRules(sets[0]?.options.length ?? 0);
  const elsewhere = seenElsewhere(sets.map(({ options }) => options));
  const scored = sets.map(({ options }) => rules.map(({ scores }) => scores(options, elsewhere)));
  return { sets, rules, scored };
}

const STEPS = 300;
/** Keeps weights small that a few questions would make large. */
const DECAY = 0.002;

/**
 * A logistic regression over everything that the rules look at: it learns which traits right options have from the questions at
 * even places and judges the options at odd ones, and the other way round.
 * @param scored by question, rule and option
 * @returns by question and option: the higher, the likelier
 */
function crossFitted(scored: readonly (readonly (readonly number[])[])[], right: readonly number[]): number[][] {
  const sets = scored.map((rules, n) => ({ features: standardised(rules), right: at(right, n) }));
  const weights = [0, 1].map((half) => train(sets.filter((_, n) => n % 2 === half)));
  return sets.map(({ features }, n) => utilities(features, at(weights, (n + 1) % 2)));
}

interface OptionFeatures {
  /** By option and trait. */
  features: readonly Float64Array[];
  right: number;
}

/** Each trait relative to the other options of the same question. */
function standardised(rules: readonly (readonly number[])[]): Float64Array[] {
  const columns = rules.map((scores) => {
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
    return scores.map((score) => (deviation > 0 ? (score - mean) / deviation : 0));
  });
  return at(rules, 0).map((_, option) => Float64Array.from(columns, (column) => at(column, option)));
}

function utilities(features: readonly Float64Array[], weights: Float64Array): number[] {
  return features.map((own) => {
    let sum = 0;
    for (let n = 0; n < weights.length; n++) sum += (own[n] ?? 0) * (weights[n] ?? 0);
    return sum;
  });
}

function train(sets: readonly OptionFeatures[]): Float64Array {
  const weights = new Float64Array(sets[0]?.features[0]?.length ?? 0);
  const gradient = new Float64Array(weights.length);
  // Traits go together: with many of them, longer steps would overshoot.
  const rate = 2 / weights.length;
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0);
    for (const { features, right } of sets) {
      const odds = utilities(features, weights).map(Math.exp);
      const total = odds.reduce((sum, one) => sum + one, 0);
      for (const [option, own] of features.entries()) {
        const miss = Number(option === right) - at(odds, option) / total;
        for (let n = 0; n < weights.length; n++) gradient[n] = (gradient[n] ?? 0) + miss * (own[n] ?? 0);
      }
    }
    for (let n = 0; n < weights.length; n++)
      weights[n] = (weights[n] ?? 0) * (1 - DECAY) + (rate * (gradient[n] ?? 0)) / sets.length;
  }
  return weights;
}
