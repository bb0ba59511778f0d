import { families } from '../src/synth/index.ts';
import { lastLine, median } from './measure.ts';

/** How fast questions are made, on one core and on two, and whether memory stays where it is: `npm run bench -- synth [family]`. */
const scenes: Record<string, number> = { 'synth-motion': 40 };
const goals: Record<string, string> = {
  'synth-point': 'goal ≥ 20',
  'synth-views': 'goal ≥ 8',
  'synth-motion': 'goal: a clip of 2 s in less, so ≥ 0.5',
};
const [, , , only] = process.argv;

for (const { id } of families.filter((family) => only === undefined || family.id === only)) {
  const count = scenes[id] ?? 200;
  const { samples, seconds, memory } = JSON.parse(await lastLine('synth-parts/rate.ts', id, count));
  console.log(`${id.padEnd(14)} ${(samples / seconds).toFixed(1)} samples/s of processor time (${goals[id] ?? ''})`);
  console.log(`${''.padEnd(14)} memory over ${count} scenes: ${memory.join(', ')} MB`);
  const rate = async (threads: number): Promise<number> =>
    JSON.parse(await lastLine('synth-parts/threads.ts', id, threads, Math.ceil(count / 4))).rate;
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const one = await rate(1);
    ratios.push((await rate(2)) / one);
  }
  console.log(`${''.padEnd(14)} two threads make ${median(ratios).toFixed(2)} times as many (goal ≥ 1.8)`);
}
