import { isOpen, type Metric, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { meanMetric } from '../../stats/index.ts';
import { isForeign } from './foreign.ts';
import { metrics } from './metrics.ts';

/** The authors call rates high or low and draw no line. We draw it at one half, and the whole interval must be beyond it. */
const HALF = 0.5;

const undecided = 'the interval does not tell yet';

/** What the numbers mean in plain words, as the authors read them, where the intervals bear it out. */
export function reading(results: readonly UnitResult[]): Sheet {
  const all = metrics(results);
  const named = (name: string) => all.find((metric) => metric.name === name);
  const [tsr, gsr, nsg] = [named('TSR'), named('GSR'), named('nSG')];
  const chosen = rightChoice(results);
  const choices = Number(results.find(({ facts }) => facts?.choices)?.facts?.choices);
  const lines: [string, Metric | undefined, string][] = [
    ['grasps a block (GSR)', gsr, levelOf(gsr) ?? undecided],
    ['solves the task (TSR)', tsr, levelOf(tsr) ?? undecided],
    ['goes for the right block', chosen, besides(chosen, 1 / choices)],
    ['selects among grasped blocks (nSG)', nsg, besides(nsg, 0)],
  ];
  return {
    name: 'reading',
    about: [sentence({ tsr, gsr, chosen }), ...remarks(nsg), caution(results)].join(' '),
    columns: ['what it does', 'value', 'low', 'high', 'which is'],
    rows: lines.map(([what, metric, word]) => {
      const range = rangeOf(metric);
      return [what, metric?.value ?? null, range?.low ?? null, range?.high ?? null, word];
    }),
  };
}

/** Belongs beside every score of this benchmark. */
export function caution(results: readonly UnitResult[]): string {
  const worlds = [...new Set(results.flatMap(({ facts }) => facts?.world ?? []))].map(String).sort();
  if (worlds.some((world) => isForeign({ world })))
    return 'As another simulator reported it: not comparable with numbers from Sextant’s own world.';
  const where = worlds.length > 0 ? ` (${worlds.join(', ')})` : '';
  return `Measured in Sextant’s own world${where}: not comparable with numbers from the authors’ simulator.`;
}

/** Of the episodes that went for a block, how many went for the right one, whatever became of it then. */
function rightChoice(results: readonly UnitResult[]): Metric {
  const decided = results.filter((unit) => isOpen(unit) || unit.facts?.chosen !== undefined);
  return meanMetric({
    name: 'right choice',
    results: decided.map((unit) => ({ ...unit, score: unit.facts?.chosen === unit.facts?.gold ? 1 : 0 })),
  });
}

function sentence({ tsr, gsr, chosen }: Record<'tsr' | 'gsr' | 'chosen', Metric | undefined>): string {
  switch (`${levelOf(gsr)} GSR, ${levelOf(tsr)} TSR`) {
    case 'high GSR, high TSR':
      return 'It can both manipulate and ground the answer.';
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

function levelOf(metric: Metric | undefined): 'high' | 'low' | undefined {
  const range = rangeOf(metric);
  if (!range) return undefined;
  return range.low > HALF ? 'high' : range.high < HALF ? 'low' : undefined;
}

function besides(metric: Metric | undefined, chance: number): string {
  const range = rangeOf(metric);
  if (!range) return undecided;
  if (range.low > chance) return 'better than blind choice';
  return range.high < chance ? 'worse than blind choice' : 'not told apart from blind choice';
}

/** The interval (the exact one where there is one), with all errors taken as wrong below and as right above. */
function rangeOf(metric: Metric | undefined): { low: number; high: number } | undefined {
  if (!metric) return undefined;
  const { low, high } =
    (metric.errors ?? 0) > 0 ? { low: metric.lowest, high: metric.highest } : (metric.exact ?? metric);
  return low == null || high == null ? undefined : { low, high };
}
