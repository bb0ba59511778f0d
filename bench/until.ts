// How often `run --until` and `--until-vs` are wrong, and what they save: the table of docs/statistics.md.
// Usage: npm run bench -- until [--worlds 2000]
// A world is 1,000 units in clusters, 32 of them under way at once. "arrival" is the rule that one would write first: every unit
// by itself, in the order in which answers come in.

import { parseArgs } from 'node:util';
import { UntilRule } from '../src/engine/run/until.ts';
import { type Random, random } from '../src/stats/index.ts';
import { at } from '../src/util/index.ts';
import { watchBetaBinomial, watchMcNemar } from './until-parts/unit-forms.ts';

const { values } = parseArgs({ args: process.argv.slice(3), options: { worlds: { type: 'string', default: '2000' } } });
const WORLDS = Number(values.worlds);
const UNITS = 1000;
const UNDER_WAY = 32;
const WITHIN = 0.05;
const RIGHT = 0.6;

interface Cell {
  size: number;
  icc: number;
  /** Wrong answers take three times as long as right ones. */
  slowWrong: boolean;
}

interface World {
  clusters: string[][];
  a: Map<string, number>;
  b: Map<string, number>;
  /** Units in the order in which they are finished. */
  finished: string[];
}

/** Scores whose clusters rise and fall together: a unit follows its cluster with the probability that gives this correlation. */
function scores(clusters: string[][], icc: number, right: number, stream: Random): Map<string, number> {
  const drawn = new Map<string, number>();
  for (const units of clusters) {
    const together = stream.next() < right ? 1 : 0;
    for (const unit of units)
      drawn.set(unit, stream.next() < Math.sqrt(icc) ? together : stream.next() < right ? 1 : 0);
  }
  return drawn;
}

function worldOf({ size, icc, slowWrong }: Cell, n: number): World {
  const stream = random('until', size, icc, slowWrong ? 1 : 0, n);
  const clusters = Array.from({ length: UNITS / size }, (_, c) => Array.from({ length: size }, (_, u) => `${c}:${u}`));
  const a = scores(clusters, icc, RIGHT, stream);
  const b = scores(clusters, icc, RIGHT, stream);
  level(a, b, stream);
  const order = stream.shuffle(clusters);
  return { clusters: order, a, b, finished: finishingOrder(order.flat(), a, slowWrong, stream) };
}

/** Changes B until both have the same mean: then whoever claims a difference is wrong. */
function level(a: Map<string, number>, b: Map<string, number>, stream: Random): void {
  const sum = (of: Map<string, number>) => [...of.values()].reduce((total, score) => total + score, 0);
  let surplus = sum(b) - sum(a);
  for (const unit of stream.shuffle([...b.keys()])) {
    if (surplus === 0) return;
    const excess = surplus > 0 ? 1 : 0;
    if (b.get(unit) !== excess) continue;
    b.set(unit, 1 - excess);
    surplus += surplus > 0 ? -1 : 1;
  }
}

function finishingOrder(units: string[], a: Map<string, number>, slowWrong: boolean, stream: Random): string[] {
  const free = Array.from({ length: UNDER_WAY }, () => 0);
  const ends = units.map((unit) => {
    const place = free.indexOf(Math.min(...free));
    const mean = slowWrong && a.get(unit) === 0 ? 3 : 1;
    const end = at(free, place) - mean * Math.log(1 - stream.next());
    free[place] = end;
    return { unit, end };
  });
  return ends.sort((one, other) => one.end - other.end).map(({ unit }) => unit);
}

/** Feeds a rule until it has enough. @returns what it said then, or undefined where it never had */
function watch(rule: UntilRule, { finished, a }: World): { low: number; high: number; asked: number } | undefined {
  for (const [n, unit] of finished.entries()) {
    rule.finish(unit, a.get(unit) ?? null);
    if (n % 20 !== 19) continue;
    const { enough, low, high } = rule.look();
    if (enough) return { low, high, asked: (n + 1) / UNITS };
  }
  return undefined;
}

/** B twenty points worse, to see how soon that is noticed. */
function worseOf({ b }: World, n: number): Map<string, number> {
  return new Map([...b].map(([unit, score]) => [unit, random('worse', n, unit).next() < 1 / 3 ? 0 : score]));
}

/** The special forms for clusters of one unit, in the same worlds. */
function measureForms(slowWrong: boolean) {
  const sums = { wrong: 0, saved: 0, wrongVersus: 0, savedVersus: 0 };
  for (let n = 0; n < WORLDS; n += 1) {
    const world = worldOf({ size: 1, icc: 0, slowWrong }, n);
    const seen = { order: world.clusters.flat(), finished: world.finished };
    const score = watchBetaBinomial(seen, world.a, WITHIN);
    if (score?.missed) sums.wrong += 1;
    sums.saved += 1 - (score?.asked ?? 1);
    if (watchMcNemar(seen, world.a, world.b) !== undefined) sums.wrongVersus += 1;
    sums.savedVersus += 1 - (watchMcNemar(seen, world.a, worseOf(world, n)) ?? 1);
  }
  return sums;
}

function measure(cell: Cell) {
  const wrong = { score: 0, versus: 0, arrival: 0 };
  let saved = 0;
  let savedVersus = 0;
  for (let n = 0; n < WORLDS; n += 1) {
    const world = worldOf(cell, n);
    const truth = [...world.a.values()].reduce((sum, score) => sum + score, 0) / UNITS;
    const misses = (seen: ReturnType<typeof watch>) =>
      seen !== undefined && (truth < seen.low - 1e-9 || truth > seen.high + 1e-9);
    const seen = watch(new UntilRule(world.clusters, { within: WITHIN }), world);
    if (misses(seen)) wrong.score += 1;
    saved += 1 - (seen?.asked ?? 1);
    if (watch(new UntilRule(world.clusters, { versus: world.b }), world)) wrong.versus += 1;
    savedVersus += 1 - (watch(new UntilRule(world.clusters, { versus: worseOf(world, n) }), world)?.asked ?? 1);
    const arrived = world.finished.map((unit) => [unit]);
    if (misses(watch(new UntilRule(arrived, { within: WITHIN }), world))) wrong.arrival += 1;
  }
  return { wrong, saved, savedVersus };
}

const share = (count: number) => `${((100 * count) / WORLDS).toFixed(1)} %`;
console.log(
  '| units per cluster | ICC | slow | wrong, --until 5 | questions saved | wrong, --until-vs an equal | saved, 20 points apart | wrong, arrival rule |',
);
console.log('| --: | --: | --- | --: | --: | --: | --: | --: |');
for (const size of [1, 4, 10])
  for (const icc of size === 1 ? [0] : [0, 0.5, 1])
    for (const slowWrong of [false, true]) {
      const { wrong, saved, savedVersus } = measure({ size, icc, slowWrong });
      const cells = [
        size,
        icc,
        slowWrong ? 'wrong ones' : 'no',
        share(wrong.score),
        share(saved),
        share(wrong.versus),
        share(savedVersus),
        share(wrong.arrival),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }

console.log(
  '\n| clusters of one unit, slow | beta-binomial: wrong | saved | anytime McNemar: wrong, an equal | saved, 20 points apart |',
);
console.log('| --- | --: | --: | --: | --: |');
for (const slowWrong of [false, true]) {
  const { wrong, saved, wrongVersus, savedVersus } = measureForms(slowWrong);
  const cells = [slowWrong ? 'wrong ones' : 'no', share(wrong), share(saved), share(wrongVersus), share(savedVersus)];
  console.log(`| ${cells.join(' | ')} |`);
}
