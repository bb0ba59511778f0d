import { count } from '../util/index.ts';
import { dollars, duration, tokens } from './format.ts';
import { type Cell, type Column, numberCell, type Table } from './table.ts';

/** What a run would take; the engine works it out. */
interface Estimated {
  benchmark: string;
  folder: string;
  units: number;
  answered: number;
  requests: number;
  tokens?: { input: number; output: number | null; measured: boolean };
  cost: number | null;
  seconds?: number;
  secondsPerReply: number;
  concurrency: number;
}

const right = (name: string, unit?: string): Column => ({ name, align: 'right', ...(unit && { unit }) });

/** What would be sent and spent, one row per run. Estimates are called so. */
export function estimateTable(estimates: readonly Estimated[]): Table {
  const cell = (value: number | null | undefined, format: (value: number) => string): Cell =>
    value === null ? 'unknown' : numberCell(value, format);
  const asking = estimates.filter((estimate) => estimate.tokens);
  return {
    title: 'What it would take; nothing was sent',
    columns: [
      { name: 'benchmark', align: 'left' },
      ...[right('units'), right('answered before'), right('requests'), right('input tokens'), right('output tokens')],
      ...[right('cost', 'USD'), right('time', 's')],
      { name: 'run folder', align: 'left' },
    ],
    rows: estimates.map(({ benchmark, folder, units, answered, requests, cost, seconds, ...one }) => [
      benchmark,
      ...[units, answered, requests].map((n) => numberCell(n, count)),
      cell(one.tokens?.input, tokens),
      cell(one.tokens?.output, tokens),
      cell(cost, dollars),
      cell(seconds, duration),
      folder,
    ]),
    notes: [
      ...asking.map(
        ({ benchmark, tokens: told, secondsPerReply, concurrency }) =>
          `${benchmark}: tokens ${
            told?.measured
              ? 'as in the answers that are there already'
              : 'by a rule of thumb (4 bytes, 750 pixels; a clip 8,000), and every answer as long as the protocol allows'
          }; time if a reply takes ${secondsPerReply} s and ${concurrency} are under way at once.`,
      ),
      ...(asking.length < estimates.length
        ? ['Nobody is asked where a policy acts; how long it takes shows with the first episodes.']
        : []),
    ],
  };
}
