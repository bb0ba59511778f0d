import { families } from '../../src/synth/index.ts';
import { makeScenes } from '../../src/synth/threads.ts';

/** Scenes per second with so many threads, from when all are at work; and memory on the way. */
const [id = '', threads = '1', scenes = '40'] = process.argv.slice(2);
const benchmark = families.find((family) => family.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const setup = { benchmark: id, difficulty: benchmark.levels.medium, seed: 1 };
const count = Number(scenes) * Number(threads);
const atWork = 4 * Number(threads);
const memory: number[] = [];
let begun = 0;
let done = 0;
for await (const _ of makeScenes(setup, { count, threads: Number(threads) })) {
  done += 1;
  if (done === atWork) begun = performance.now();
  if (done % Math.ceil(count / 8) === 0) memory.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
}
console.log(JSON.stringify({ rate: (1000 * (done - atWork)) / (performance.now() - begun), memory }));
