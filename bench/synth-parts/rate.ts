import { families } from '../../src/synth/index.ts';

/** One maker: samples per second of processor time, encoding included. */
const [id = '', scenes = '100'] = process.argv.slice(2);
const benchmark = families.find((family) => family.id === id);
const family = await benchmark?.family();
if (!benchmark || !family) throw new Error(`${id} is not generated`);
const maker = await family.open(benchmark.levels.medium, 1);
const count = Number(scenes);
// The first ones are for the compiler.
for (let scene = 0; scene < count / 4; scene += 1) await maker.make(1e6 + scene);

const before = process.cpuUsage();
for (let scene = 0; scene < count; scene += 1) await maker.make(scene);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ rate: (count * family.perScene) / ((user + system) / 1e6) }));
process.exit(0);
