import { isError, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { agreement, turning } from './consistency.ts';
import { completeQuestions, isRight, tally } from './questions.ts';
import { unread } from './score.ts';

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
    return `${outcome}${reason ? `: ${reason}` : ''}${again}`;
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
