import { isError, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { naturalOrder } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { rotationGroups } from './score.ts';

const letters = ['A', 'B', 'C', 'D'];

/** What explains a score: does the model favour a letter or a place, what was unreadable, do more pictures hurt? */
export function diagnose(results: readonly UnitResult[]): Sheet[] {
  const scored = results.filter(({ outcome }) => !isError(outcome));
  const groups = rotationGroups(results);
  return [
    letterBias(scored),
    accuracyBy({
      name: 'right option',
      about: 'Accuracy by the letter that is right: a model that favours a letter is good where that letter is right.',
      results: scored,
      keyOf: ({ facts }) => facts?.gold,
    }),
    accuracyBy({
      name: 'pictures',
      about: 'Accuracy by the number of pictures.',
      results: scored,
      keyOf: ({ groups }) => groups.images,
    }),
    unreadable(results),
    ...(groups.length > 0 ? [consistency(groups.map(({ rows }) => rows))] : []),
  ];
}

function letterBias(results: readonly UnitResult[]): Sheet {
  const given = results.map(({ facts }) => (facts?.letter === undefined ? 'none' : String(facts.letter)));
  const gold = results.map(({ facts }) => String(facts?.gold));
  const others = [...new Set(given)].filter((letter) => letter !== 'none' && !letters.includes(letter)).sort();
  const share = (all: string[], letter: string) =>
    all.length === 0 ? null : all.filter((one) => one === letter).length / all.length;
  const keys = [...letters, ...others, 'none'];
  const times = (all: readonly string[]) => keys.map((letter) => all.filter((one) => one === letter).length);
  return {
    name: 'letters',
    charts: [
      {
        kind: 'bars',
        title: 'How often each letter is right, and how often it is answered',
        keys,
        series: [
          { name: 'right', values: times(gold) },
          { name: 'answered', values: times(given) },
        ],
      },
    ],
    about: 'How often each letter was given, against how often it is right.',
    columns: ['letter', 'given', 'share given', 'right', 'share right', 'difference'],
    rows: keys.map((letter) => {
      const [shareGiven, shareRight] = [share(given, letter), share(gold, letter)];
      return [
        letter,
        given.filter((one) => one === letter).length,
        shareGiven,
        gold.filter((one) => one === letter).length,
        shareRight,
        shareGiven === null || shareRight === null ? null : shareGiven - shareRight,
      ];
    }),
  };
}

function accuracyBy(opts: {
  name: string;
  about: string;
  results: readonly UnitResult[];
  keyOf(result: UnitResult): string | number | undefined;
}): Sheet {
  const byKey = Map.groupBy(opts.results, (result) => String(opts.keyOf(result) ?? 'unknown'));
  const ordered = [...byKey].sort(([a], [b]) => naturalOrder(a, b));
  return {
    name: opts.name,
    about: opts.about,
    columns: [opts.name, 'units', 'correct', 'accuracy', 'without a letter'],
    rows: ordered.map(([key, units]) => {
      const correct = units.filter(({ score }) => score === 1).length;
      const silent = units.filter(({ facts }) => facts?.letter === undefined).length;
      return [key, units.length, correct, correct / units.length, silent];
    }),
  };
}

function unreadable(results: readonly UnitResult[]): Sheet {
  const others = results.filter(({ outcome }) => outcome !== 'answered');
  const byWhy = Map.groupBy(others, ({ outcome, reason = '' }) => JSON.stringify([outcome, reason]));
  const rows = [...byWhy.values()].map((units) => {
    const { outcome, reason = '' } = at(units, 0);
    return { outcome, reason, count: units.length };
  });
  return {
    name: 'not answered',
    about: 'Units that gave no answer in the ordinary way, by what happened.',
    columns: ['outcome', 'reason', 'units', 'share'],
    rows: rows
      .sort((a, b) => b.count - a.count || naturalOrder(a.outcome + a.reason, b.outcome + b.reason))
      .map(({ outcome, reason, count }) => [outcome.replace('_', ' '), reason, count, count / results.length]),
  };
}

function consistency(groups: readonly (readonly UnitResult[])[]): Sheet {
  const right = groups.map((rows) => rows.filter(({ score }) => score === 1).length);
  const most = Math.max(...groups.map((rows) => rows.length));
  return {
    name: 'rotations right',
    about: 'Of how many questions so many rotations were right: in between, the order of the options decides.',
    columns: ['rotations right', 'questions', 'share'],
    rows: Array.from({ length: most + 1 }, (_, count) => {
      const questions = right.filter((one) => one === count).length;
      return [count, questions, questions / groups.length];
    }),
  };
}
