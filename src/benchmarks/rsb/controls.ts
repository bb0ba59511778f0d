import {
  type ControlLink,
  type ControlReading,
  type ControlStage,
  type Controls,
  isOpen,
  type Metric,
  type Pairing,
  type UnitResult,
} from '../../contracts/index.ts';
import { compareResults, meanMetric } from '../../stats/index.ts';
import type { Condition } from './condition.ts';

type Results = Readonly<Record<string, readonly UnitResult[]>>;

/** A link that costs less than this, for certain, works. */
const SMALL = 0.1;

/** From the easiest condition to the real one. */
const stages: readonly { condition: Condition; about: string; link: Pick<ControlLink, 'name' | 'about'> }[] = [
  { condition: 'direct', about: 'told which block', link: { name: 'acting', about: 'block → zone' } },
  { condition: 'named', about: 'told the answer', link: { name: 'binding', about: 'answer → block' } },
  { condition: 'question', about: 'asked the question', link: { name: 'reading', about: 'question → answer' } },
];

const probes: readonly { condition: Condition; about: string; says(metric: Metric): string }[] = [
  {
    condition: 'shuffled',
    about: 'asked a question whose answer is not on the table; counted is whether it chose a block at all',
    says: (metric) => `It goes for a block in ${shown(metric)} of the episodes, although none is right.`,
  },
  {
    condition: 'no-picture',
    about: 'the same question, blank pictures',
    says: (metric) => aboveBlind(metric, 'Without the pictures', 'so it does not need to see', 'so it does look'),
  },
  {
    condition: 'no-text',
    about: 'the same table, an instruction that says nothing',
    says: (metric) =>
      aboveBlind(metric, 'Without the text', 'so the table gives the answer away', 'so the table gives nothing away'),
  },
];

/** What is run beside each other: the question as published, and what takes one step at a time out of it. */
export const controls: Controls = {
  conditions: Object.fromEntries([...stages, ...probes].map(({ condition }) => [condition, { condition }])),
  read(results) {
    const blind = blindRate(results);
    return {
      stages: stages.flatMap(({ condition, about }) => stageOf(results, { condition, about, blind }) ?? []),
      links: linksOf(results),
      probes: probes.flatMap(({ condition, about, says }) => {
        const units = results[condition];
        if (!units) return [];
        const counted = condition === 'shuffled' ? units.map(choseAny) : units;
        const chance = condition === 'shuffled' ? {} : blind;
        const metric = meanMetric({ name: condition, results: counted, ...chance });
        return [{ condition, about, metric, says: says(metric) }];
      }),
    } satisfies ControlReading;
  },
};

/** What a blind choice would score with the hands that this contestant has: those who fail to act fail at any block. */
function blindRate(results: Results): { chance?: number } {
  const { direct } = results;
  const choices = Number(direct?.find(({ facts }) => facts?.choices)?.facts?.choices);
  const value = direct && meanMetric({ name: 'direct', results: direct }).value;
  return value == null || !(choices > 0) ? {} : { chance: value / choices };
}

function stageOf(
  results: Results,
  { condition, about, blind }: { condition: Condition; about: string; blind: { chance?: number } },
): ControlStage | undefined {
  const units = results[condition];
  if (!units) return undefined;
  const chance = condition === 'direct' ? {} : blind;
  return { condition, about, metric: meanMetric({ name: condition, results: units, ...chance }) };
}

function choseAny(unit: UnitResult): UnitResult {
  return isOpen(unit) ? unit : { ...unit, score: unit.facts?.chosen === undefined ? 0 : 1 };
}

function linksOf(results: Results): ControlLink[] {
  return stages.flatMap(({ condition, link }, index) => {
    const units = results[condition];
    if (!units) return [];
    const before = stages[index - 1]?.condition;
    if (before === undefined) return [actingLink(link, units)];
    const earlier = results[before];
    if (!earlier) return [];
    const { overall } = compareResults(units, earlier, { breakdowns: [] });
    const told = judgeLink({ link, overall, from: aboveChance(results, before), to: aboveChance(results, condition) });
    return [{ ...link, from: before, to: condition, pairing: overall, ...told }];
  });
}

function actingLink(link: Pick<ControlLink, 'name' | 'about'>, units: readonly UnitResult[]): ControlLink {
  const metric = meanMetric({ name: 'direct', results: units });
  const range = rangeOf(metric);
  const verdict = !range ? 'open' : range.low > 1 - SMALL ? 'works' : range.high < SMALL ? 'fails' : 'costs';
  const rate = `told which block, it brings it into the zone in ${shown(metric)} of the episodes`;
  const words = { works: 'Acting works', costs: 'Acting fails at times', fails: 'Acting fails', open: 'Acting is open' };
  return { ...link, to: 'direct', verdict, says: `${words[verdict]}: ${rate}.` };
}

/**
 * Whether a condition is scored better than by a blind choice with the same hands, for certain; undefined where that cannot be
 * told.
 */
function aboveChance(results: Results, condition: Condition): boolean | undefined {
  const { direct } = results;
  const units = results[condition];
  const choices = Number(direct?.find(({ facts }) => facts?.choices)?.facts?.choices);
  if (!direct || !units || !(choices > 0)) return undefined;
  const blind = direct.map((unit) => ({ ...unit, score: unit.score === null ? null : unit.score / choices }));
  const limits = limitsOf(compareResults(units, blind, { breakdowns: [] }).overall);
  return limits && limits.low > 0;
}

function judgeLink(opts: {
  link: Pick<ControlLink, 'name' | 'about'>;
  overall: Pairing;
  from: boolean | undefined;
  to: boolean | undefined;
}): Pick<ControlLink, 'verdict' | 'says'> {
  const { link, overall, from, to } = opts;
  const name = `${link.name.charAt(0).toUpperCase()}${link.name.slice(1)}`;
  const limits = limitsOf(overall);
  if (from !== true || !limits || overall.a === null || overall.b === null)
    return { verdict: 'open', says: `${name} cannot be told: what comes before it is not above blind choice.` };
  const change = `${percent(overall.b)} % before, ${percent(overall.a)} % after`;
  const points = `[${percent(-limits.high)}, ${percent(-limits.low)}] points lost`;
  if (to !== true) return { verdict: 'fails', says: `${name} fails: ${change}, no better than a blind choice.` };
  if (limits.low > -SMALL) return { verdict: 'works', says: `${name} works: ${change}, ${points}.` };
  if (limits.high < 0) return { verdict: 'costs', says: `${name} fails at times: ${change}, ${points}.` };
  return { verdict: 'open', says: `${name}: ${change}, ${points}; more episodes would tell.` };
}

function aboveBlind(metric: Metric, lead: string, better: string, not: string): string {
  const range = rangeOf(metric);
  const rate = `${lead} it scores ${shown(metric)}`;
  if (!range || metric.chance === undefined) return `${rate}.`;
  const blind = `a blind choice with the same hands ${percent(metric.chance)} %`;
  return `${rate}, ${blind}: ${range.low > metric.chance ? better : not}.`;
}

/** The interval; where errors leave the value open, with all of them wrong below and right above. */
function rangeOf(metric: Metric): { low: number; high: number } | undefined {
  const { low, high } = (metric.errors ?? 0) > 0 ? { low: metric.lowest, high: metric.highest } : metric;
  return low == null || high == null ? undefined : { low, high };
}

function limitsOf({ difference, errors = 0, lowest, highest }: Pairing): { low: number; high: number } | undefined {
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
  return (100 * share).toFixed(1);
}
