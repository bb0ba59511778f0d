// Measures what the words of generated questions give away, and writes it into docs/synth-blind.json and docs/synth.md, beside the
// generator's golden hash (src/synth/blind-table.test.ts compares it). Questions of three seeds are made; those of each are answered by
// baseline/blind, which has learned from those of the two others. Interrupted, it goes on from the questions that are kept.
// Usage: node scripts/measure-blind.ts synth-point [--questions of each seed] [--lessons N] [--threads N] [--kept folder]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { UnitResult } from '../src/contracts/index.ts';
import { meanMetric } from '../src/stats/index.ts';
import { families } from '../src/synth/index.ts';
import { keepScenes } from '../src/synth/kept-scenes.ts';
import type { SynthBenchmark } from '../src/synth/mirror.ts';
import { readSettings } from '../src/synth/settings.ts';
import { makeScenes } from '../src/synth/threads.ts';
import { type BlindQuestion, blindAnswers, blindQuestion } from './blind-answers.ts';
import { type BlindTable, blindTableText, goldenOf } from './blind-table.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: '3000' },
    lessons: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    kept: { type: 'string', default: join(tmpdir(), 'sextant-blind') },
  },
});
const [id = 'synth-point'] = positionals;
const perSeed = Number(values.questions);
const lessonsInAll = Number(values.lessons ?? 2 * perSeed);
const SEEDS = [901, 902, 903];

async function questionsOf(benchmark: SynthBenchmark, seed: number, golden: string): Promise<BlindQuestion[]> {
  const args = { ...benchmark.args, count: String(perSeed), seed: String(seed) };
  const { difficulty } = readSettings(args, benchmark.levels, benchmark.together);
  const { generator, perScene } = await benchmark.family();
  const setup = { benchmark: id, difficulty, seed };
  const rest = { count: Math.ceil(perSeed / perScene), threads: Number(values.threads) };
  const path = join(values.kept, `${generator}-${golden.slice(0, 12)}-${seed}.part`);
  const make = (first: number) => makeScenes(setup, { ...rest, first, options: () => ({ draft: true }) });
  const all: BlindQuestion[] = [];
  for await (const { samples, files } of keepScenes(path, make, undefined, true)) {
    for (const sample of samples.slice(0, perSeed - all.length)) {
      const evidence = new Set((benchmark.evidence?.(sample) ?? []).map(({ sha256 }) => sha256));
      const kept = files
        .filter(({ ref }) => evidence.has(ref.sha256))
        .map(({ ref, bytes }) => [ref.sha256, bytes] as const);
      all.push(await blindQuestion(benchmark, sample, new Map(kept)));
    }
    process.stderr.write(`\rseed ${seed}: ${all.length} of ${perSeed} `);
  }
  return all;
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
const { generator } = await benchmark.family();
const golden = goldenOf(readFileSync(join(root, 'src/synth/golden-data.test.ts'), 'utf8'), generator);
mkdirSync(values.kept, { recursive: true });
const bySeed: BlindQuestion[][] = [];
for (const seed of SEEDS) bySeed.push(await questionsOf(benchmark, seed, golden));
const results: Result[][] = [];
for (const asked of bySeed) {
  const others = bySeed.filter((other) => other !== asked);
  results.push(
    await blindAnswers(
      benchmark,
      others.flatMap((some) => some.slice(0, lessonsInAll / others.length)),
      asked,
    ),
  );
}
const [axis = ''] = benchmark.breakdowns[0] ?? [];
const groups = Map.groupBy(results.flat(), (each) => each.groups[axis] ?? '');
const file = join(root, 'docs/synth-blind.json');
const table: BlindTable = JSON.parse(readFileSync(file, 'utf8'));
for (const name of Object.keys(table)) if (name.startsWith(`${id}-`)) delete table[name];
table[generator] = {
  golden,
  lessons: lessonsInAll,
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
