import type { Disturbance, Perturb } from '../../contracts/index.ts';
import { cos, sin } from '../../geometry/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { armObstacles, firstHit } from '../planner/collision.ts';
import { armOf, obstaclesFor } from '../planner/fetch.ts';
import { blockBox, inHand } from '../planner/grasp.ts';
import type { ArmPlan, DriveSamples, Phase } from '../planner/plan.ts';
import { timePath } from '../planner/time-parameterise.ts';
import { type ArmSide, sides, withinLimits } from '../robot/arms.ts';
import { home, type Joints, linkPoses } from '../robot/kinematics.ts';
import { tableTop, zone } from '../scene/tabletop.ts';
import type { Expert } from './expert.ts';
import { armWidth, type Tabletop } from './tabletop.ts';

/** How often something is drawn anew when it would touch anything. */
const DRAWS = 20;
/** How far a push moves each joint at most, in radians, and how fast it comes. */
const PUSH = 0.15;
const pushPace = { speed: 3, gain: 12 };
/** How far a block slides, in metres; how near it may come to other blocks and to the zone’s middle. */
const NUDGE = { from: 0.01, to: 0.03 };
const ROOM = { block: 0.085, zone: 0.12 };
/** Steps in which a block slides, and in which it comes to rest. */
const SLIDE = { move: 25, rest: 50 };
const SECONDS = SLIDE.move / 250;

/** What will happen: in which part of the motion, and how far into it. */
interface PlannedDisturbance {
  kind: 'push' | 'nudge';
  during: Phase['name'];
  share: number;
}

/** Draws what befalls one episode; everything follows from the seed. */
export class Disturbances {
  readonly #random: Random;
  readonly #waiting: PlannedDisturbance[];
  readonly #far: number;

  constructor({ seed, attempt, start, pushes, nudges }: Perturb) {
    this.#random = random(seed, 'perturb', attempt);
    this.#far = start;
    const { next, pick } = this.#random;
    const share = () => 0.2 + 0.6 * next();
    const planned = [
      ...Array.from(
        { length: nudges },
        (): PlannedDisturbance => ({ kind: 'nudge', during: 'approach', share: share() }),
      ),
      ...Array.from({ length: pushes }, (): PlannedDisturbance => {
        return { kind: 'push', during: pick(['approach', 'carry'] as const), share: share() };
      }),
    ];
    const order = (each: PlannedDisturbance) => (each.during === 'approach' ? 0 : 1) + each.share;
    this.#waiting = planned.sort((a, b) => order(a) - order(b));
  }

  /** Where both arms begin: 14 numbers, grippers open. */
  start(): number[] {
    const state: number[] = [];
    for (const side of sides) {
      const others = side === 'left' ? [] : armObstacles('left', state.slice(0, 6), 0.02);
      state.push(...this.#drawn(home, this.#far, (joints) => !firstHit(side, [joints], others)), 1);
    }
    return state;
  }

  /** What comes in this part of the motion, and after how many of its steps. */
  next(phase: Phase['name'], steps: number): (PlannedDisturbance & { step: number }) | undefined {
    const [first] = this.#waiting;
    return first?.during === phase ? { ...first, step: Math.floor(first.share * steps) } : undefined;
  }

  /** Takes what came out of the list, and tells what it does; nothing where there is no room for it. */
  take(table: Tabletop, expert: Expert, { arm }: ArmPlan, block: number): Happening | undefined {
    const planned = this.#waiting.shift();
    if (!planned) return undefined;
    return planned.kind === 'push' ? this.#push(expert, arm, block) : this.#nudge(table, block);
  }

  #push(expert: Expert, arm: ArmSide, block: number): Happening | undefined {
    const task = expert.task(block);
    const state = Array.from(task.state);
    const from = armOf(state, arm);
    const target = blockBox(at(task.blocks, block));
    const held = expert.holds(arm, block) ? inHand(at(linkPoses(arm, from), 6), target) : undefined;
    const own = held ? [] : [{ name: 'the block itself', box: target, gap: 0.003 }];
    const obstacles = [...obstaclesFor(task, arm, task.surface ?? tableTop), ...own];
    const to = this.#drawn(from, PUSH, (joints) => !firstHit(arm, [from, joints], obstacles, held));
    if (to === from) return undefined;
    const way = timePath([from, to], pushPace);
    const offset = arm === 'left' ? 0 : armWidth;
    const samples = holding(state, way.steps);
    for (let k = 0; k < way.steps; k += 1) {
      samples.positions.set(way.positions?.subarray(6 * k, 6 * k + 6) ?? [], 2 * armWidth * k + offset);
      samples.velocities.set(way.velocities?.subarray(6 * k, 6 * k + 6) ?? [], 2 * armWidth * k + offset);
    }
    return { samples, about: { kind: 'push', arm, joints: to.map((value, i) => value - at(from, i)) } };
  }

  /** Somebody slides the block a little while the arms wait. */
  #nudge(table: Tabletop, block: number): Happening | undefined {
    const place = (i: number) => ({ x: table.blockCoordinate(i, 0), y: table.blockCoordinate(i, 1) });
    const from = place(block);
    const others = table.layout.blocks.flatMap((_, i) => (i === block ? [] : [place(i)]));
    const far = (a: { x: number; y: number }, b: { x: number; y: number }) =>
      Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
    const { next } = this.#random;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const turn = 2 * Math.PI * next();
      const by = NUDGE.from + (NUDGE.to - NUDGE.from) * next();
      const to = { x: from.x + by * cos(turn), y: from.y + by * sin(turn) };
      const isFree = others.every((other) => far(to, other) > ROOM.block) && far(to, zone) > ROOM.zone;
      if (!isFree) continue;
      const { label } = at(table.layout.blocks, block);
      const slide = (step: number) => {
        if (step < SLIDE.move) table.slideBlock(block, { x: (to.x - from.x) / SECONDS, y: (to.y - from.y) / SECONDS });
      };
      const samples = holding(Array.from(table.commanded), SLIDE.move + SLIDE.rest);
      return { samples, before: slide, about: { kind: 'nudge', block: label, x: to.x - from.x, y: to.y - from.y } };
    }
    return undefined;
  }

  /** Joints near these that touch nothing; the same ones when none were drawn. */
  #drawn(from: Joints, far: number, isFree: (joints: Joints) => boolean): Joints {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const joints = from.map((value, i) => withinLimits(i, value + far * (2 * this.#random.next() - 1)));
      if (isFree(joints)) return joints;
    }
    return from;
  }
}

/** One disturbance as it is carried out. */
interface Happening {
  samples: DriveSamples;
  /** To be done before each step. */
  before?(step: number): void;
  about: Disturbance['what'];
}

/** Drives that stay where they are. */
function holding(state: readonly number[], steps: number): DriveSamples {
  const positions = new Float64Array(2 * armWidth * steps);
  for (let k = 0; k < steps; k += 1) positions.set(state, 2 * armWidth * k);
  return { steps, positions, velocities: new Float64Array(positions.length) };
}
