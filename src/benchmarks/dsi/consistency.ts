import type { Sheet, UnitResult } from '../../contracts/index.ts';
import { isRight } from './questions.ts';
import { unread } from './score.ts';
import { type View, views } from './views.ts';

/** The same question in two views, both with a verdict. */
interface Pair {
  a: UnitResult;
  b: UnitResult;
}

/** Per pair of views: are the same questions right in both? */
export function agreement(results: readonly UnitResult[]): Sheet {
  return {
    name: 'consistency',
    about: 'For each pair of views: questions that are right in both, only in one, or in none.',
    columns: ['views', 'questions', 'both right', 'only the first', 'only the second', 'both wrong'],
    rows: pairs(results).map(({ names, pairs }) => {
      const count = (a: boolean, b: boolean) => pairs.filter((p) => isRight(p.a) === a && isRight(p.b) === b).length;
      return [
        names.join(' & '),
        pairs.length,
        count(true, true),
        count(true, false),
        count(false, true),
        count(false, false),
      ];
    }),
  };
}

/** Per pair of views: does the answer turn round when the video does? */
export function turning(results: readonly UnitResult[]): Sheet {
  return {
    name: 'turning round',
    about: 'Questions whose truth differs between two views: did the answer change with it, change otherwise, or stay?',
    columns: ['views', 'truth differs', 'turned with it', 'changed otherwise', 'stayed', 'not read', 'share turned'],
    rows: pairs(results).map(({ names, pairs }) => {
      const differing = pairs.filter(({ a, b }) => meaning(a, 'gold') !== meaning(b, 'gold'));
      const kinds = differing.map(({ a, b }) => {
        if (a.facts?.letter === unread || b.facts?.letter === unread) return 'not read';
        if (isRight(a) && isRight(b)) return 'turned';
        return meaning(a, 'letter') === meaning(b, 'letter') ? 'stayed' : 'changed';
      });
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      const turned = count('turned');
      const share = differing.length === 0 ? null : turned / differing.length;
      return [names.join(' & '), differing.length, turned, count('changed'), count('stayed'), count('not read'), share];
    }),
  };
}

/** What a letter stands for in its own view; the letter itself where the options could not be read. */
function meaning({ facts }: UnitResult, of: 'gold' | 'letter'): string | number | undefined {
  return facts?.[of === 'gold' ? 'goldOption' : 'option'] ?? facts?.[of];
}

/** Every two views that share questions. Units without facts are errors: they have no verdict. */
function pairs(results: readonly UnitResult[]): { names: [View, View]; pairs: Pair[] }[] {
  const known = results.filter(({ facts }) => facts !== undefined);
  const key = ({ epoch, groups }: UnitResult) => `${epoch}:${groups.question}`;
  const byView = new Map(
    views.map((view) => [
      view,
      new Map(known.filter(({ groups }) => groups.view === view).map((unit) => [key(unit), unit])),
    ]),
  );
  return views.flatMap((first, i) =>
    views.slice(i + 1).flatMap((second) => {
      const others = byView.get(second);
      const pairs = [...(byView.get(first) ?? [])].flatMap(([question, a]) => {
        const b = others?.get(question);
        return b ? [{ a, b }] : [];
      });
      const names: [View, View] = [first, second];
      return pairs.length > 0 ? [{ names, pairs }] : [];
    }),
  );
}
