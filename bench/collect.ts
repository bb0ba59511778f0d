import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { lastLine, median } from './measure.ts';

/** Demonstrations with four cameras, HDF5 and mp4: per core, two workers against one, memory. `-- collect 96` takes longer. */
const episodes = Number(process.argv[3] ?? 24);
const Told = z.object({ seconds: z.number(), cpuSeconds: z.number(), memory: z.array(z.number()) });

const folder = mkdtempSync(join(tmpdir(), 'sextant-collect-'));
try {
  const one = await record(1);
  console.log(
    [
      `one worker: ${(episodes / one.seconds).toFixed(2)} episodes/s`,
      `${(episodes / one.cpuSeconds).toFixed(2)} per second of one core (goal ≥ 0.2)`,
    ].join('   '),
  );
  const two = await record(2);
  console.log(
    [
      `two workers: ${(episodes / two.seconds).toFixed(2)} episodes/s`,
      `${(one.seconds / two.seconds).toFixed(2)} times one (goal ≥ 1.8 on two idle cores)`,
      `CPU per episode ${(two.cpuSeconds / one.cpuSeconds).toFixed(2)} times that of one`,
      `500 episodes ${((500 * two.seconds) / episodes / 60).toFixed(1)} min (goal < 25)`,
    ].join('   '),
  );
  for (const [name, { memory }] of Object.entries({ one, two })) {
    const part = Math.ceil(memory.length / 4);
    const [early, late] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))];
    console.log(`memory with ${name}: ${early.toFixed(0)} MB, at the end ${(late / early).toFixed(2)} times as much`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function record(workers: number): Promise<z.infer<typeof Told>> {
  return Told.parse(JSON.parse(await lastLine('collect-parts/collect.ts', folder, workers, episodes)));
}
