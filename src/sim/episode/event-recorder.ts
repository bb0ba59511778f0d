import type { EpisodeEvent } from '../../contracts/index.ts';
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

/** Layout of one contact sensor: number of contacts, force (along the normal first), normal. */
const FOUND = 0;
const FORCE = 1;
const NORMAL = 4;

/** What can happen to a block; each is noted once per block. */
type EventKind = 'touch' | 'grasp' | 'pinch' | 'lift' | 'placed';

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
  readonly #placed: number[] = [];
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
    const flags = () => new Uint8Array(blockCount);
    this.#seen = { touch: flags(), grasp: flags(), pinch: flags(), lift: flags(), placed: flags() };
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
    }
  }

  /** The blocks that lie in the zone while both grippers are told to be open; the first time is noted. Valid until the next call. */
  placed(): readonly number[] {
    const table = this.#table;
    this.#placed.length = 0;
    if (table.gripper('left') <= gripper.open || table.gripper('right') <= gripper.open) return this.#placed;
    for (let block = 0; block < this.#bodies.length; block += 1) if (this.#isInZone(block)) this.#placed.push(block);
    return this.#placed;
  }

  #isInZone(block: number): boolean {
    const table = this.#table;
    const inside = zone.half - PLACED.margin;
    const placed =
      Math.abs(table.blockCoordinate(block, 0) - zone.x) < inside &&
      Math.abs(table.blockCoordinate(block, 1) - zone.y) < inside &&
      Math.abs(table.blockCoordinate(block, 2) - (table.surface + blockHalf)) < PLACED.height;
    if (placed) this.#note('placed', block);
    return placed;
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
    const label = this.#table.layout.blocks[block]?.label ?? '';
    this.events.push({ step: this.#table.steps, what, block: label, ...(arm === undefined ? {} : { arm }) });
  }
}
