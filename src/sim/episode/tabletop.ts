import { PolicyError } from '../../contracts/index.ts';
import { cos, sin } from '../../geometry/index.ts';
import { at, sha256Hex } from '../../util/index.ts';
import { Physics } from '../physics/physics.ts';
import { type ArmSide, armDrive, fingerDrive, fingers, fingerTarget, openingOf, prefix, sides } from '../robot/arms.ts';
import { clutterBox } from '../scene/clutter.ts';
import type { Layout } from '../scene/layout.ts';
import { blockHalf, tableBox, tableTop, tabletopMjcf, zone } from '../scene/tabletop.ts';

/** Numbers per arm in a 14-number state: six joints and the gripper. */
export const armWidth = 7;

/** Time for things to come to rest, and how far they may go meanwhile: two millimetres, three degrees. */
const SETTLE_STEPS = 125;
const STABLE = { metres: 0.002, cosine: 0.99966 };

/** A gripper opens by at most this much per step; it may close at once. */
const OPENING_STEP = 0.1;

/** Table, robot and blocks under physics. One per thread and number of blocks; laid anew for every episode. */
export class Tabletop {
  readonly physics: Physics;
  readonly blockCount: number;
  /** What the drives were last told: left six joints and gripper, right six joints and gripper. */
  readonly commanded = new Float64Array(2 * armWidth);
  layout: Layout = { blocks: [] };
  /** Physics steps since the table was laid. */
  steps = 0;

  readonly #drives: Readonly<Record<ArmSide, { arm: number[]; fingers: number[] }>>;
  readonly #blockJoints: number[];
  readonly #blockSpeeds: number[];
  readonly #armJoints: number[];
  readonly #fingerJoints: number[];

  static async open(blockCount: number): Promise<Tabletop> {
    return new Tabletop(await Physics.open(tabletopMjcf(blockCount)), blockCount);
  }

  /** Another one with as many blocks, on which these things may lie about. */
  cluttered(things: readonly string[]): Tabletop {
    return new Tabletop(this.physics.beside(tabletopMjcf(this.blockCount, things)), this.blockCount);
  }

