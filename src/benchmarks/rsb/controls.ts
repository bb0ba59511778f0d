import {
  type ControlLink,
  type ControlReading,
  type Controls,
  isOpen,
  type Metric,
  type Pairing,
  type UnitResult,
} from '../../contracts/index.ts';
import { compareResults, meanMetric } from '../../stats/index.ts';
import type { Condition } from './sample.ts';

type Results = Readonly<Record<string, readonly UnitResult[]>>;

/** A link that costs less than this, for certain, works. */
const SMALL = 0.1;

/** What is counted, from what hands alone can do to the real task, and the link that each adds to the one before. */
const stages: readonly {
  name: string;
  condition: Condition;
  about: string;
  link: Pick<ControlLink, 'name' | 'about'>;
  /** The score unless it says otherwise. */
  count?(unit: UnitResult): boolean;
}[] = [
  {
    name: 'any block',
    condition: 'direct',
    about: 'brings some block into the zone',
    link: { name: 'acting', about: 'block → zone' },
    count: carried,
  },
  {
    name: 'direct',
    condition: 'direct',
    about: 'told which block',
    link: { name: 'finding', about: 'name of a block → block' },
  },
  {
    name: 'named',
    condition: 'named',
    about: 'told the answer',
    link: { name: 'binding', about: 'answer → block' },
  },
  {
    name: 'question',
    condition: 'question',
    about: 'asked the question',
    link: { name: 'reading', about: 'question → answer' },
  },
];

/** Under these, a score above blind choice comes from where it should not. */
const probes: readonly {
  condition: Condition;
  about: string;
  count?(unit: UnitResult): boolean;
  says(metric: Metric): string;
}[] = [
  {
    condition: 'shuffled',
    about: 'asked what no block answers; counted is whether it chose any',
    count: choseAny,
    says: (metric) => `It goes for a block in ${shown(metric)} of the episodes, although none is right.`,
  },
  {
    condition: 'no-picture',
    about: 'the same question, blank pictures',
    says: (metric) => besideBlind(metric, 'Without the pictures', 'So it does not need to see.'),
  },
  {
    condition: 'no-text',
    about: 'the same table, an instruction that says nothing',
    says: (metric) => besideBlind(metric, 'Without the text', 'So it knows the answer from elsewhere.'),
  },
];

/** The question first: whoever remembers tables must not have been told before which of their blocks is right. */
const order: readonly Condition[] = ['question', 'no-text', 'no-picture', 'shuffled', 'named', 'direct'];

/** What is run beside each other: the question as published, and what takes one step at a time out of it. */
export const controls: Controls = {
  conditions: Object.fromEntries(order.map((condition) => [condition, { condition }])),
  read(results) {
    const blind = blindChoice(results);
    const chance = blind && meanMetric({ name: 'blind', results: blind }).value;
    const metricOf = (name: string, units: readonly UnitResult[], atChance: boolean) =>
      meanMetric({ name, results: units, ...(atChance && chance != null && { chance }) });
    return {
      stages: stages.flatMap(({ name, about, count }) => {
        const units = countedAs(results, name);
        return units ? [{ condition: name, about, metric: metricOf(name, units, count === undefined) }] : [];
      }),
      links: linksOf(results, blind),
      probes: probes.flatMap(({ condition, about, count, says }) => {
        const units = results[condition];
        if (!units) return [];
        const metric = metricOf(condition, count ? counted(units, count) : units, count === undefined);
        return [{ condition, about, metric, says: says(metric) }];
      }),
    } satisfies ControlReading;
  },
};

/** The units behind a stage. */
function countedAs(results: Results, name: string): readonly UnitResult[] | undefined {
  const stage = stages.find((each) => each.name === name);
  const units = stage && results[stage.condition];
  return units && (stage.count ? counted(units, stage.count) : units);
}

function counted(units: readonly UnitResult[], count: (unit: UnitResult) => boolean): UnitResult[] {
  return units.map((unit) => (isOpen(unit) ? unit : { ...unit, score: count(unit) ? 1 : 0 }));
}

/** The block that it went for came to lie in the zone; where nobody moves, it is enough to name one. */
function carried({ facts }: UnitResult): boolean {
  return facts?.chosen !== undefined && (facts.ending === undefined || facts.placed === facts.chosen);
}

function choseAny({ facts }: UnitResult): boolean {
  return facts?.chosen !== undefined;
}

/** What a blind choice would score with the hands that this contestant has: who cannot carry a block fails at any. */
function blindChoice(results: Results): UnitResult[] | undefined {
  const hands = countedAs(results, 'any block');
  const choices = Number(hands?.find(({ facts }) => facts?.choices)?.facts?.choices);
  if (!hands || !(choices > 0)) return undefined;
  return hands.map((unit) => ({ ...unit, score: unit.score === null ? null : unit.score / choices }));
}

