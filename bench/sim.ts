import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Policy } from '../src/contracts/index.ts';
import { Stage } from '../src/engine/index.ts';
import { decodeActions, drawLayout, inRows, Physics, scattered, TabletopWorld } from '../src/sim/index.ts';
import { tabletopMjcf } from '../src/sim/scene/tabletop.ts';
import { lastLine, median } from './measure.ts';
import { expert, inSmallSteps, told } from './sim-parts/commands.ts';

/** The robot's world: observations per second, the evaluation loop against bare physics on the same states, two threads against one. */
const EPISODES = 4;
/** Each is timed so often, and the shortest time counts: what else the machine does is not ours. */
const ROUNDS = 10;
const labels = [...'ABCDEFGHIK'];
const start = { unit: { id: 'bench', epoch: 0 }, seed: 0 };

for (const blocks of [4, 10]) {
  for (const cameras of [1, 3]) {
    for (const [width, height] of [
      [320, 240],
      [224, 224],
    ] as const) {
      const { perControlStep, perCommand } = JSON.parse(
        await lastLine('sim-parts/observations.ts', blocks, cameras, width, height),
      );
      const goal = cameras === 3 ? ' (goal ≥ 120)' : '';
      console.log(
        `${blocks} blocks, ${cameras} of 3 cameras, ${width}×${height}: ${perControlStep.toFixed(0)} observations per second of one core${goal}, one per 15 physics steps; ${perCommand.toFixed(0)}, one per command`,
      );
    }
  }
}

for (const blocks of [4, 10]) {
  const world = await TabletopWorld.open(blocks);
  const rates: { bare: number; awake: number; loop: number; seeing: number; steps: number; commands: number }[] = [];
  const own = labels.slice(0, blocks);
  const sleepless = await Physics.open(tabletopMjcf(blocks).replace('sleep="enable"', 'sleep="disable"'));
  for (let seed = 100_000; seed < 100_000 + EPISODES; seed += 1) {
    const drawn = drawLayout({ seed, labels: own, arrangement: blocks === 4 ? scattered : inRows });
    if ('why' in drawn) throw new Error(drawn.why);
    const task = { instruction: '', target: own[seed % blocks] ?? 'A', stepLimit: 400, world: 'bench' };
    const play = (policy: Policy) => world.play(drawn.layout, task, policy, { ...start, timeoutMs: 60_000 });
    const small = inSmallSteps(decodeActions((await play(expert)).actions).actions);
    const tape = await recording(() => play(told(small, { cameras: [] })));
    const best = { bare: Infinity, awake: Infinity, loop: Infinity, seeing: Infinity };
    for (let round = 0; round < ROUNDS; round += 1) {
      best.loop = Math.min(best.loop, await spent(() => play(told(small, { cameras: [] }))));
      best.bare = Math.min(best.bare, await spent(() => tape.again()));
      best.seeing = Math.min(best.seeing, await spent(() => play(told(small, { cameras: ['head_camera'] }))));
      best.awake = Math.min(best.awake, await spent(() => tape.again(sleepless)));
    }
    rates.push({ ...best, steps: tape.steps, commands: small.length });
  }
  const sum = (of: keyof (typeof rates)[number]) => rates.reduce((total, each) => total + each[of], 0);
  const ratio = (of: 'loop' | 'seeing', to: 'bare' | 'awake') =>
    median(rates.map((each) => each[to] / each[of])).toFixed(2);
  const perSecond = (of: 'bare' | 'awake') => Math.round((1000 * sum('steps')) / sum(of));
  const commands = Math.round(sum('commands') / EPISODES);
  console.log(
    [
      `${blocks} blocks: bare physics ${perSecond('bare')} steps/s`,
      `evaluation loop ${ratio('loop', 'bare')} of it (goal ≥ 0.85)`,
      `with the head camera before each of ${commands} commands ${ratio('seeing', 'bare')} (goal ≥ 0.6)`,
      // Other physics than the loop's, so no goal is held against it: it tells how much sleeping saves.
      `of physics in which nothing sleeps (${perSecond('awake')} steps/s): ${ratio('loop', 'awake')} and ${ratio('seeing', 'awake')}`,
    ].join('   '),
  );
  world.close();
  sleepless.dispose();
}

async function spent(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Notes what the drives are told in every step of an episode; `again` steps bare physics through the same. */
async function recording(play: () => Promise<unknown>): Promise<{ steps: number; again(other?: Physics): void }> {
  const step = Physics.prototype.step;
  const controls: Float64Array[] = [];
  let first: Float64Array | undefined;
  let physics: Physics | undefined;
  Physics.prototype.step = function (this: Physics) {
    physics = this;
    first ??= this.state().slice();
    controls.push(this.ctrl.slice());
    step.call(this);
  };
  try {
    await play();
  } finally {
    Physics.prototype.step = step;
  }
  const last = physics?.state().slice();
  return {
    steps: controls.length,
    again(other) {
      const who = other ?? physics;
      if (!who || !first) return;
      who.reset();
      who.restore(first);
      for (const control of controls) {
        who.ctrl.set(control);
        who.step();
      }
      const now = who.state();
      if (!other && last?.some((value, i) => value !== now[i])) throw new Error('bare physics went another way');
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'sextant-sim-'));
try {
  const seconds: Record<number, number> = {};
  for (const threads of [1, 2]) {
    const stage = new Stage({ benchmark: 'rsb-math-4', args: {}, cwd: folder }, threads);
    const unit = async (index: number) => {
      const { sample } = await stage.do({ do: 'sample', index });
      const about = { unit: { id: sample.id, epoch: 0 }, seed: 0, timeoutMs: 60_000 };
      const actor = { policy: 'policy/expert', needs: { cameras: [], action: 'qpos', peeks: 'truth' } as const };
      await stage.do({ do: 'play', sample, actor, ...about });
    };
    await Promise.all(Array.from({ length: threads }, (_, i) => unit(i)));
    const begun = performance.now();
    await Promise.all(Array.from({ length: 40 }, (_, i) => unit(i)));
    seconds[threads] = (performance.now() - begun) / 1000;
    await stage.close();
  }
  const [one = 0, two = 0] = [seconds[1], seconds[2]];
  console.log(
    `40 expert episodes with their check: one thread ${one.toFixed(1)} s, two ${two.toFixed(1)} s: ${(one / two).toFixed(2)} times (goal ≥ 1.8)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
