import { isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { meanMetric } from '../../stats/index.ts';
import { officially, restUnknown } from './first-choice.ts';
import { officialMetrics } from './metrics.ts';

/** The authors call rates high or low and draw no line. We draw it at one half, and the whole interval must be beyond it. */
const HALF = 0.5;

export const undecided = 'the interval does not tell yet';

/** What is said, and the numbers behind it. */
export interface RateReading {
  says: string[];
  lines: [what: string, metric: Metric | undefined, word: string][];
}

export type Measures<Name extends string> = Record<Name, Metric | undefined>;

export const named = (all: readonly Metric[]) => (name: string) => all.find((metric) => metric.name === name);

/** Of the episodes that went for a block, how many went for the right one, whatever became of it then. */
export function rightChoice(results: readonly UnitResult[]): Metric {
  const decided = results.filter((unit) => isOpen(unit) || unit.facts?.chosen !== undefined);
  return shareOf(decided, 'right choice', ({ facts }) => facts?.chosen === facts?.gold);
}

export function shareOf(results: readonly UnitResult[], name: string, is: (unit: UnitResult) => boolean): Metric {
  return meanMetric({ name, results: results.map((unit) => ({ ...unit, score: is(unit) ? 1 : 0 })) });
}

export function choicesOf(results: readonly UnitResult[]): number {
  return Number(results.find(({ facts }) => facts?.choices)?.facts?.choices);
}

export function levelOf(metric: Metric | undefined): 'high' | 'low' | undefined {
  const range = rangeOf(metric);
  if (!range) return undefined;
  return range.low > HALF ? 'high' : range.high < HALF ? 'low' : undefined;
}

export const [better, worse, alike] = [
  'better than blind choice',
  'worse than blind choice',
  'not told apart from blind choice',
] as const;

export function besides(metric: Metric | undefined, chance: number): string {
  const range = rangeOf(metric);
  if (!range) return undecided;
  if (range.low > chance) return better;
  return range.high < chance ? worse : alike;
}

/** The interval (the exact one where there is one), with all errors taken as wrong below and as right above. */
export function rangeOf(metric: Metric | undefined): { low: number; high: number } | undefined {
  if (!metric) return undefined;
  const { low, high } =
    (metric.errors ?? 0) > 0 ? { low: metric.lowest, high: metric.highest } : (metric.exact ?? metric);
  return low == null || high == null ? undefined : { low, high };
}

/** As the authors read their numbers, for episodes of which no more is known. */
export function byOfficialRule(results: readonly UnitResult[]): RateReading {
  const official = officially(results);
  const metric = named(officialMetrics(official));
  const [tsr, gsr, nsg] = [metric('TSR'), metric('GSR'), metric('nSG')];
  const chosen = rightChoice(results);
  // One after the other brings the right block in the end, whatever was read.
  const atOnce = shareOf(official, 'at once', ({ score, facts }) => score === 1 && !(Number(facts?.placedWrongly) > 0));
  return {
    says: [`First choices: ${restUnknown(results)}.`, officialSentence({ tsr, gsr, chosen, atOnce }), ...remarks(nsg)],
    lines: [
      ['grasps a block (GSR)', gsr, levelOf(gsr) ?? undecided],
      ['solves the task (TSR)', tsr, levelOf(tsr) ?? undecided],
      ['goes for the right block', chosen, besides(chosen, 1 / choicesOf(results))],
      ['selects among grasped blocks (nSG)', nsg, besides(nsg, 0)],
    ],
  };
}

function officialSentence(opts: Measures<'tsr' | 'gsr' | 'chosen' | 'atOnce'>): string {
  const { tsr, gsr, chosen, atOnce } = opts;
  switch (`${levelOf(gsr)} GSR, ${levelOf(tsr)} TSR`) {
    case 'high GSR, high TSR':
      return levelOf(atOnce) === 'high'
        ? 'It can both manipulate and ground the answer, by the official rule.'
        : 'It mostly succeeds after placing other blocks first, which shows no grounding.';
    case 'high GSR, low TSR':
      return graspsInVain(levelOf(chosen));
    case 'low GSR, low TSR':
      return 'It cannot grasp reliably yet: control fails before meaning matters.';
    case 'low GSR, high TSR':
      return 'It mostly succeeds without a grasp by the official rule: see the grasp rules.';
    default:
      return 'The intervals do not tell yet.';
  }
}

/** The authors blame the selection here; a block that is dropped on the way looks the same in TSR, GSR and nSG. */
function graspsInVain(rightChoices: 'high' | 'low' | undefined): string {
  if (rightChoices === 'low') return 'It can grasp blocks, but does not reliably select the right one.';
  if (rightChoices === 'high') return 'It mostly grasps the right block, but does not bring it to the zone.';
  return 'It can grasp blocks, but mostly fails; whether by selecting or by placing, the intervals do not tell yet.';
}

function remarks(nsg: Metric | undefined): string[] {
  if (!nsg) return [];
  if (nsg.value === null) return [`nSG is ${nsg.method}.`];
  return nsg.value > 1 ? ['nSG exceeds 1, because more episodes succeeded than had a grasp by the official rule.'] : [];
}