function linksOf(results: Results, blind: readonly UnitResult[] | undefined): ControlLink[] {
  return stages.flatMap(({ name, link }, index) => {
    const units = countedAs(results, name);
    if (!units) return [];
    const before = stages[index - 1]?.name;
    if (before === undefined) return [{ ...link, to: name, ...judgeActing(units) }];
    const earlier = countedAs(results, before);
    if (!earlier || !blind) return [];
    const pairing = against(units, earlier);
    const told = judgeLink(link.name, pairing, { before: aboveBlind(earlier, blind), after: aboveBlind(units, blind) });
    return [{ ...link, from: before, to: name, pairing, ...told }];
  });
}

function judgeActing(units: readonly UnitResult[]): Pick<ControlLink, 'verdict' | 'says'> {
  const metric = meanMetric({ name: 'any block', results: units });
  const range = rangeOf(metric);
  const verdict = !range
    ? 'open'
    : range.low > 1 - SMALL
      ? 'works'
      : range.high < SMALL
        ? 'fails'
        : range.high < 1
          ? 'costs'
          : 'open';
  const words = {
    works: 'Acting works',
    costs: 'Acting fails at times',
    fails: 'Acting fails',
    open: 'Acting is open',
  };
  return {
    verdict,
    says: `${words[verdict]}: the block that it goes for ends up in the zone in ${shown(metric)} of the episodes.`,
  };
}

/** A later condition against an earlier one, table by table. */
function against(units: readonly UnitResult[], earlier: readonly UnitResult[]): Pairing {
  return compareResults(units, earlier, { breakdowns: [] }).overall;
}

type Limits = { low: number; high: number };

/** How much better units are scored than a blind choice would be, for certain; nothing is where that cannot be said. */
function aboveBlind(units: readonly UnitResult[], blind: readonly UnitResult[]): Limits {
  return limitsOf(against(units, blind)) ?? { low: -1, high: 1 };
}

function judgeLink(
  link: string,
  pairing: Pairing,
  above: { before: Limits; after: Limits },
): Pick<ControlLink, 'verdict' | 'says'> {
  const name = `${link.charAt(0).toUpperCase()}${link.slice(1)}`;
  const limits = limitsOf(pairing);
  const { a: after, b: before } = pairing;
  if (above.before.low <= 0 || !limits || after === null || before === null) {
    const says = `${name} cannot be told: what comes before it is not told apart from a blind choice.`;
    return { verdict: 'open', says };
  }
  const change = `from ${percent(before)} % to ${percent(after)} %`;
  const lost = `${percent(-limits.high)} to ${percent(-limits.low)} points lost`;
  // Not told apart from a blind choice is not the same as no better than one: few episodes tell nothing apart.
  const isAbove = above.after.low > 0;
  if (!isAbove && above.after.high < SMALL)
    return { verdict: 'fails', says: `${name} fails: ${change}, no better than a blind choice.` };
  if (isAbove && limits.low > -SMALL) return { verdict: 'works', says: `${name} works: ${change}, ${lost}.` };
  if (limits.high < 0) return { verdict: 'costs', says: `${name} fails at times: ${change}, ${lost}.` };
  return { verdict: 'open', says: `${name} is open: ${change}, ${lost}; more episodes would tell.` };
}

function besideBlind(metric: Metric, lead: string, better: string): string {
  const range = rangeOf(metric);
  const rate = `${lead} it scores ${shown(metric)}`;
  if (!range || metric.chance === undefined) return `${rate}.`;
  const blind = `${rate}; a blind choice with the same hands scores ${percent(metric.chance)} %.`;
  return range.low > metric.chance ? `${blind} ${better}` : blind;
}

/** The interval; where errors leave the value open, with all of them wrong below and right above. */
function rangeOf(metric: Metric): Limits | undefined {
  const { low, high } = (metric.errors ?? 0) > 0 ? { low: metric.lowest, high: metric.highest } : metric;
  return low == null || high == null ? undefined : { low, high };
}

function limitsOf({ difference, errors = 0, lowest, highest }: Pairing): Limits | undefined {
  if (errors === 0) return difference ?? undefined;
  return lowest === undefined || highest === undefined ? undefined : { low: lowest, high: highest };
}

/** @example '98.0 % [96.4, 99.0]' */
function shown(metric: Metric): string {
  const range = rangeOf(metric);
  const interval = range ? ` [${percent(range.low)}, ${percent(range.high)}]` : '';
  return metric.value === null ? 'nothing that can be counted' : `${percent(metric.value)} %${interval}`;
}

function percent(share: number): string {
  const text = (100 * share).toFixed(1);
  return text === '-0.0' ? '0.0' : text;
}
