import type { ControlReading } from '../contracts/index.ts';
import { count } from '../util/index.ts';
import { percent, points } from './format.ts';
import { metricInterval, openParts, scoreCell } from './metric-cells.ts';
import { intervalCell, intervalParts, numberCell, percentCell, type Table } from './table.ts';
import { pairingLimits } from './verdict.ts';

/** What is said of a link. */
export const verdictWords = { works: 'works', costs: 'fails at times', fails: 'fails', open: 'is open' } as const;

/** Where a contestant fails: every condition with its score, then what is lost from each to the next, in words too. */
export function controlTables(title: string, { stages, links, probes }: ControlReading): Table[] {
  return [
    {
      title: `Controls of ${title}`,
      columns: [
        { name: 'condition', align: 'left' },
        { name: 'what is different', align: 'left' },
        { name: 'score', align: 'right', unit: '%', parts: openParts },
        { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
        { name: 'blind choice', align: 'right', unit: '%' },
        { name: 'n', align: 'right' },
      ],
      rows: [...stages, ...probes].map(({ condition, about, metric }) => [
        condition,
        about,
        scoreCell(metric),
        metricInterval(metric),
        percentCell(metric.chance, percent),
        numberCell(metric.n, count),
      ]),
      notes: probes.map(({ says }) => says),
    },
    {
      title: 'Where it fails',
      columns: [
        { name: 'link', align: 'left' },
        { name: 'from what to what', align: 'left' },
        { name: 'verdict', align: 'left' },
        { name: 'change', align: 'right', unit: 'points' },
        { name: 'interval', align: 'right', unit: 'points', parts: intervalParts },
        { name: 'n', align: 'right' },
      ],
      rows: links.map(({ name, about, verdict, pairing }) => {
        const limits = pairing && pairingLimits(pairing);
        return [
          name,
          about,
          verdictWords[verdict],
          percentCell(pairing?.difference?.value, points),
          intervalCell(limits?.low, limits?.high),
          numberCell(pairing?.n, count),
        ];
      }),
      notes: links.map(({ says }) => says),
    },
  ];
}
