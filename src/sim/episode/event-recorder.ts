import type { EpisodeEvent } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { fingers, gripper, prefix, sides } from '../robot/arms.ts';
import { blockHalf, zone } from '../scene/tabletop.ts';
import type { Tabletop } from './tabletop.ts';

/** Contact for this many steps in a row is holding. */
const HOLD_STEPS = 8;
/** Higher than this above where it lay, a block is lifted. */
const LIFTED = 0.02;
/** A pinch: both fingers of a hand press at least so hard (newton), from opposing sides (cosine between the normals). */
const PINCH = { force: 0.5, cosine: -0.8 };
/** A block is in the zone when its middle is this far inside, and it stands on the table within so much. */
const PLACED = { margin: 0.01, height: 0.012 };

/** A block rests when for this many steps no finger touched it and it went no farther than so many metres along any axis. */
const REST = { steps: 50, metres: 0.001 };

/** Layout of one contact sensor: number of contacts, force (along the normal first), normal. */
const FOUND = 0;
const FORCE = 1;
const NORMAL = 4;

/** What can happen to a block; each is noted once per block. A `pick` is a pinch while the block is lifted. */
type EventKind = 'touch' | 'grasp' | 'pinch' | 'lift' | 'pick' | 'placed' | 'rest';

/** Records what happens to the blocks, step by step. Whether that counts as success is up to the benchmark. */
export class EventRecorder {
  readonly events: EpisodeEvent[] = [];
  readonly #table: Tabletop;
  /** Per block and finger (left two, right two): where the contact sensor's values are. */
  readonly #sensors: Int32Array;
  readonly #bodies: Int32Array;
  readonly #startHeights: Float64Array;
  readonly #touching: Int32Array;
  readonly #pinching: Int32Array;
  /** Since the end: steps that a block has lain still and untouched, and where it came to lie. */
  readonly #resting: Int32Array;
  readonly #restingAt: Float64Array;
  readonly #placed: number[] = [];
  #ended = false;
  readonly #seen: Record<EventKind, Uint8Array>;

