import { at } from '../../../../util/index.ts';
import { HitCounter, type Hits } from './hits.ts';

const STEPS = 150;
const RATE = 0.5;
/** Keeps weights small that a few questions would make large. */
const DECAY = 0.002;

/**
 * A logistic regression over everything that the rules look at: it learns which traits right options have from the questions at
 * even places and chooses at odd ones, and the other way round.
 * @param scored by question, rule and option
 */
export function learnedChoice(scored: readonly (readonly (readonly number[])[])[], right: readonly number[]): Hits {
  const sets = scored.map((rules, n) => ({ features: standardised(rules), right: at(right, n) }));
  const counter = new HitCounter();
  for (const half of [0, 1]) {
    const weights = fit(sets.filter((_, n) => n % 2 === half));
    for (const set of sets.filter((_, n) => n % 2 !== half)) counter.add(utilities(set.features, weights), set.right);
  }
  return counter.result('logistic regression');
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

function fit(sets: readonly OptionFeatures[]): Float64Array {
  const weights = new Float64Array(at(at(sets, 0).features, 0).length);
  const gradient = new Float64Array(weights.length);
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
      weights[n] = (weights[n] ?? 0) * (1 - DECAY) + (RATE * (gradient[n] ?? 0)) / sets.length;
  }
  return weights;
}
