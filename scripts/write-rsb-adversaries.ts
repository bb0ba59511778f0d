// Lets the built-in policies and the zoo of cheats act, and writes what they earn into docs/rsb.md.
// Usage: node scripts/write-rsb-adversaries.ts [episodes with 4 blocks] [episodes with 10 blocks]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rsbSuites } from '../src/benchmarks/index.ts';
import { firstChoiceMetrics } from '../src/benchmarks/rsb/first-choice.ts';
import { cheats } from '../src/benchmarks/rsb/testing/cheats.ts';
import { playAll } from '../src/benchmarks/rsb/testing/play.ts';
import { referencePolicies } from '../src/contestants/onnx/references.ts';
import { openPolicy, policies } from '../src/contestants/policies/resolve.ts';
import type { Metric } from '../src/contracts/index.ts';
import { demand } from '../src/util/index.ts';

const page = join(import.meta.dirname, '../docs/rsb.md');
const [fours = '200', tens = '50'] = process.argv.slice(2);
const FIRST = '<!-- written by scripts/write-rsb-adversaries.ts -->';
const LAST = '<!-- until here -->';

const names = ['expert', 'expert-random', 'always-wrong', 'nearest', 'random'].map((name) => `policy/${name}`);
const abouts = new Map(policies.map(({ id, about }) => [id, about]));
const known = await Promise.all(
  [...names, ...referencePolicies.map(({ id }) => id)].map(async (id) => {
    const policy = await openPolicy(id, { cwd: '.' });
    return { name: id, about: demand(abouts, id), policy: () => policy };
  }),
);
const zoo = Object.entries(cheats).map(([name, cheat]) => ({ name, ...cheat }));

/** What all of them earn in a suite; the table so far after every one, so that it is there however far one gets. */
async function measure(id: string, episodes: number, write: (table: string) => void): Promise<void> {
  const suite = rsbSuites.find((one) => one.id === id);
  const dataset = await suite?.load({ args: {} });
  const world = await suite?.openWorld?.();
  if (!dataset || !world) throw new Error(`no suite ${id}`);
  const samples = await Promise.all(Array.from({ length: episodes }, (_, index) => dataset.sample(index)));
  const rows: string[] = [];
  for (const { name, about, policy } of [...known, ...zoo]) {
    // Only who remembers gains by repetitions.
    const epochs = name === 'memory' ? 3 : 1;
    const metrics = firstChoiceMetrics(await playAll(world, policy(), { samples, epochs })).slice(0, 7);
    const what = epochs > 1 ? `${about} (${epochs} repetitions)` : about;
    rows.push(`| ${name} | ${what} | ${metrics.map(cell).join(' | ')} |`);
    write(table(`${id}, ${episodes} episodes`, rows));
  }
  world.close();
}

function table(title: string, rows: readonly string[]): string {
  return `${title}, in percent with 95 % intervals:

| who | what it does | first-choice success | first-choice grasp | first-choice nSG | the same, all episodes | official TSR | official GSR | official nSG |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
}

function cell({ value, low, high, worst, best, errors }: Metric): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  if (errors && worst !== undefined && best !== undefined)
    return `${percent(worst)} to ${percent(best)} (${errors} errors)`;
  if (value === null || low === null || high === null) return 'undefined';
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

function writePage(tables: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(FIRST) + FIRST.length, text.indexOf(LAST)];
  if (to < from) throw new Error(`${page} has no place for the tables`);
  writeFileSync(page, `${text.slice(0, from)}\n\n${tables.join('\n\n')}\n\n${text.slice(to)}`);
}

let four = '';
await measure('rsb-math-4', Number(fours), (table) => {
  four = table;
  writePage([four]);
});
await measure('rsb-math-10', Number(tens), (table) => writePage([four, table]));
