import { type Box, boxAt, norm, touch, turnZ, type Vec3 } from '../geometry/index.ts';
import type { Random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import { type ItemModel, modelOf } from './kinds/index.ts';
import type { ItemKind } from './model.ts';
import { type ItemSize, itemSizes, type Setting, type Stand } from './types.ts';

/** An item before it gets its id. */
export interface ItemDraft extends Stand {
  model: ItemModel;
  colour?: string;
  size: ItemSize;
  /** Index of the draft that it stands on. */
  on: number | null;
  /** Around it. */
  box: Box;
}

/** Where something may stand: a rectangle about a centre. */
export interface Area {
  centre: readonly [x: number, y: number];
  half: readonly [x: number, y: number];
  z: number;
  on: number | null;
}

const TRIES = 40;

/** Puts things beside each other: nothing touches, nothing hangs over an edge. */
export class Arrangement {
  readonly drafts: ItemDraft[] = [];
  readonly dice: Random;
  readonly setting: Setting;
  /** Least free space between two things, in metres. */
  readonly gap: number;
  readonly #without: readonly string[];

  constructor(dice: Random, setting: Setting, { gap, without }: { gap: number; without: readonly string[] }) {
    this.dice = dice;
    this.setting = setting;
    this.gap = gap;
    this.#without = without;
  }

  /** A colour that nothing of this kind has yet; undefined when there is none left. */
  newColour(kind: ItemKind): string | undefined {
    const used = this.drafts.filter(({ model }) => model.kind === kind).map(({ colour }) => colour);
    const free = kind.colours.filter((colour) => !used.includes(colour) && !this.#without.includes(colour));
    return free.length > 0 ? this.dice.pick(free) : undefined;
  }

  /** Whether another one of this kind would have a name of its own. */
  hasName(kind: ItemKind): boolean {
    return kind.colours.length > 0
      ? this.newColour(kind) !== undefined
      : !this.drafts.some(({ model }) => model.kind === kind);
  }

  /** Exactly there, unless that is too near to something; in a new colour, unless one is given. */
  put(
    kind: ItemKind,
    stand: Stand,
    { colour, size = 'medium', on = null }: { colour?: string; size?: ItemSize; on?: number | null } = {},
  ): ItemDraft | undefined {
    const model = modelOf(kind, size, this.setting);
    return this.#putModel(model, stand, { size, on, ...(colour === undefined ? {} : { colour }) });
  }

  #putModel(
    model: ItemModel,
    stand: Stand,
    { size, on, ...more }: { colour?: string; size: ItemSize; on: number | null },
  ): ItemDraft | undefined {
    const box = this.#freeBox(model.half, stand, on);
    if (!box) return undefined;
    const colour = more.colour ?? this.newColour(model.kind);
    const draft = { model, size, on, box, ...stand, ...(colour === undefined ? {} : { colour }) };
    this.drafts.push(draft);
    return draft;
  }

  /** Somewhere in an area where there is room, or nowhere; any yaw unless one is given. */
  scatter(
    kind: ItemKind,
    area: Area,
    more: { colour?: string; size?: ItemSize; yaw?: number } = {},
  ): ItemDraft | undefined {
    const { dice } = this;
    const size = more.size ?? dice.pick(itemSizes);
    const model = modelOf(kind, size, this.setting);
    const reach = footprint(model.half);
    const isTooLarge = reach > Math.min(...area.half);
    const across = (k: 0 | 1) => area.centre[k] + Math.max(0, area.half[k] - reach) * (2 * dice.next() - 1);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const yaw = more.yaw ?? 2 * Math.PI * dice.next();
      const stand: Stand = { position: [across(0), across(1), area.z], yaw };
      if (isTooLarge) continue;
      const put = this.#putModel(model, stand, { ...more, size, on: area.on });
      if (put) return put;
    }
    return undefined;
  }

  /** The box of something there, if it keeps its distance from everything but what it stands on. */
  #freeBox(half: Vec3, stand: Stand, on: number | null): Box | undefined {
    const [x, y, z] = middleOf(half, stand);
    const radius = norm(half);
    const inner = Math.min(half[0], half[1]);
    let box: Box | undefined;
    for (let n = 0; n < this.drafts.length; n += 1) {
      if (n === on) continue;
      const { box: other } = at(this.drafts, n);
      const dx = other.position[0] - x;
      const dy = other.position[1] - y;
      const dz = other.position[2] - z;
      const far = radius + other.radius + this.gap;
      if (dx * dx + dy * dy + dz * dz > far * far) continue;
      // Most that touch do so with the columns inside of them, which is quickly told. A hair less: what is worked out may be a little off.
      const near = 0.999 * (inner + Math.min(other.half[0], other.half[1]) + this.gap);
      const level = 0.999 * (half[2] + other.half[2] + this.gap);
      if (dx * dx + dy * dy < near * near && Math.abs(dz) < level) return undefined;
      box ??= boxOf(half, stand);
      if (touch(box, other, this.gap)) return undefined;
    }
    return box ?? boxOf(half, stand);
  }
}

/** The radius of what it may cover, however it is turned. */
function footprint(half: Vec3): number {
  return Math.sqrt(half[0] * half[0] + half[1] * half[1]);
}

export function boxOf(half: Vec3, stand: Stand): Box {
  return boxAt({ position: middleOf(half, stand), rotation: turnZ(stand.yaw) }, half);
}

function middleOf(half: Vec3, { position: [x, y, z] }: Stand): Vec3 {
  // 1 mm above what it stands on, so that the two do not touch.
  return [x, y, z + half[2] + 0.001];
}
