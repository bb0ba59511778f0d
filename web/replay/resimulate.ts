import { replayPolicy } from '../../src/contestants/pure.ts';
import type { Benchmark, Survey } from '../../src/contracts/index.ts';
import { differences, requireSameWorld } from '../../src/engine/pure.ts';
import { decodeActions } from '../../src/sim/index.ts';
import { at } from '../../src/util/index.ts';
import {
  type Moments,
  type Motion,
  POSE,
  type ReplayJob,
  type ReplayMessage,
  type ReplayScene,
  STEPS_PER_MOMENT,
} from './messages.ts';

/** Moments that are sent together: half a second of the world's time. */
const BATCH = 25;
/** No policy is asked: this is for a world that is stuck. */
const TIMEOUT_MS = 600_000;

/** Does an episode again from its commands alone, by the same code that did it first, and tells where everything was. */
export async function resimulate(
  benchmark: Benchmark,
  { sample, unit, episode, actions }: ReplayJob,
  say: (message: ReplayMessage) => void,
): Promise<void> {
  requireSameWorld(benchmark, episode);
  const world = await benchmark.openWorld?.();
  if (!world) throw new Error(`${benchmark.id} has no world`);
  const moments = new MomentBatches(say);
  const again = await world.play(benchmark.schema.parse(sample), replayPolicy(decodeActions(actions)), {
    unit,
    seed: 0,
    timeoutMs: TIMEOUT_MS,
    track: { every: STEPS_PER_MOMENT, at: (step, survey) => moments.add(step, survey) },
  });
  moments.send();
  say({ differences: differences(episode, again.episode) });
}

/** Collects moments and sends them in batches, so that one can look on while the rest is computed. */
export class MomentBatches {
  readonly #say: (motion: Motion) => void;
  #batch: { step: number; grippers: number[]; joints: number[]; poses: Float32Array }[] = [];
  #started = false;

  constructor(say: (motion: Motion) => void) {
    this.#say = say;
  }

  add(step: number, survey: Survey): void {
    if (!this.#started) this.#say({ scene: sceneOf(survey) });
    this.#started = true;
    const { grippers, joints } = survey;
    this.#batch.push({
      step,
      grippers: [grippers.left, grippers.right],
      joints: [...Array.from(joints.left), ...Array.from(joints.right)],
      poses: posesOf(survey),
    });
    if (this.#batch.length >= BATCH) this.send();
  }

  send(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const moments: Moments = {
      steps: Int32Array.from(batch, ({ step }) => step),
      grippers: Float32Array.from(batch.flatMap(({ grippers }) => grippers)),
      joints: Float32Array.from(batch.flatMap(({ joints }) => joints)),
      poses: joined(batch.map(({ poses }) => poses)),
    };
    this.#say({ moments });
  }
}

function sceneOf({ things, lights, cameras }: Survey): ReplayScene {
  return {
    lights,
    things: things.map(({ mesh, colour, texture, castsShadow }) => ({
      mesh,
      colour,
      castsShadow,
      ...(texture ? { texture } : {}),
    })),
    cameras: Object.entries(cameras).map(([name, { fovy }]) => ({ name, fovy })),
  };
}

function posesOf({ things, cameras }: Survey): Float32Array {
  const placed = [...things, ...Object.values(cameras)];
  const poses = new Float32Array(POSE * placed.length);
  for (const [i, { rotation, position }] of placed.entries()) {
    for (let row = 0; row < 3; row += 1) {
      poses.set(rotation.subarray(3 * row, 3 * row + 3), POSE * i + 4 * row);
      poses[POSE * i + 4 * row + 3] = at(position, row);
    }
  }
  return poses;
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
