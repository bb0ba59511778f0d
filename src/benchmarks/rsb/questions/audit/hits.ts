import { holm } from '../../../../stats/index.ts';
import { at } from '../../../../util/index.ts';

/** How often a rule was right, with what chance would do. */
export interface Hits {
  rule: string;
  questions: number;
  /** Share of questions. */
  hit: number;
  chance: number;
  /** Of chance alone. */
  standardError: number;
  /** Two-sided, of the hypothesis that every option is as likely to be right. */
  p: number;
}

/** Counts choices. Where a rule leaves several options, each of them is taken as often, and only the mean is counted. */
export class HitCounter {
  #questions = 0;
  #hits = 0;
  #expected = 0;
  #variance = 0;

  /** @param scores of each option @param right the right one’s place */
  add(scores: readonly number[], right: number): void {
    const best = Math.max(...scores);
    const taken = scores.filter((score) => score >= best - 1e-12).length;
    const chance = 1 / scores.length;
    this.#questions += 1;
    this.#hits += at(scores, right) >= best - 1e-12 ? 1 / taken : 0;
    this.#expected += chance;
    this.#variance += chance / taken - chance ** 2;
  }

  result(rule: string): Hits {
    const questions = this.#questions;
    const deviation = Math.sqrt(Math.max(0, this.#variance));
    const z = deviation > 1e-9 ? (this.#hits - this.#expected) / deviation : 0;
    return {
      rule,
      questions,
      hit: this.#hits / questions,
      chance: this.#expected / questions,
      standardError: deviation / questions,
      p: 2 * upperTail(Math.abs(z)),
    };
  }
}

/** With Holm's correction for the number of rules, the best first. */
export function corrected(hits: readonly Hits[]): (Hits & { pHolm: number })[] {
  const p = holm(hits.map((one) => one.p));
  return hits.map((one, n) => ({ ...one, pHolm: at(p, n) })).sort((a, b) => b.hit - a.hit);
}

/** Of the normal distribution: Abramowitz and Stegun 26.2.17, off by less than 1e-7. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduceRight((rest, term) => t * (term + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
