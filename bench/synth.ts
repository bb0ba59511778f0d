import { families } from '../src/synth/index.ts';
import { lastLine } from './measure.ts';

/** How fast questions are made, on one core and on two, and whether memory stays where it is: `npm run bench -- synth [family]`. */
const goals: Record<string, string> = {
  'synth-point': '12',
  'synth-views': '5',
  'synth-motion': '0.5: a clip of 2 s in less time than it lasts',
};
/** The same ones for one thread and for two: some take ten times as long as others. Enough that their start hardly counts. */
const scenesOf: Record<string, number> = { 'synth-point': 1200, 'synth-views': 320, 'synth-motion': 128 };
const [, , , only] = process.argv;

for (const { id } of families.filter((family) => only === undefined || family.id === only)) {
  const { rate } = JSON.parse(await lastLine('synth-parts/rate.ts', id, 40));
  const goal = goals[id] === undefined ? '' : ` (goal ≥ ${goals[id]})`;
  console.log(`${id}: ${rate.toFixed(1)} samples per second of one core${goal}`);
  const scenes = scenesOf[id] ?? 80;
  const one = JSON.parse(await lastLine('synth-parts/threads.ts', id, 1, scenes));
  const two = JSON.parse(await lastLine('synth-parts/threads.ts', id, 2, scenes));
  console.log(
    `  two threads: ${(two.rate / one.rate).toFixed(2)} times as fast (goal ≥ 1.8); they keep ${two.cores.toFixed(2)} cores busy, one thread ${one.cores.toFixed(2)}`,
  );
  const { share, milliseconds } = JSON.parse(await lastLine('synth-parts/publish.ts', id, 320));
  console.log(
    `  writing a set: the main thread takes ${(100 * share).toFixed(1)} % of the time (goal < 3), ${milliseconds.toFixed(2)} ms per sample`,
  );
  console.log(`  memory of two threads over ${scenes} scenes: ${two.memory.join(', ')} MB`);
}