  private constructor(physics: Physics, blockCount: number) {
    this.physics = physics;
    this.blockCount = blockCount;
    const drive = (side: ArmSide, joint: number) => physics.id('actuator', `${prefix[side]}_drive${joint}`);
    const drives = (side: ArmSide) => ({
      arm: [1, 2, 3, 4, 5, 6].map((joint) => drive(side, joint)),
      fingers: fingers.map(({ joint }) => drive(side, joint)),
    });
    this.#drives = { left: drives('left'), right: drives('right') };
    this.#blockJoints = Array.from({ length: blockCount }, (_, i) => physics.joint(`block${i}`).position);
    this.#blockSpeeds = Array.from({ length: blockCount }, (_, i) => physics.joint(`block${i}`).velocity);
    this.#armJoints = sides.flatMap((side) =>
      [1, 2, 3, 4, 5, 6].map((joint) => physics.joint(`${prefix[side]}_joint${joint}`).position),
    );
    this.#fingerJoints = sides.flatMap((side) =>
      fingers.map(({ joint }) => physics.joint(`${prefix[side]}_joint${joint}`).position),
    );
  }

  /**
   * Clears the table, puts the arms home or into another posture, with open grippers, and lays the blocks. Returns why it does not
   * hold, if it does not.
   */
  lay(layout: Layout, posture: ArrayLike<number> = new Float64Array(2 * armWidth)): string | undefined {
    const { physics } = this;
    this.layout = layout;
    this.steps = 0;
    physics.placeGeom(physics.id('geom', 'table'), tableBox(this.surface).position);
    physics.placeGeom(physics.id('geom', 'zone'), [zone.x, zone.y, this.surface]);
    // Only now: where blocks may sleep, fixed shapes are placed at a reset and never again.
    physics.reset();
    const { qpos } = physics;
    for (const [i, block] of layout.blocks.entries()) {
      const pose = [block.x, block.y, this.surface + blockHalf, cos(block.yaw / 2), 0, 0, sin(block.yaw / 2)];
      qpos.set(pose, at(this.#blockJoints, i));
    }
    const clutter = (layout.clutter ?? []).map((place) => ({
      place,
      start: physics.joint(`clutter_${place.thing}`).position,
    }));
    for (const { place, start } of clutter) {
      const { position } = clutterBox(place, this.surface);
      qpos.set([...position, cos(place.yaw / 2), 0, 0, sin(place.yaw / 2)], start);
    }
    for (const joint of this.#fingerJoints) qpos[joint] = fingerTarget(1);
    this.commanded.fill(0);
    for (const [side] of sides.entries()) this.commanded[side * armWidth + 6] = 1;
    for (const [i, side] of sides.entries()) {
      this.driveArm(side, posture, new Float64Array(2 * armWidth), i * armWidth);
      this.driveGripper(side, 1);
    }
    for (const [i, joint] of this.#armJoints.entries()) qpos[joint] = at(posture, i + Math.floor(i / 6));
    const loose = [
      ...layout.blocks.map(({ label }, i) => ({ name: `block ${label}`, start: at(this.#blockJoints, i) })),
      ...clutter.map(({ place, start }) => ({ name: `the ${place.thing}`, start })),
    ];
    const poseAt = (start: number) => physics.qpos.subarray(start, start + 7);
    const before = loose.map(({ start }) => poseAt(start).slice());
    for (let i = 0; i < SETTLE_STEPS; i += 1) physics.step();
    return loose.map(({ name, start }, i) => unrest(name, before[i], poseAt(start))).find((why) => why);
  }

  /** Height of the table's top. */
  get surface(): number {
    return tableTop - (this.layout.tableDrop ?? 0);
  }

  /** Where a block is: position and quaternion. */
  blockPose(index: number): Float64Array {
    const start = at(this.#blockJoints, index);
    return this.physics.qpos.subarray(start, start + 7);
  }

  /** One number of that. Asked for in every step, and leaves nothing behind. */
  blockCoordinate(index: number, axis: number): number {
    return at(this.physics.qpos, at(this.#blockJoints, index) + axis);
  }

  /** Gives a block a speed along the table, in metres per second. */
  slideBlock(index: number, { x, y }: { x: number; y: number }): void {
    this.physics.qvel.set([x, y], at(this.#blockSpeeds, index));
  }

  /**
   * Tells the drives of an arm where to go and how fast: on a position drive, a velocity is a target a little ahead. Six numbers of
   * each list, from `from` on.
   */
  driveArm(side: ArmSide, joints: ArrayLike<number>, velocities: ArrayLike<number>, from = 0): void {
    const { ctrl } = this.physics;
    const { arm } = this.#drives[side];
    const offset = side === 'left' ? 0 : armWidth;
    for (const [i, drive] of arm.entries()) {
      const joint = at(joints, from + i);
      this.commanded[offset + i] = joint;
      ctrl[drive] = joint + (armDrive.kv / armDrive.kp) * at(velocities, from + i);
    }
  }

  /** Lets the arms stay where they were last told to be: a drive that was told a speed would go a little farther. */
  holdArms(): void {
    const still = new Float64Array(2 * armWidth);
    for (const [i, side] of sides.entries()) this.driveArm(side, this.commanded, still, i * armWidth);
  }

  driveGripper(side: ArmSide, value: number): void {
    const place = (side === 'left' ? 0 : armWidth) + 6;
    const now = at(this.commanded, place);
    const next = Math.min(Math.max(value, 0), 1, now + OPENING_STEP);
    const speed = Math.min(Math.max(next - now, -1), 1) * 0.05;
    this.commanded[place] = next;
    const target = fingerTarget(next) + (fingerDrive.kv / fingerDrive.kp) * speed;
    const { ctrl } = this.physics;
    for (const drive of this.#drives[side].fingers) ctrl[drive] = target;
  }

  gripper(side: ArmSide): number {
    return at(this.commanded, (side === 'left' ? 0 : armWidth) + 6);
  }

  /** What the joints do, as physics has it: in the order of `commanded`; a gripper is as open as its fingers are apart. */
  measured(): Float64Array {
    const { qpos } = this.physics;
    const values = (joints: readonly number[]) => joints.map((joint) => at(qpos, joint));
    const arms = values(this.#armJoints);
    const apart = values(this.#fingerJoints);
    const gripperOf = (i: number) => openingOf((at(apart, 2 * i) + at(apart, 2 * i + 1)) / 2);
    return Float64Array.from(sides.flatMap((_, i) => [...arms.slice(6 * i, 6 * i + 6), gripperOf(i)]));
  }

  step(): void {
    this.physics.step();
    this.steps += 1;
  }

  /** Hash of everything that the future depends on. A state that is not finite has no future. */
  stateHash(): string {
    const state = this.physics.state();
    for (const value of state)
      if (!Number.isFinite(value)) throw new PolicyError('simulation', `the simulation diverged at step ${this.steps}`);
    return sha256Hex(new Uint8Array(state.buffer, state.byteOffset, state.byteLength));
  }

  close(): void {
    this.physics.dispose();
  }
}

/** Why a thing did not stay as it was laid. */
function unrest(name: string, before: Float64Array | undefined, after: Float64Array): string | undefined {
  if (!before) return undefined;
  const moved = Math.sqrt([0, 1, 2].reduce((sum, i) => sum + ((after[i] ?? 0) - (before[i] ?? 0)) ** 2, 0));
  const cosine = Math.abs([3, 4, 5, 6].reduce((sum, i) => sum + (after[i] ?? 0) * (before[i] ?? 0), 0));
  return moved > STABLE.metres || !(cosine > STABLE.cosine) ? `${name} does not lie still` : undefined;
}
