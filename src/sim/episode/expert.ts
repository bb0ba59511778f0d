import { add, columns, cos, norm, sin, type Vec3 } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import { type Fetch, type FetchTask, planFetch } from '../planner/fetch.ts';
import { planPlace, planPutDown } from '../planner/place.ts';
import type { DriveSamples } from '../planner/plan.ts';
import { type ArmSide, gripper, sides, toolLength } from '../robot/arms.ts';
import { linkPoses } from '../robot/kinematics.ts';
import { clutterBox } from '../scene/clutter.ts';
import { blockHalf, tableTop } from '../scene/tabletop.ts';
import { EventRecorder } from './event-recorder.ts';
import { armWidth, type Tabletop } from './tabletop.ts';

/** A block whose middle is as near as this to the point between closed fingers is held, in metres. */
const HELD = 0.03;

/** Who knows where everything is, plans, and drives the joints itself. */
export class Expert {
  readonly #table: Tabletop;

  constructor(table: Tabletop) {
    this.#table = table;
  }

  /** How to fetch a block with arms that are at home. */
  plan(block: number): Fetch {
    return planFetch(this.task(block));
  }

  /**
   * How to fetch what stands at a spot, with arms that are at home: the hand goes there, whatever is there. Blocks are avoided but for
   * those that a block at this spot would touch; they are what it grasps, if they are there.
   */
  planAt({ x, y, yaw }: { x: number; y: number; yaw: number }): Fetch {
    const { blocks, surface = tableTop, ...task } = this.task(0);
    const supposed = Float64Array.of(x, y, surface + blockHalf, cos(yaw / 2), 0, 0, sin(yaw / 2));
    const others = blocks.filter((pose) => norm([at(pose, 0) - x, at(pose, 1) - y, 0]) >= 2 * blockHalf);
    return planFetch({ ...task, surface, blocks: [supposed, ...others], target: 0 });
  }

  /** How to fetch it from wherever the arms are. What a hand holds is put where it belongs: into the zone, or down. */
  planFromHere(block: number): Fetch {
    const task = this.task(block);
    const [held] = sides.flatMap((side) => this.#heldBy(side).map((which) => ({ side, which })));
    if (held === undefined) return planFetch({ ...task, anywhere: true });
    return held.which === block ? planPlace(task, held.side) : planPutDown({ ...task, target: held.which }, held.side);
  }

  task(target: number): FetchTask {
    const table = this.#table;
    const blocks = table.layout.blocks.map((_, i) => table.blockPose(i).slice());
    const clutter = (table.layout.clutter ?? []).map((place) => clutterBox(place, table.surface));
    return { blocks, target, state: table.commanded, surface: table.surface, clutter };
  }

  #heldBy(side: ArmSide): number[] {
    return [...this.#table.layout.blocks.keys()].filter((block) => this.holds(side, block));
  }

  holds(side: ArmSide, block: number): boolean {
    const table = this.#table;
    if (table.gripper(side) >= gripper.halfOpen) return false;
    const start = side === 'left' ? 0 : armWidth;
    const hand = at(linkPoses(side, table.commanded.subarray(start, start + 6)), 6);
    const tip = add(hand.position, columns(hand.rotation)[0], toolLength);
    const middle: Vec3 = [
      table.blockCoordinate(block, 0),
      table.blockCoordinate(block, 1),
      table.blockCoordinate(block, 2),
    ];
    return norm(add(middle, tip, -1)) < HELD;
  }

  /** Tells the drives what a plan says for this step, and takes it. */
  follow({ positions, velocities }: DriveSamples, step: number): void {
    for (const [i, side] of sides.entries()) {
      const arm = armWidth * (2 * step + i);
      this.#table.driveArm(side, positions, velocities, arm);
      this.#table.driveGripper(side, at(positions, arm + 6));
    }
    this.#table.step();
  }

  isPlaced(block: number): boolean {
    return new EventRecorder(this.#table).placed().includes(block);
  }
}
