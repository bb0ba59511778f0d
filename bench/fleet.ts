import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../src/fleet/testing/server.ts';
import { type Measured, measure } from './measure.ts';

/** Units at 20 ms, and episodes, so many that starting is little of it; smaller numbers for a quick look. */
const [units = 100_000, episodes = 1000] = process.argv.slice(3).map(Number);
const CONCURRENCY = 32;

const work = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
const postgres = await startPostgres();
Object.assign(process.env, postgres.env);
const command = join(import.meta.dirname, '../bin/sextant');
let databases = 0;
try {
  await planning();
  await asking();
  await acting();
} finally {
  await postgres.close();
  rmSync(work, { recursive: true, force: true });
}

async function planning(): Promise<void> {
  const peaks: number[] = [];
  for (const count of [100_000, 1_000_000]) {
    const { planner } = await newDatabase();
    const { seconds, cpu, peakMB } = await measure('fleet-parts/plan.ts', planner, count);
    peaks.push(peakMB);
    console.log(
      `plan    ${count} units   ${seconds.toFixed(1)} s (goal < 60), ${cpu.toFixed(1)} s of processor time   peak ${peakMB.toFixed(0)} MB`,
    );
  }
  console.log(`        peak at ten times as many units: ×${((peaks[1] ?? 0) / (peaks[0] ?? 1)).toFixed(2)}`);
}

async function asking(): Promise<void> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'harness-parts/server.ts'), '20'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout, 'data');
  process.env.OPENAI_BASE_URL = `http://127.0.0.1:${String(port).trim()}/v1`;
  const benchmark = `tiny:count=${units}`;
  const options = { benchmark, who: { model: 'openai/bench' }, concurrency: CONCURRENCY };
  try {
    const plain = await measure('fleet-parts/work.ts', join(work, 'plain'), JSON.stringify(options));
    console.log(`20 ms   ${units} units   a plain run, without scores ${told(plain)}`);
    for (const workers of [1, 2, 4]) {
      const fleet = await onFleet([benchmark, '--model', 'openai/bench'], options, workers);
      const overhead =
        workers === 1
          ? `   overhead ${percent(fleet.seconds / plain.seconds - 1)} (goal ≤ 15 %), ${percent(fleet.cpu / plain.cpu - 1)} by processor time`
          : '';
      console.log(
        `        ${workers} workers ${told(fleet)}   ×${(plain.seconds / fleet.seconds).toFixed(2)} as fast, ×${(plain.cpu / fleet.busiest).toFixed(2)} by processor time${overhead}`,
      );
    }
  } finally {
    server.kill();
  }
}

async function acting(): Promise<void> {
  const options = {
    benchmark: 'rsb-math-4',
    who: { policy: 'policy/expert' },
    select: { limit: episodes },
    workers: 1,
  };
  const what = ['rsb-math-4', '--policy', 'policy/expert', '--limit', String(episodes)];
  const [one, two] = [await onFleet(what, options, 1), await onFleet(what, options, 2)];
  console.log(
    `robot   ${episodes} episodes   one worker ${told(one)}   two ${told(two)}   ×${(one.seconds / two.seconds).toFixed(2)} (goal ≥ 1.80), ×${(one.busiest / two.busiest).toFixed(2)} by processor time`,
  );
}

/** What all workers took together; `busiest` is the processor time of the one that took most: what the clock says where each has a core. */
type OnFleet = Measured & { busiest: number };

async function onFleet(what: readonly string[], options: object, workers: number): Promise<OnFleet> {
  const { name, planner } = await newDatabase();
  const planned = spawn(command, ['run', ...what, '--fleet', planner, '--out', join(work, name), '--json'], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(planned, 'exit');
  await once(planned.stdout, 'data');
  planned.stdout.resume();
  const url = postgres.url('sextant_worker', name);
  const parts = Array.from({ length: workers }, () => measure('fleet-parts/work.ts', url, JSON.stringify(options)));
  const all = await Promise.all(parts);
  const [code] = await ended;
  if (code !== 0) throw new Error('the fleet failed');
  return {
    seconds: Math.max(...all.map(({ seconds }) => seconds)),
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
    busiest: Math.max(...all.map(({ cpu }) => cpu)),
    peakMB: Math.max(...all.map(({ peakMB }) => peakMB)),
  };
}

async function newDatabase() {
  databases += 1;
  const name = `bench${databases}`;
  await postgres.create(name);
  const { status } = spawnSync(command, ['fleet', 'init', postgres.url('admin', name)], { env: process.env });
  if (status !== 0) throw new Error('fleet init failed');
  for (const role of ['sextant_planner', 'sextant_worker'])
    await postgres.sql(name, `alter role ${role} password '${postgres.password}'`);
  return { name, planner: postgres.url('sextant_planner', name) };
}

function told({ seconds, cpu, peakMB }: Measured): string {
  return `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time, ${peakMB.toFixed(0)} MB`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