  constructor(table: Tabletop) {
    const { physics, blockCount } = table;
    this.#table = table;
    const names = sides.flatMap((side) => fingers.map(({ joint }) => `${prefix[side]}_link${joint}`));
    this.#sensors = Int32Array.from({ length: blockCount * 4 }, (_, i) =>
      physics.sensor(`${names[i % 4]}_block${Math.floor(i / 4)}`),
    );
    this.#bodies = Int32Array.from({ length: blockCount }, (_, i) => physics.id('body', `block${i}`));
    this.#startHeights = Float64Array.from({ length: blockCount }, (_, i) => table.blockPose(i)[2] ?? 0);
    this.#touching = new Int32Array(blockCount);
    this.#pinching = new Int32Array(blockCount);
    this.#resting = new Int32Array(blockCount);
    this.#restingAt = new Float64Array(3 * blockCount);
    const flags = () => new Uint8Array(blockCount);
    this.#seen = {
      touch: flags(),
      grasp: flags(),
      pinch: flags(),
      lift: flags(),
      pick: flags(),
      placed: flags(),
      rest: flags(),
    };
  }

  /** To be called after every step. Contacts, and heights compared with them, are those of the step's beginning. */
  record(): void {
    const { physics } = this.#table;
    const { xpos } = physics;
    const closed = Math.min(this.#table.gripper('left'), this.#table.gripper('right')) < gripper.closed;
    for (let block = 0; block < this.#bodies.length; block += 1) {
      const lifted = (xpos[3 * (this.#bodies[block] ?? 0) + 2] ?? 0) > (this.#startHeights[block] ?? 0) + LIFTED;
      const arm = this.#touchedBy(block);
      const streak = arm === undefined ? 0 : (this.#touching[block] ?? 0) + 1;
      this.#touching[block] = streak;
      if (this.#ended) this.#resting[block] = arm === undefined && this.#staysPut(block) ? this.#rested(block) + 1 : 0;
      if (lifted) this.#note('lift', block);
      if (arm === undefined) {
        this.#pinching[block] = 0;
        continue;
      }
      this.#note('touch', block, arm);
      if (closed && (lifted || streak >= HOLD_STEPS)) this.#note('grasp', block, arm);
      const pinchedBy = this.#pinchedBy(block);
      const pinch = pinchedBy === undefined ? 0 : (this.#pinching[block] ?? 0) + 1;
      this.#pinching[block] = pinch;
      if (pinchedBy !== undefined && (lifted || pinch >= HOLD_STEPS)) this.#note('pinch', block, pinchedBy);
      if (pinchedBy !== undefined && lifted) this.#note('pick', block, pinchedBy);
    }
  }

  /** Marks the end of the task: what is noted from now on happened while the world ran on. */
  end(): void {
    this.#ended = true;
    this.events.push({ step: this.#table.steps, what: 'end' });
  }

  /** Notes which blocks rest in the zone, some time after the end. */
  rest(): void {
    for (let block = 0; block < this.#bodies.length; block += 1)
      if (this.#rested(block) >= REST.steps && this.#isInZone(block)) this.#note('rest', block);
  }

  #rested(block: number): number {
    return this.#resting[block] ?? 0;
  }

  /** The blocks that lie in the zone while both grippers are told to be open; the first time is noted. Valid until the next call. */
  placed(): readonly number[] {
    const table = this.#table;
    this.#placed.length = 0;
    if (table.gripper('left') <= gripper.open || table.gripper('right') <= gripper.open) return this.#placed;
    for (let block = 0; block < this.#bodies.length; block += 1) {
      if (!this.#isInZone(block)) continue;
      this.#note('placed', block);
      this.#placed.push(block);
    }
    return this.#placed;
  }

  #isInZone(block: number): boolean {
    const table = this.#table;
    const inside = zone.half - PLACED.margin;
    return (
      Math.abs(table.blockCoordinate(block, 0) - zone.x) < inside &&
      Math.abs(table.blockCoordinate(block, 1) - zone.y) < inside &&
      Math.abs(table.blockCoordinate(block, 2) - (table.surface + blockHalf)) < PLACED.height
    );
  }

  /** Whether a block is still where it came to lie; if not, it may come to lie where it is now. */
  #staysPut(block: number): boolean {
    const at = this.#restingAt;
    let stays = true;
    for (let axis = 0; axis < 3; axis += 1)
      if (Math.abs(this.#table.blockCoordinate(block, axis) - (at[3 * block + axis] ?? 0)) > REST.metres) stays = false;
    if (!stays) for (let axis = 0; axis < 3; axis += 1) at[3 * block + axis] = this.#table.blockCoordinate(block, axis);
    return stays;
  }

  #touchedBy(block: number): 'left' | 'right' | undefined {
    const { sensors } = this.#table.physics;
    for (let finger = 0; finger < 4; finger += 1) {
      const at = this.#sensors[4 * block + finger] ?? 0;
      if ((sensors[at + FOUND] ?? 0) > 0 && (sensors[at + FORCE] ?? 0) > 0) return finger < 2 ? 'left' : 'right';
    }
    return undefined;
  }

  #pinchedBy(block: number): 'left' | 'right' | undefined {
    if (this.#isPinch(4 * block)) return 'left';
    return this.#isPinch(4 * block + 2) ? 'right' : undefined;
  }

  #isPinch(first: number): boolean {
    const { sensors } = this.#table.physics;
    const a = this.#sensors[first] ?? 0;
    const b = this.#sensors[first + 1] ?? 0;
    if (!((sensors[a + FORCE] ?? 0) > PINCH.force && (sensors[b + FORCE] ?? 0) > PINCH.force)) return false;
    let cosine = 0;
    for (let i = 0; i < 3; i += 1) cosine += (sensors[a + NORMAL + i] ?? 0) * (sensors[b + NORMAL + i] ?? 0);
    return cosine < PINCH.cosine;
  }

  #note(what: EventKind, block: number, arm?: 'left' | 'right'): void {
    if (this.#seen[what][block] === 1) return;
    this.#seen[what][block] = 1;
    const label = at(this.#table.layout.blocks, block).label;
    this.events.push({ step: this.#table.steps, what, block: label, ...(arm === undefined ? {} : { arm }) });
  }
}
