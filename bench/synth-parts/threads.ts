import { families } from '../../src/synth/index.ts';
import { setupOf } from '../../src/synth/thread-messages.ts';
import { makeScenes } from '../../src/synth/threads.ts';

/** Scenes per second with so many threads, from the first scene on: starting them is not counted. */
const [id = '', threads = '1', scenes = '40'] = process.argv.slice(2);
const benchmark = families.find((family) => family.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const setup = setupOf(id, await benchmark.family(), { difficulty: benchmark.levels.medium, seed: 1 });
const count = Number(scenes) * Number(threads);
let begun = 0;
let done = 0;
for await (const _ of makeScenes(setup, { count, threads: Number(threads) })) {
  // What every thread had under way at the beginning is not counted either.
  if (++done === 4 * Number(threads)) begun = performance.now();
}
console.log(JSON.stringify({ rate: (1000 * (done - 4 * Number(threads))) / (performance.now() - begun) }));
