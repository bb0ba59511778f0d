import type { Sheet, SheetChart, UnitResult } from '../../contracts/index.ts';
import { holm, naturalOrder, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';

/** What a robot that does not understand the question may go by, and how many blocks share a value. */
const axes: readonly { name: string; suffix: string; sharing(choices: number): number }[] = [
  { name: 'letter', suffix: '', sharing: () => 1 },
  { name: 'colour', suffix: 'Colour', sharing: () => 1 },
  { name: 'column from the left', suffix: 'Column', sharing: () => 2 },
  { name: 'row', suffix: 'Row', sharing: (choices) => choices / 2 },
  { name: 'rank by distance', suffix: 'Rank', sharing: () => 1 },
];

const DRAWS = 1999;

/** The choices of a run along one axis, by the position of their value in `values`. */
interface AxisChoices {
  axis: string;
  values: string[];
  sharing: number;
  made: { gold: number; chosen: number; right: boolean }[];
}

/**
 * What the robot favours. Right choices say nothing about that: whoever knows the answer goes where it lies. So wrong
 * choices are held against a blind choice among the wrong blocks of the same tables.
 */
export function bias(results: readonly UnitResult[]): Record<'preferences' | 'choices', Sheet> {
  // Repetitions of a question are not independent: the first one speaks for all.
  const firsts = [...new Map(results.toReversed().map((unit) => [unit.cluster, unit])).values()];
  const decided = firsts.filter(({ facts }) => facts?.chosen !== undefined);
  const all = axes.flatMap((axis) => choicesAlong(decided, axis));
  return { preferences: preferences(all), choices: choiceSheet(all) };
}

function choicesAlong(units: readonly UnitResult[], { name, suffix, sharing }: (typeof axes)[number]): AxisChoices[] {
  const choices = Number(units[0]?.facts?.choices);
  const factOf = (unit: UnitResult, who: 'gold' | 'chosen') => String(unit.facts?.[`${who}${suffix}`]);
  const values = [...new Set(units.flatMap((unit) => [factOf(unit, 'gold'), factOf(unit, 'chosen')]))];
  values.sort(naturalOrder);
  // One colour for all blocks, or too few episodes to have seen every value: nothing to tell.
  if (values.length < 2 || values.length * sharing(choices) !== choices) return [];
  const made = units.map((unit) => ({
    gold: values.indexOf(factOf(unit, 'gold')),
    chosen: values.indexOf(factOf(unit, 'chosen')),
    right: unit.facts?.gold === unit.facts?.chosen,
  }));
  return [{ axis: name, values, sharing: sharing(choices), made }];
}

function preferences(all: readonly AxisChoices[]): Sheet {
  const tested = all.flatMap((choices) => {
    const wrong = choices.made.filter(({ right }) => !right);
    return wrong.length > 0 ? [{ choices, wrong, p: unevenness(choices, wrong) }] : [];
  });
  const corrected = holm(tested.map(({ p }) => p));
  return {
    name: 'preferences',
    about: `Wrong choices against a blind choice among the wrong blocks. p: how often ${DRAWS} blind runs are at least as uneven; corrected for the number of rows (Holm). Few wrong choices show only strong preferences.`,
    columns: ['by', 'wrong choices', 'favourite', 'times', 'expected', 'p', 'p (Holm)', 'verdict'],
    rows: tested.map(({ choices, wrong, p }, n) => {
      const expected = expectedWrong(choices, wrong);
      const times = countBy(choices, wrong);
      const excess = times.map((count, value) => count - at(expected, value));
      const most = excess.indexOf(Math.max(...excess));
      const favourite = at(choices.values, most);
      const claimed = at(corrected, n) < 0.05;
      return [
        ...[choices.axis, wrong.length, favourite, at(times, most), at(expected, most), p, at(corrected, n)],
        claimed ? `favours ${favourite}` : 'no preference shown',
      ];
    }),
  };
}

function choiceSheet(all: readonly AxisChoices[]): Sheet {
  return {
    name: 'choices',
    about:
      'Where the right block was and which block was chosen; what a blind choice among the wrong blocks would give.',
    charts: all.flatMap(chartsOf),
    columns: ['by', 'value', 'right one there', 'chosen', 'chosen rightly', 'chosen wrongly', 'wrongly if blind'],
    rows: all.flatMap((choices) => {
      const wrong = choices.made.filter(({ right }) => !right);
      const [wrongly, expected] = [countBy(choices, wrong), expectedWrong(choices, wrong)];
      return choices.values.map((value, n) => {
        const chosen = choices.made.filter((one) => one.chosen === n).length;
        return [
          ...[choices.axis, value, choices.made.filter(({ gold }) => gold === n).length],
          ...[chosen, chosen - at(wrongly, n), at(wrongly, n), at(expected, n)],
        ];
      });
    }),
  };
}

/** Where the right block was against where it went; and how often each value was chosen, beside a blind choice. */
function chartsOf(choices: AxisChoices): SheetChart[] {
  const { axis, values, made } = choices;
  const wrong = made.filter(({ right }) => !right);
  const chosen = countBy(choices, made);
  const rightly = countBy(
    choices,
    made.filter(({ right }) => right),
  );
  const blind = expectedWrong(choices, wrong).map((expected, n) => expected + at(rightly, n));
  return [
    {
      kind: 'matrix',
      title: `Confusion by ${axis}`,
      down: 'right block',
      across: 'chosen block',
      keys: values,
      cells: values.map((_, gold) =>
        values.map((_, n) => made.filter((one) => one.gold === gold && one.chosen === n).length),
      ),
      unit: 'count',
    },
    {
      kind: 'bars',
      title: `Choices by ${axis}`,
      keys: values,
      series: [
        { name: 'chosen', values: chosen },
        { name: 'if wrong choices were blind', values: blind.map((value) => Math.round(10 * value) / 10) },
      ],
    },
  ];
}

function countBy({ values }: AxisChoices, made: AxisChoices['made']): number[] {
  return values.map((_, at) => made.filter(({ chosen }) => chosen === at).length);
}

/** Every wrong block is as likely as another; the right one is not among them. */
function expectedWrong({ values, sharing }: AxisChoices, wrong: AxisChoices['made']): number[] {
  const others = values.length * sharing - 1;
  return values.map((_, at) => wrong.reduce((sum, { gold }) => sum + (sharing - (gold === at ? 1 : 0)) / others, 0));
}

/** The share of blind runs whose counts are at least as far from what is expected: an exact test but for its draws. */
function unevenness(choices: AxisChoices, wrong: AxisChoices['made']): number {
  const { sharing, values } = choices;
  const expected = expectedWrong(choices, wrong);
  const distance = (counts: ArrayLike<number>) =>
    expected.reduce((sum, mean, at) => (mean === 0 ? sum : sum + ((counts[at] ?? 0) - mean) ** 2 / mean), 0);
  // Rounding must not make equal distances differ.
  const observed = distance(countBy(choices, wrong)) - 1e-9;
  const { fill } = random('blind choices', choices.axis);
  // Blocks of one value stand side by side; the first one of the right value stands for the right block.
  const rightBlocks = Uint32Array.from(wrong, ({ gold }) => gold * sharing);
  const drawn = new Uint32Array(wrong.length);
  const counts = new Uint32Array(values.length);
  let asUneven = 1;
  for (let draw = 0; draw < DRAWS; draw++) {
    fill(values.length * sharing - 1, drawn);
    counts.fill(0);
    // Not for-of: this is the hot loop.
    for (let at = 0; at < drawn.length; at++) {
      const other = drawn[at] ?? 0;
      const value = Math.floor((other < (rightBlocks[at] ?? 0) ? other : other + 1) / sharing);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    if (distance(counts) >= observed) asUneven++;
  }
  return asUneven / (DRAWS + 1);
}
