import type { Metric, Pairing } from '../contracts/index.ts';
import { holm } from '../stats/index.ts';
import { at, plural } from '../util/index.ts';
import { percent, pValue } from './format.ts';
import { isOpen, limitsOf } from './metric-cells.ts';
import { pairingLimits } from './verdict.ts';

/** One contestant's headline on a benchmark. */
export interface Contender {
  name: string;
  metric: Metric;
  /** It was told the right answers: a ceiling. */
  told: boolean;
}

/** Who was measured on the same questions under the same recipe. */
export interface Contest {
  benchmark: string;
  contenders: readonly Contender[];
  /** The best against the next, of those who were told nothing. */
  best?: { a: string; b: string; pairing: Pairing };
}

const significance = 0.05;

/**
 * What the numbers say, in sentences. Above or below chance is claimed where the whole interval lies there; better than
 * another, where the paired interval and the test, Holm-corrected over all sentences, agree. Everything else is said not to be known.
 */
export function findingsOf(contests: readonly Contest[]): string[] {
  const tested = contests.flatMap(({ best }) => (best?.pairing.p == null ? [] : [best.pairing.p]));
  const corrected = holm(tested);
  const unclaimed: string[] = [];
  let next = 0;
  const sentences = contests.flatMap((contest) => {
    const { best } = contest;
    const p = best?.pairing.p == null ? null : at(corrected, next++);
    if (best && !isBetter(best, p)) unclaimed.push(`${best.a} and ${best.b} on ${contest.benchmark}`);
    return [
      ...chanceSentences(contest),
      ...partSentences(contest),
      ...(best && isBetter(best, p) ? [betterSentence(best, p)] : []),
    ];
  });
  const intervals = contests.flatMap(({ contenders }) => contenders).filter(({ told }) => !told).length;
  return [
    ...sentences,
    ...(unclaimed.length > 0 ? [`No difference can be claimed between ${listed(unclaimed)}.`] : []),
    ...ceilingSentence(contests),
    ...errorSentence(contests),
    ...(intervals > 1
      ? [
          `Each of the ${intervals} intervals below holds in 95 of 100 cases: among that many, one or more may be wrong by chance.`,
        ]
      : []),
  ];
}

function chanceSentences({ benchmark, contenders }: Contest): string[] {
  const own = contenders.filter(({ told, metric }) => !told && limitsOf(metric) !== null);
  const chances = new Set(own.map(({ metric }) => metric.chance));
  const [chance] = chances;
  if (own.length === 0) return [];
  if (chance === undefined || chances.size > 1) return [`Scores on ${benchmark}: ${listed(own.map(scored))}.`];
  const sides = Map.groupBy(own, ({ metric }) => sideOf(metric, chance));
  const parts = (['above', 'below', 'open'] as const).flatMap((side) => {
    const those = sides.get(side);
    if (!those) return [];
    const names = listed(those.map(scored));
    if (side === 'open') return [`${names} cannot be told from it`];
    return [`${names} ${those.length > 1 ? 'are' : 'is'} ${side} it`];
  });
  return [`On ${benchmark}, where chance is ${percent(chance)} %, ${listed(parts)}.`];
}

/** Whether those who were told nothing do better than baselines that know part of the scene: chance alone is easily beaten. */
function partSentences({ benchmark, contenders }: Contest): string[] {
  const own = contenders.flatMap((contender) => {
    const { low } = limitsOf(contender.metric) ?? {};
    const { ablated } = contender.metric;
    const isKnown = ablated !== undefined && Object.keys(ablated).length > 0;
    return contender.told || low === undefined || !isKnown ? [] : [{ ...contender, low, ablated }];
  });
  const [first] = own;
  if (!first) return [];
  const [name, most] = Object.entries(first.ablated).reduce((best, each) => (each[1] > best[1] ? each : best));
  const above = own.filter(({ low, ablated }) => low > Math.max(...Object.values(ablated)));
  const names = listed(above.map((each) => each.name));
  const verdict =
    above.length === 0 ? 'nobody is above that' : `${names} ${above.length > 1 ? 'are' : 'is'} above that`;
  const others = above.length > 0 && above.length < own.length ? ', nobody else' : '';
  return [`Part of the scene alone gives up to ${percent(most)} % on ${benchmark} (${name}): ${verdict}${others}.`];
}

function sideOf(metric: Metric, chance: number): 'above' | 'below' | 'open' {
  const limits = limitsOf(metric);
  if (limits !== null && limits.low > chance) return 'above';
  return limits !== null && limits.high < chance ? 'below' : 'open';
}

/** Without the interval, which the figure beside the sentences shows. @example 'baseline/random (29.2 %)' */
function scored({ name, metric }: Contender): string {
  const { value, worst, best } = metric;
  const open = isOpen(metric) && worst !== undefined && best !== undefined;
  const number = open ? `${percent(worst)} to ${percent(best)}` : value === null ? 'no score' : percent(value);
  return `${name} (${number} %)`;
}

type Best = NonNullable<Contest['best']>;

function isBetter({ pairing }: Best, p: number | null): boolean {
  const limits = pairingLimits(pairing);
  return limits !== null && limits.low > 0 && p !== null && p < significance;
}

function betterSentence({ a, b, pairing }: Best, p: number | null): string {
  const { low, high } = pairingLimits(pairing) ?? { low: 0, high: 0 };
  const test = p === null ? '' : `; p ${p < 0.001 ? '' : '= '}${pValue(p)}`;
  return `${a} is better than ${b} (by ${percent(low)} to ${percent(high)} points, 95 % interval${test}).`;
}

/** Says that questions can be answered at all, where all who knew the answers did. */
function ceilingSentence(contests: readonly Contest[]): string[] {
  const told = contests.flatMap(({ contenders }) => contenders).filter((each) => each.told);
  if (told.length === 0 || told.some(({ metric }) => metric.value !== 1 || isOpen(metric))) return [];
  return [
    `A contestant that was told the answers scored 100 % wherever it played: the questions can be answered and are read.`,
  ];
}

function errorSentence(contests: readonly Contest[]): string[] {
  const errors = contests.flatMap(({ contenders }) => contenders).reduce((all, c) => all + (c.metric.errors ?? 0), 0);
  return errors === 0
    ? []
    : [
        `${plural(errors, 'answer')} ended in errors; these scores are ranges that cover every possible outcome of theirs.`,
      ];
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${at(parts, -1)}`;
}
