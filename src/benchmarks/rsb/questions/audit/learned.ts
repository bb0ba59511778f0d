import { at } from '../../../../util/index.ts';

const STEPS = 300;
/** Keeps weights small that a few questions would make large. */
const DECAY = 0.002;

/**
 * A logistic regression over everything that the rules look at: it learns which traits right options have from the questions at
 * even places and judges the options at odd ones, and the other way round.
 * @param scored by question, rule and option
 * @returns by question and option: the higher, the likelier
 */
export function crossFitted(scored: readonly (readonly (readonly number[])[])[], right: readonly number[]): number[][] {
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
