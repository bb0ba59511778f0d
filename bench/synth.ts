import { families } from '../src/synth/index.ts';
import { lastLine, median } from './measure.ts';

/** How fast questions are made, on one core and on two, and whether memory stays where it is: `npm run bench -- synth [family]`. */
const goals: Record<string, string> = {
  'synth-point': '20',
  'synth-views': '8',
  'synth-motion': '0.5: a clip of 2 s in less time than it lasts',
};
const ROUNDS = 3;
const [, , , only] = process.argv;

for (const { id } of families.filter((family) => only === undefined || family.id === only)) {
  const { rate } = JSON.parse(await lastLine('synth-parts/rate.ts', id, 40));
  const goal = goals[id] === undefined ? '' : ` (goal ≥ ${goals[id]})`;
  console.log(`${id}: ${rate.toFixed(1)} samples per second of one core${goal}`);
  const ratios: number[] = [];
  let memory: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = JSON.parse(await lastLine('synth-parts/threads.ts', id, 1, 40));
    const two = JSON.parse(await lastLine('synth-parts/threads.ts', id, 2, 60));
    ratios.push(two.rate / one.rate);
    memory = two.memory;
  }
  console.log(`  two threads: ${median(ratios).toFixed(2)} times as fast (goal ≥ 1.8)`);
  console.log(`  memory of two threads over 120 scenes: ${memory.join(', ')} MB`);
}
