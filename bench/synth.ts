import { families } from '../src/synth/index.ts';
import { lastLine, median } from './measure.ts';

/** How fast questions are made, on one core and on two, and whether memory stays where it is: `npm run bench -- synth [family]`. */
const goals: Record<string, string> = {
  'synth-point': '20',
  'synth-views': '8',
  'synth-motion': '0.5: a clip of 2 s in less time than it lasts',
};
const ROUNDS = 3;
/** The same ones for one thread and for two: some take ten times as long as others. */
const SCENES = 80;
const [, , , only] = process.argv;

for (const { id } of families.filter((family) => only === undefined || family.id === only)) {
  const { rate } = JSON.parse(await lastLine('synth-parts/rate.ts', id, 40));
  const goal = goals[id] === undefined ? '' : ` (goal ≥ ${goals[id]})`;
  console.log(`${id}: ${rate.toFixed(1)} samples per second of one core${goal}`);
  const ratios: number[] = [];
  let memory: number[] = [];
  let cores: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = JSON.parse(await lastLine('synth-parts/threads.ts', id, 1, SCENES));
    const two = JSON.parse(await lastLine('synth-parts/threads.ts', id, 2, SCENES));
    ratios.push(two.rate / one.rate);
    memory = two.memory;
    cores = [one.cores, two.cores];
  }
  const [of1, of2] = cores.map((used) => used.toFixed(2));
  console.log(
    `  two threads: ${median(ratios).toFixed(2)} times as fast (goal ≥ 1.8); they keep ${of2} cores busy, one thread ${of1}`,
  );
  console.log(`  memory of two threads over ${SCENES} scenes: ${memory.join(', ')} MB`);
}
