import { isError, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { type DsiView, views } from './sample.ts';
import { completeQuestions, isRight, tally, unread } from './score.ts';

/** What explains a number of this benchmark. */
export function diagnose(results: readonly UnitResult[]): Sheet[] {
  return [letters(results), viewsRight(results), agreement(results), turning(results), reading(results)].filter(
    ({ rows }) => rows.length > 0,
  );
}

function letters(results: readonly UnitResult[]): Sheet {
  const answered = results.filter(({ facts }) => facts !== undefined);
  const count = (fact: 'gold' | 'letter', letter: string) => answered.filter(({ facts }) => facts?.[fact] === letter);
  const rows = ['A', 'B', 'C', 'D', unread].map((letter) => {
    const gold = count('gold', letter);
    return [letter, gold.length, count('letter', letter).length, share(gold.filter(isRight).length, gold.length)];
  });
  return {
    name: 'letter bias',
    about: `How often each letter is right, how often it is answered (${unread}: nothing could be read), and the accuracy where it is right.`,
    columns: ['letter', 'right', 'answered', 'accuracy'],
    rows: answered.length > 0 ? rows : [],
    charts: [
      {
        kind: 'bars',
        title: 'How often each letter is right, and how often it is answered',
        keys: ['A', 'B', 'C', 'D', unread],
        series: [
          { name: 'right', values: ['A', 'B', 'C', 'D', unread].map((letter) => count('gold', letter).length) },
          { name: 'answered', values: ['A', 'B', 'C', 'D', unread].map((letter) => count('letter', letter).length) },
        ],
      },
    ],
  };
}

function viewsRight(results: readonly UnitResult[]): Sheet {
  const tallies = completeQuestions(results).map(tally);
  const closed = tallies.filter(({ open }) => open === 0);
  const rows: Sheet['rows'] = [0, 1, 2, 3, 4].map((right) => {
    const questions = closed.filter((tallied) => tallied.right === right).length;
    return [`${right} of 4`, questions, share(questions, closed.length)];
  });
  const open = tallies.length - closed.length;
  return {
    name: 'views right',
    about: 'In how many of its four views a question is answered rightly: a model that sees motion is at 4 or 0.',
    columns: ['views right', 'questions', 'share'],
    rows: tallies.length === 0 ? [] : [...rows, ...(open > 0 ? [['left open by errors', open, null]] : [])],
  };
}

/** How replies were read, and what stood in the way. */
function reading(results: readonly UnitResult[]): Sheet {
  const kinds = results.map(({ outcome, reason, first }) => {
    if (outcome === 'answered') return first ? 'read after asking again' : 'read at once';
    const again = first && !isError(outcome) ? ', also after asking again' : '';
    return `${outcome.replace('_', ' ')}${reason ? `: ${reason}` : ''}${again}`;
  });
  const rows = [...Map.groupBy(kinds, (kind) => kind)]
    .map(([kind, { length }]): [string, number, number | null] => [kind, length, share(length, results.length)])
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    name: 'reading',
    about: 'How the answers were read: at once, after asking again, or not at all and why.',
    columns: ['how', 'units', 'share'],
    rows,
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The same question in two views, both with a verdict. */
interface ViewPair {
  a: UnitResult;
  b: UnitResult;
}

/** Per pair of views: are the same questions right in both? */
function agreement(results: readonly UnitResult[]): Sheet {
  const known = results.filter(({ facts }) => facts !== undefined);
  const inView = (view: DsiView) => known.filter(({ groups }) => groups.view === view);
  const there = views.filter((view) => inView(view).length > 0);
  const compared = pairs(results);
  const bothRight = (row: DsiView, column: DsiView) => {
    if (row === column) return share(inView(row).filter(isRight).length, inView(row).length);
    const found = compared.find(({ names }) => names.includes(row) && names.includes(column))?.pairs ?? [];
    return share(found.filter(({ a, b }) => isRight(a) && isRight(b)).length, found.length);
  };
  return {
    name: 'consistency',
    about: 'For each pair of views: questions that are right in both, only in one, or in none.',
    columns: ['views', 'questions', 'both right', 'only the first', 'only the second', 'both wrong'],
    charts: [
      {
        kind: 'matrix',
        title: 'Right in both views; from corner to corner, right in one',
        down: 'view',
        across: 'view',
        keys: there,
        cells: there.map((row) => there.map((column) => bothRight(row, column))),
        unit: 'share',
      },
    ],
    rows: compared.map(({ names, pairs }) => {
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
function turning(results: readonly UnitResult[]): Sheet {
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
function pairs(results: readonly UnitResult[]): { names: [DsiView, DsiView]; pairs: ViewPair[] }[] {
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
      const names: [DsiView, DsiView] = [first, second];
      return pairs.length > 0 ? [{ names, pairs }] : [];
    }),
  );
}
