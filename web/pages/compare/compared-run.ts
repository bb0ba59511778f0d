import type { Summary } from '../../../src/contracts/index.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import type { RunResults } from '../../work/messages.ts';

/** One of the runs that are compared, under the letter that it has on the page. */
export interface ComparedRun {
  letter: string;
  head: RunHead;
  summary: Summary;
  rows: UnitRow[];
}

/** @example letterOf(0) // 'A' */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + (at % 26)) + (at < 26 ? '' : String(Math.floor(at / 26)));
}

export function resultsOf({ head, summary, rows }: ComparedRun): RunResults {
  return { name: head.name, run: head.run, summary, units: rows.map(({ result }) => result) };
}

/** Changes whenever what is compared does. */
export function versionOf(runs: readonly ComparedRun[]): string {
  return runs.map(({ head, rows }) => `${head.changed} ${rows.length}`).join(' ');
}
