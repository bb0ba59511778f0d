import type { Summary } from '../contracts/index.ts';
import { plural } from '../util/index.ts';
import { points } from './format.ts';
import { metricInterval, openParts, scoreCell } from './metric-cells.ts';
import { intervalParts, numberCell, percentCell, type Table } from './table.ts';

/** A run's score with the published labels and with corrected ones, and what was corrected. */
interface Corrections {
  file: { name: string; sha256: string };
  before: Summary;
  after: Summary;
  corrected: readonly {
    id: string;
    old: string | number;
    new: string | number;
    evidence: string;
    scores: readonly { before: number | null; after: number | null }[];
  }[];
  elsewhere: readonly string[];
}

export function errataTables({ file, before, after, corrected, elsewhere }: Corrections): Table[] {
  const row = (labels: string, { metrics: [metric] }: Summary) => [
    labels,
    metric?.name ?? null,
    metric === undefined ? null : scoreCell(metric),
    metric === undefined ? null : metricInterval(metric),
    percentCell(difference(metric?.value, before.metrics[0]?.value), points),
    numberCell(metric?.n, String),
  ];
  return [
    {
      title: 'Score with published and with corrected labels',
      columns: [
        { name: 'labels', align: 'left', whole: true },
        { name: 'metric', align: 'left' },
        { name: 'score', align: 'right', unit: '%', parts: openParts },
        { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
        { name: 'difference', align: 'right', unit: 'points' },
        { name: 'n', align: 'right' },
      ],
      rows: [row('as published', before), row('corrected', after)],
      notes: [
        `${plural(corrected.length, 'label')} corrected by ${file.name}, sha256 ${file.sha256}.`,
        'Only the first row is the benchmark’s score. Nothing was written into the run.',
        ...(elsewhere.length > 0
          ? [
              `${plural(elsewhere.length, 'correction')} of questions that this run does not have: ${elsewhere.slice(0, 5).join(', ')}${elsewhere.length > 5 ? ' …' : ''}`,
            ]
          : []),
      ],
    },
    {
      title: 'Corrections',
      columns: [
        { name: 'id', align: 'left', whole: true },
        { name: 'published', align: 'left' },
        { name: 'corrected', align: 'left' },
        { name: 'score', align: 'left', whole: true },
        { name: 'evidence', align: 'left' },
      ],
      rows: corrected.map(({ id, old, new: now, evidence, scores }) => [
        id,
        String(old),
        String(now),
        scores.map((each) => `${mark(each.before)} → ${mark(each.after)}`).join(', '),
        evidence,
      ]),
      notes: [],
    },
  ];
}

function difference(value: number | null | undefined, base: number | null | undefined): number | null {
  return value == null || base == null ? null : value - base;
}

function mark(score: number | null): string {
  return score === null ? 'open' : String(Math.round(1000 * score) / 1000);
}
