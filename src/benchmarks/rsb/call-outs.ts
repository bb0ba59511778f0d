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

/**
 * The first repetition of every question, where the last one goes better than chance allows (McNemar, 5 %): whoever remembers
 * past episodes need not read. Undefined where nothing shows that.
 */
export function beforeMemory(scored: readonly UnitResult[]): UnitResult[] | undefined {
  const repetitions = [...Map.groupBy(scored, ({ id }) => id).values()].map((units) =>
    units.toSorted((a, b) => a.epoch - b.epoch),
  );
  const first = repetitions.flatMap((units) => units.slice(0, 1));
  const last = repetitions.flatMap((units) => units.slice(1).slice(-1));
  const asOne = (units: readonly UnitResult[]) => units.map((unit) => ({ ...unit, epoch: 0 }));
  const { difference, p } = compareResults(asOne(last), asOne(first), { breakdowns: [] }).overall;
  return difference !== null && difference.value > 0 && p !== null && p < 0.05 ? first : undefined;
}
