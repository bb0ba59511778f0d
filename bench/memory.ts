import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './measure.ts';

/** Whether memory stays flat: peaks of whole commands, as a user starts them, over few and over many units. */
const FEW = 1000;
const MANY = 100_000;
/** A short command's peak depends on how often the collector happened to run. */
const TRIES = 5;

const work = mkdtempSync(join(tmpdir(), 'sextant-bench-memory-'));
const [few, many] = [FEW, MANY].map((units) => ({ units, a: join(work, `a-${units}`), b: join(work, `b-${units}`) }));
if (!few || !many) throw new Error('two sizes were given');
type Runs = typeof few;

const verbs: Record<string, (runs: Runs) => string[]> = {
  report: ({ a }) => ['report', a],
  score: ({ a }) => ['score', a],
  compare: ({ a, b }) => ['compare', a, b],
  'run, again': (runs) => asking(runs, 0, runs.a),
};

try {
  const first = [few, many].map((runs) => peakOf(asking(runs, 0, runs.a)));
  tell('run', first);
  for (const runs of [few, many]) peakOf(asking(runs, 1, runs.b));
  for (const [name, args] of Object.entries(verbs))
    tell(name, [median(Array.from({ length: TRIES }, () => peakOf(args(few)))), peakOf(args(many))]);
  const half = ({ a }: Runs) => truncateSync(journal(a), Math.floor(statSync(journal(a)).size / 2));
  const resumed = [few, many].map((runs) => {
    half(runs);
    return peakOf(asking(runs, 0, runs.a));
  });
  tell('run, half', resumed);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function asking({ units }: Runs, seed: number, out: string): string[] {
  return ['run', `tiny:count=${units}`, '--model', 'baseline/random', '--seed', String(seed), '--out', out];
}

function journal(folder: string): string {
  return join(folder, 'events.ndjson');
}

/** In MB. */
function peakOf(args: string[]): number {
  const SEXTANT_BENCH_PEAK = join(work, 'peak');
  const NODE_OPTIONS = `--import ${join(import.meta.dirname, 'memory-parts/peak.ts')}`;
  const { status, stderr } = spawnSync(join(import.meta.dirname, '../bin/sextant'), args, {
    env: { ...process.env, NODE_OPTIONS, SEXTANT_BENCH_PEAK },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`sextant ${args.join(' ')} failed: ${stderr}`);
  return Number(readFileSync(SEXTANT_BENCH_PEAK, 'utf8'));
}

function tell(name: string, [small = Number.NaN, large = Number.NaN]: number[]): void {
  console.log(
    `${name.padEnd(12)} 1,000 units ${small.toFixed(0)} MB   100,000 units ${large.toFixed(0)} MB   ratio ${(large / small).toFixed(2)} (goal ≤ 1.25)`,
  );
}
