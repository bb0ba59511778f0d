import { isOpen, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { compareResults } from '../../stats/index.ts';
import { count, plural } from '../../util/index.ts';
import type { ChoiceFate } from './ending.ts';

/** What a robot did that earns numbers without showing that it read: said with how often, wherever it happened. */
export function callOuts(results: readonly UnitResult[]): string[] {
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
export function favourites({ rows }: Sheet): string[] {
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
export function beforeMemory(scored: readonly UnitResult[]): UnitResult[] | undefined {
  const inTurn = scored.toSorted((a, b) => a.epoch - b.epoch || (a.id < b.id ? -1 : 1));
  const episodes = [...Map.groupBy(inTurn, ({ cluster }) => cluster).values()];
  const first = episodes.flatMap((units) => units.slice(0, 1));
  const last = episodes.flatMap((units) => units.slice(1).slice(-1));
  const byQuestion = (units: readonly UnitResult[]) => units.map((unit) => ({ ...unit, id: unit.cluster, epoch: 0 }));
  const { difference, p } = compareResults(byQuestion(last), byQuestion(first), { breakdowns: [] }).overall;
  return difference !== null && difference.value > 0 && p !== null && p < LUCK ? first : undefined;
}

export const REMEMBERS = 'Later episodes with a question go better than the first: it remembers past ones.';
