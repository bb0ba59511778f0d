import type { Comparison, Pairing } from '../contracts/index.ts';
import { at, count, plural } from '../util/index.ts';
import { percent, points, protocolLabel, pValue } from './format.ts';
import { openParts } from './metric-cells.ts';
import {
  type Cell,
  type Column,
  intervalCell,
  intervalParts,
  numberCell,
  percentCell,
  percentsCell,
  type Table,
} from './table.ts';
import { couldHaveShown, equivalenceVerdict, pairingLimits, verdict } from './verdict.ts';

/**
 * Two runs side by side: who they are and the verdict, unit by unit, by group, what was left out, where they differ.
 * @example render(comparisonTables(comparison), 'terminal')
 */
export function comparisonTables(comparison: Comparison, { ids = 20 }: { ids?: number } = {}): Table[] {
  const { aRightBWrong, bRightAWrong } = comparison;
  return [
    sides(comparison),
    unitByUnit(comparison.overall),
    ...groups(comparison),
    leftOut(comparison),
    ...(aRightBWrong.length + bRightAWrong.length > 0 ? [disagreements(aRightBWrong, bRightAWrong, ids)] : []),
  ];
}

/** Several comparisons with the same A, one line each. */
export function differenceTable(comparisons: readonly Comparison[]): Table {
  return {
    title: `Differences on ${at(comparisons, 0).benchmark}`,
    columns: [text('A'), text('B'), ...differenceColumns, number('p')],
    rows: comparisons.map(({ a, b, overall }) => [
      a.run,
      b.run,
      ...differenceCells(overall),
      numberCell(overall.p, pValue),
    ]),
    notes: comparisons.map(({ b, overall }) => `${b.run}: ${[verdict(overall), ...couldHaveShown(overall)].join(' ')}`),
  };
}

const number = (name: string, unit?: string): Column => ({
  name,
  align: 'right',
  ...(unit === undefined ? {} : { unit }),
});
const text = (name: string): Column => ({ name, align: 'left' });

function sides({ benchmark, a, b, metric, overall, equivalence, warnings }: Comparison): Table {
  const row = (letter: string, { run, name, protocol }: Comparison['a'], score: number | null): Cell[] => [
    ...[letter, run, name, protocolLabel(protocol)],
    percentCell(score, percent),
  ];
  return {
    title: `A against B on ${benchmark}`,
    columns: [text(''), text('run'), text('model'), { ...text('protocol'), whole: true }, number(metric, '%')],
    rows: [row('A', a, overall.a), row('B', b, overall.b)],
    notes: [
      verdict(overall),
      ...couldHaveShown(overall),
      ...(equivalence === undefined ? [] : [equivalenceVerdict(equivalence)]),
      `Both scores are of the ${plural(overall.n, 'unit')} that both runs have a score for.`,
      ...warnings,
    ],
  };
}

function unitByUnit(overall: Pairing): Table {
  const { wins, losses, ties, n, clusters } = overall;
  return {
    title: 'Unit by unit',
    columns: [
      ...['A better', 'B better', 'equal', 'n', 'clusters'].map((name) => number(name)),
      ...differenceColumns,
      number('p'),
    ],
    rows: [
      [
        ...[wins, losses, ties, n, clusters].map((units) => numberCell(units, count)),
        ...differenceCells(overall),
        numberCell(overall.p, pValue),
      ],
    ],
    // McNemar's test takes units as independent.
    notes:
      clusters < n
        ? ['p takes units as independent, which those of one cluster are not; the interval allows for that.']
        : [],
  };
}

function groups(comparison: Comparison): Table[] {
  return [...Map.groupBy(comparison.groups, ({ by }) => by)].map(([by, keys]) => ({
    title: `By ${by}`,
    columns: [text(by), number('A', '%'), number('B', '%'), number('n'), ...differenceColumns, number('p (Holm)')],
    rows: keys.map(({ key, pairing, pHolm }) => [
      key,
      percentCell(pairing.a, percent),
      percentCell(pairing.b, percent),
      numberCell(pairing.n, count),
      ...differenceCells(pairing),
      numberCell(pHolm, pValue),
    ]),
    notes: [`p (Holm): exact McNemar, corrected for the ${plural(keys.length, 'key')} of this table.`],
  }));
}

const differenceColumns = [
  { ...number('A − B', 'points'), parts: openParts },
  { ...number('interval', 'points'), parts: intervalParts },
  number('errors'),
];

function differenceCells(pairing: Pairing): Cell[] {
  const limits = pairingLimits(pairing);
  return [differenceCell(pairing), intervalCell(limits?.low, limits?.high), numberCell(pairing.errors ?? 0, count)];
}

/** Between what it is if all errors went against A and if all went for A. */
function differenceCell({ difference, errors = 0, worst, best }: Pairing): Cell {
  if (errors === 0) return percentCell(difference?.value, points);
  if (worst === undefined || best === undefined) return null;
  return percentsCell(`between ${points(worst)} and ${points(best)}`, [null, worst, best]);
}

function leftOut({ leftOut: { onlyA, onlyB, openA, openB } }: Comparison): Table {
  const reasons: [string, number][] = [
    ['only A has it', onlyA],
    ['only B has it', onlyB],
    ['A has no score: an error, or dropped', openA],
    ['B has no score: an error, or dropped', openB],
  ];
  return {
    title: 'Left out',
    columns: [text('why'), number('units')],
    rows: reasons.map(([why, units]) => [why, numberCell(units, count)]),
    notes: [],
  };
}

function disagreements(aRight: readonly string[], bRight: readonly string[], most: number): Table {
  const lists = [aRight, bRight].map((all) =>
    all.length <= most ? all : [...all.slice(0, most), `… and ${count(all.length - most)} more (use --json)`],
  );
  return {
    title: 'Where they differ',
    columns: [text('A right, B wrong'), text('B right, A wrong')],
    rows: Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.map((list) => list[at] ?? ''),
    ),
    notes: [],
  };
}
