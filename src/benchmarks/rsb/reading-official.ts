import type { Metric, UnitResult } from '../../contracts/index.ts';
import { officially, restUnknown } from './first-choice.ts';
import {
  besides,
  choicesOf,
  levelOf,
  type Measures,
  named,
  type Reading,
  rightChoice,
  shareOf,
  undecided,
} from './levels.ts';
import { officialMetrics } from './metrics.ts';

/** As the authors read their numbers, for episodes of which no more is known. */
export function byOfficialRule(results: readonly UnitResult[]): Reading {
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
