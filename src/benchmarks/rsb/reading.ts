import { isOpen, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { compareResults } from '../../stats/index.ts';
import { count, plural } from '../../util/index.ts';
import type { ChoiceFate } from './ending.ts';
import { firstChoiceMetrics, restUnknown } from './first-choice.ts';
import { isForeign } from './foreign.ts';
import {
  alike,
  besides,
  better,
  byOfficialRule,
  choicesOf,
  levelOf,
  type Measures,
  named,
  type RateReading,
  rangeOf,
  rightChoice,
  shareOf,
  undecided,
  worse,
} from './reading-official.ts';

/** What the numbers mean in plain words, where the intervals bear it out. @param preferences what wrong choices favour */
export function reading(results: readonly UnitResult[], preferences: Sheet): Sheet {
  const { says, lines } = restUnknown(results) === undefined ? byFirstChoice(results) : byOfficialRule(results);
  // Whoever brings the block that it is told has grounded no answer.
  const words = conditionOf(results) === undefined ? [...says, ...callOuts(results), ...favourites(preferences)] : [];
  return {
    name: 'reading',
    about: [...words, whereabouts(results)].join(' '),
    columns: ['what it does', 'value', 'low', 'high', 'which is'],
    rows: lines.map(([what, metric, word]) => {
      const range = rangeOf(metric);
      return [what, metric?.value ?? null, range?.low ?? null, range?.high ?? null, word];
    }),
  };
}

/** Belongs beside every score of this benchmark: where it was measured, and what no score shows. */
export function caution(results: readonly UnitResult[]): string {
  const first = conditionOf(results) === undefined ? beforeMemory(results) : undefined;
  if (!first) return whereabouts(results);
  const score = (100 * first.filter((unit) => unit.score === 1).length) / first.length;
  return `${REMEMBERS} The first ones alone: ${score.toFixed(1)} %. ${whereabouts(results)}`;
}

function whereabouts(results: readonly UnitResult[]): string {
  const worlds = [...new Set(results.flatMap(({ facts }) => facts?.world ?? []))].map(String).sort();
  if (worlds.some((world) => isForeign({ world })))
    return 'As another simulator reported it: not comparable with numbers from Sextant’s own world.';
  const where = worlds.length > 0 ? ` (${worlds.join(', ')})` : '';
  const condition = conditionOf(results);
  const control =
    condition === undefined ? '' : `A control under the condition “${condition}”, not the benchmark’s own task. `;
  return `${control}Measured in Sextant’s own world${where}: not comparable with numbers from the authors’ simulator.`;
}

/** Under which condition a control was made; undefined for the benchmark as published. */
function conditionOf(results: readonly UnitResult[]): string | undefined {
  const condition = results.find(({ facts }) => facts?.condition !== undefined)?.facts?.condition;
  return condition === undefined ? undefined : String(condition);
}

/** What the robot did with the first block that it picked up. */
function byFirstChoice(results: readonly UnitResult[]): RateReading {
  const scored = results.map((unit) => ({ ...unit, score: unit.facts?.firstChoice === 'right_at_rest' ? 1 : 0 }));
  const unprepared = beforeMemory(scored);
  const metric = named(firstChoiceMetrics(unprepared ?? scored));
  const [success, grasp, nsg, all] = [
    metric('first-choice success'),
    metric('first-choice grasp'),
    metric('first-choice nSG'),
    metric('first-choice nSG, all episodes'),
  ];
  const [tsr, gsr, officialNsg] = [metric('official TSR'), metric('official GSR'), metric('official nSG')];
  const chosen = rightChoice(unprepared ?? scored);
  const touched = shareOf(unprepared ?? scored, 'touches a block', ({ facts }) => facts?.touched === 1);
  const blind = 1 / choicesOf(results);
  return {
    says: [
      ...(unprepared ? [`${REMEMBERS} This reads the first ones.`] : []),
      firstChoiceSentence({ success, grasp, chosen, touched }),
      ...choiceRemarks({ grasp, nsg, chosen, blind }),
      ...(levelOf(tsr) === 'high' && levelOf(success) === 'low'
        ? ['Officially it mostly solves the task, which its first choices do not bear out.']
        : []),
    ],
    lines: [
      ['picks up a block (first-choice grasp)', grasp, levelOf(grasp) ?? undecided],
      ['brings the right one first (first-choice success)', success, levelOf(success) ?? undecided],
      ['goes for the right block', chosen, besides(chosen, blind)],
      ['selects among picked blocks (first-choice nSG)', nsg, besides(nsg, 0)],
      ['the same over all episodes', all, besides(all, 0)],
      ['officially grasps a block (GSR)', gsr, levelOf(gsr) ?? undecided],
      ['officially solves the task (TSR)', tsr, levelOf(tsr) ?? undecided],
      ['officially selects (nSG)', officialNsg, besides(officialNsg, 0)],
    ],
  };
}

function firstChoiceSentence(opts: Measures<'success' | 'grasp' | 'chosen' | 'touched'>): string {
  const { success, grasp, chosen, touched } = opts;
  if (levelOf(grasp) === 'low')
    return levelOf(touched) === 'low'
      ? 'It mostly leaves all blocks alone.'
      : 'It cannot pick up blocks reliably yet: control fails before meaning matters.';
  if (levelOf(grasp) !== 'high') return 'The intervals do not tell yet.';
  if (levelOf(success) === 'high') return 'It can both manipulate and ground the answer.';
  return levelOf(success) === 'low' ? picksInVain(levelOf(chosen)) : 'The intervals do not tell yet.';
}

function picksInVain(rightChoices: 'high' | 'low' | undefined): string {
  if (rightChoices === 'low') return 'It can pick up blocks, but does not reliably select the right one.';
  if (rightChoices === 'high')
    return 'It mostly picks up the right block first, but does not leave it at rest in the zone.';
  return 'It can pick up blocks, but mostly fails; whether by selecting or by placing, the intervals do not tell yet.';
}

function choiceRemarks({
  grasp,
  nsg,
  chosen,
  blind,
}: Measures<'grasp' | 'nsg' | 'chosen'> & { blind: number }): string[] {
  if (nsg?.value === null) return [`First-choice nSG is ${nsg.method}.`];
  if (besides(chosen, blind) === worse)
    return ['It goes for the right block less often than a blind choice would: something leads it to the wrong ones.'];
  if (besides(chosen, blind) === alike) return ['Its choices are not told apart from blind ones.'];
  return levelOf(grasp) === 'low' && besides(nsg, 0) === better
    ? ['Where it picks up a block it chooses better than blindly; what that is worth, only all episodes tell.']
    : [];
}

/** What a robot did that earns numbers without showing that it read: said with how often, wherever it happened. */
function callOuts(results: readonly UnitResult[]): string[] {
  const closed = results.flatMap((unit) => (isOpen(unit) || !unit.facts ? [] : [unit.facts]));
  const successes = closed.filter(({ success }) => success === 1);
  const succeeded = (fate: ChoiceFate) => successes.filter(({ firstChoice }) => firstChoice === fate).length;
  const episodes = plural(closed.length, 'episode');
  const official = plural(successes.length, 'official success', 'official successes');
  const inTurn = closed.filter(({ handled }) => Number(handled) > 1).length;
  const unseen = closed.filter(({ success, firstChoice }) => success === 0 && firstChoice === 'right_at_rest').length;
  const lines: [number: number, text: string][] = [
    [inTurn, `of ${episodes}: it picked up or placed several blocks in turn.`],
    [succeeded('none'), `of ${official} came without picking a block up: it was pushed, dragged or raked in.`],
    [succeeded('wrong'), `of ${official} came after another block had been picked up or placed first.`],
    [succeeded('right_not_at_rest'), `of ${official} did not last: the block did not stay at rest in the zone.`],
    [unseen, `of ${episodes}: the block came to rest where the official rule saw no success, such as after the end.`],
  ];
  return lines.flatMap(([number, text]) => (number > 0 ? [`${count(number)} ${text}`] : []));
}

/** Along which axes wrong choices are uneven, in words. */
function favourites({ rows }: Sheet): string[] {
  const found = rows.flatMap((row) => {
    const [axis, verdict] = [row.at(0), String(row.at(-1))];
    return verdict.startsWith('favours') ? [`${axis} ${verdict.slice('favours '.length)}`] : [];
  });
  return found.length > 0 ? [`Its wrong choices favour ${found.join(', ')}.`] : [];
}

/** As rarely as this, luck makes the last of several episodes with one question go better than the first. */
const LUCK = 0.01;

/**
 * The first episode with every question, where the last one goes better than luck allows (McNemar): whoever remembers past episodes
 * need not read. Questions come again in later epochs, and a few within one. Undefined where nothing shows that.
 */
function beforeMemory(scored: readonly UnitResult[]): UnitResult[] | undefined {
  const inTurn = scored.toSorted((a, b) => a.epoch - b.epoch || (a.id < b.id ? -1 : 1));
  const episodes = [...Map.groupBy(inTurn, ({ cluster }) => cluster).values()];
  const first = episodes.flatMap((units) => units.slice(0, 1));
  const last = episodes.flatMap((units) => units.slice(1).slice(-1));
  const byQuestion = (units: readonly UnitResult[]) => units.map((unit) => ({ ...unit, id: unit.cluster, epoch: 0 }));
  const { difference, p } = compareResults(byQuestion(last), byQuestion(first), { breakdowns: [] }).overall;
  return difference !== null && difference.value > 0 && p !== null && p < LUCK ? first : undefined;
}

const REMEMBERS = 'Later episodes with a question go better than the first: it remembers past ones.';
