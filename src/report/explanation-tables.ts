import type { Cause, Explanation } from '../contracts/index.ts';
import { count, plural } from '../util/index.ts';
import { percent, points } from './format.ts';
import { numberCell, percentCell, type Table } from './table.ts';

const words: Record<Cause, string> = {
  selection: 'only one run has the unit',
  errors: 'an error left one of the two open',
  question: 'the question or its truth differs',
  prompt: 'the prompt differs',
  reply: 'the reply differs',
  reading: 'the same reply, read differently',
  scoring: 'the same answer, scored differently',
};

/** Why two runs have different scores: where their units part, then field by field what differs. */
export function explanationTables({ a, b, shared, fields, causes }: Explanation, { ids = 5 } = {}): Table[] {
  const unitsOf = (cause: Cause) => causes.find((found) => found.cause === cause)?.units.length ?? 0;
  const both = [a, b].map(
    ({ name, score }, at) => `${at === 0 ? 'A' : 'B'} is ${name}: ${score === null ? 'no score' : percent(score)}.`,
  );
  return [
    {
      title: `Why ${a.run} and ${b.run} differ`,
      columns: [
        { name: 'because', align: 'left' },
        { name: 'units', align: 'right' },
        { name: 'A − B', align: 'right', unit: 'points' },
        { name: 'for example', align: 'left' },
      ],
      rows: causes.map(({ cause, units, points: difference }) => [
        words[cause],
        numberCell(units.length, count),
        cause === 'selection' || cause === 'errors' ? null : percentCell(difference, points),
        units.slice(0, ids).join(', '),
      ]),
      notes: [
        ...both,
        causes.length === 0
          ? `All ${plural(shared, 'unit')} have the same score.`
          : `Each unit is counted in the first row that applies to it; points are over the ${plural(shared, 'unit')} that have a score in both runs.`,
      ],
    },
    {
      title: 'What differs between the runs',
      columns: ['field', 'A', 'B', 'can explain'].map((name) => ({ name, align: 'left' as const })),
      rows: fields.map(({ field, a, b, reaches }) => {
        const found = reaches.filter((cause) => unitsOf(cause) > 0);
        return [
          field,
          a ?? null,
          b ?? null,
          found.length === 0
            ? 'nothing seen here'
            : found.map((cause) => `${words[cause]} (${count(unitsOf(cause))})`).join('; '),
        ];
      }),
      notes: fields.length === 0 ? ['Nothing: they are the same run.'] : [],
    },
  ];
}
