import type { Policy } from '../../src/contracts/index.ts';
import { decodeActions, drawLayout, inRows, scattered, TabletopWorld } from '../../src/sim/index.ts';
import { expert, inSmallSteps, told } from './commands.ts';

/**
 * Observations per second of processor time, physics included, counted in the field's two ways: one per control step of 15 physics
 * steps while the expert moves, and one before every command of an evaluated policy, which takes about a hundred of them.
 */
const [blocks = 4, cameraCount = 1, width = 320, height = 240, episodes = 3] = process.argv.slice(2).map(Number);
const CONTROL_STEP = 15;
const cameras = ['head_camera', 'left_camera', 'right_camera'].slice(0, cameraCount);
const size = { width, height };
const labels = [...'ABCDEFGHIK'].slice(0, blocks);
const world = await TabletopWorld.open(blocks);

function setup(seed: number) {
  const drawn = drawLayout({ seed, labels, arrangement: blocks === 4 ? scattered : inRows });
  if ('why' in drawn) throw new Error(drawn.why);
  return { layout: drawn.layout, target: labels[seed % blocks] ?? 'A' };
}

function demonstrated(seed: number): number {
  const { layout, target } = setup(seed);
  const { frames } = world.demonstrate(layout, target, { cameras, size, every: CONTROL_STEP });
  return Array.from(frames, () => 1).length;
}

function play(seed: number, policy: Policy) {
  const { layout, target } = setup(seed);
  const task = { instruction: '', target, stepLimit: 400, world: 'bench' };
  return world.play(layout, task, policy, { unit: { id: 'bench', epoch: 0 }, seed: 0, timeoutMs: 60_000 });
}

const commands = new Map<number, Float64Array[]>();
async function evaluated(seed: number): Promise<number> {
  return (await play(seed, told(commands.get(seed) ?? [], { cameras, size }))).episode.actions.count;
}

async function rate(episode: (seed: number) => number | Promise<number>): Promise<number> {
  // The first one is for the compiler.
  await episode(99_999);
  const before = process.cpuUsage();
  let count = 0;
  for (let seed = 100_000; seed < 100_000 + episodes; seed += 1) count += await episode(seed);
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}

for (let seed = 99_999; seed < 100_000 + episodes; seed += 1)
  commands.set(seed, inSmallSteps(decodeActions((await play(seed, expert)).actions).actions));
console.log(JSON.stringify({ perControlStep: await rate(demonstrated), perCommand: await rate(evaluated) }));
world.close();
process.exit(0);
