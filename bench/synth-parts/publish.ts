import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { families, makeDataset, readSettings } from '../../src/synth/index.ts';

/** A set written by two threads: how much of the processor's time the thread took that hands out work and writes. */
const [id = '', count = '320'] = process.argv.slice(2);
const benchmark = families.find((family) => family.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const folder = mkdtempSync(join(tmpdir(), 'bench-synth-'));

async function make(some: string, seed: string) {
  if (!benchmark) return { main: 0, all: 0 };
  const settings = readSettings({ ...benchmark.args, count: some, seed }, benchmark.levels, benchmark.together);
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  await makeDataset(benchmark, settings, { dir: join(folder, seed), threads: 2, version: 'bench' });
  const [allNow, mainNow] = [process.cpuUsage(all), process.threadCpuUsage(main)];
  return { main: (mainNow.user + mainNow.system) / 1e6, all: (allNow.user + allNow.system) / 1e6 };
}

try {
  // Its start, which does not grow with the set.
  await make('8', '1');
  const { main, all } = await make(count, '2');
  console.log(JSON.stringify({ share: main / all, milliseconds: (1000 * main) / Number(count) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
