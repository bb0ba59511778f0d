// Measures what the words of generated questions give away, and writes it into docs/synth-blind.json and docs/synth.md, beside the
// generator's golden hash (src/synth/blind-table.test.ts compares it). Questions of three seeds are made; those of each are answered by
// baseline/blind, which has learned from those of the two others.
// Usage: node scripts/measure-blind.ts synth-point [questions per seed]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitResult } from '../src/contracts/index.ts';
import { meanMetric } from '../src/stats/index.ts';
import { generate } from '../src/synth/generated.ts';
import { families } from '../src/synth/index.ts';
import type { SynthBenchmark } from '../src/synth/mirror.ts';
import { readSettings } from '../src/synth/settings.ts';
import { type BlindQuestion, blindAnswers, blindQuestions } from './blind-answers.ts';
import { type BlindTable, blindTableText, goldenOf } from './blind-table.ts';

const root = join(import.meta.dirname, '..');
const [id = 'synth-point', perSeed = '3000'] = process.argv.slice(2);
const SEEDS = [901, 902, 903];

async function questionsOf(benchmark: SynthBenchmark, seed: number): Promise<BlindQuestion[]> {
  const args = { ...benchmark.args, count: perSeed, seed: String(seed) };
  const family = await benchmark.family();
  const dataset = await generate(id, family, readSettings(args, benchmark.levels, benchmark.together), { draft: true });
  return blindQuestions(benchmark, dataset, (done) =>
    process.stderr.write(`\rseed ${seed}: ${done} of ${dataset.ids.length} `),
  );
}

type Result = UnitResult & { chance: number };

function row(group: string, results: readonly Result[]): BlindTable[string]['rows'][number] {
  const chance = results.reduce((sum, each) => sum + each.chance, 0) / results.length;
  const { value, low, high } = meanMetric({ name: 'blind', results, chance, level: 0.95 });
  const rounded = (x: number | null | undefined) => Number((x ?? 0).toFixed(5));
  return {
    group,
    questions: results.length,
    chance: rounded(chance),
    right: rounded(value),
    low: rounded(low),
    high: rounded(high),
  };
}

const benchmark = families.find((one) => one.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const bySeed: BlindQuestion[][] = [];
for (const seed of SEEDS) bySeed.push(await questionsOf(benchmark, seed));
const results: Result[][] = [];
for (const asked of bySeed) {
  const lessons = bySeed.filter((other) => other !== asked).flat();
  results.push(await blindAnswers(benchmark, lessons, asked));
}
const [axis = ''] = benchmark.breakdowns[0] ?? [];
const groups = Map.groupBy(results.flat(), (each) => each.groups[axis] ?? '');
const { generator } = await benchmark.family();
const file = join(root, 'docs/synth-blind.json');
const table: BlindTable = JSON.parse(readFileSync(file, 'utf8'));
for (const name of Object.keys(table)) if (name.startsWith(`${id}-`)) delete table[name];
table[generator] = {
  golden: goldenOf(readFileSync(join(root, 'src/synth/golden-data.test.ts'), 'utf8'), generator),
  lessons: 2 * Number(perSeed),
  rows: [
    row('all', results.flat()),
    ...results.map((some, n) => row(`seed ${SEEDS[n]}`, some)),
    ...[...groups].sort(([a], [b]) => a.localeCompare(b)).map(([group, some]) => row(group, some)),
  ],
};
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
const docs = join(root, 'docs/synth.md');
writeFileSync(
  docs,
  readFileSync(docs, 'utf8').replace(/<!-- blind -->[\s\S]*<!-- \/blind -->/, () => blindTableText(table)),
);
process.stderr.write('\n');
