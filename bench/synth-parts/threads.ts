import { families } from '../../src/synth/index.ts';
import { makeScenes } from '../../src/synth/threads.ts';

/** Scenes per second with so many threads, their start included; cores in use; and memory on the way. */
const [id = '', threads = '1', scenes = '80'] = process.argv.slice(2);
const benchmark = families.find((family) => family.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const setup = { benchmark: id, difficulty: benchmark.levels.medium, seed: 1 };
const count = Number(scenes);
const memory: number[] = [];
let done = 0;
// From the very beginning: once scenes come in their order, later ones are finished already, which would flatter several threads.
const begun = performance.now();
for await (const _ of makeScenes(setup, { count, threads: Number(threads) })) {
  done += 1;
  if (done % Math.ceil(count / 8) === 0) memory.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
}
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ rate: count / seconds, cores: (user + system) / 1e6 / seconds, memory }));
