import type { Vec3 } from '../geometry/index.ts';
import { boxMesh, type Mesh, type Rgb } from '../render/index.ts';
import { paint } from './colours.ts';
import { lathe, placed, roundProfile, stretched } from './shapes.ts';
import type { Setting } from './types.ts';

/** One shape of an item; `own` is painted in the item's colour. */
export interface Part {
  mesh: Mesh;
  paint: Rgb | 'own';
}

/** A kind of item, in medium size. Its front looks along x. */
export interface ItemKind {
  kind: string;
  settings: readonly Setting[];
  /** Colour words that it comes in; none if it always looks the same. */
  colours: readonly string[];
  material?: string;
  /** Its colour is what it wears: `person in red`. */
  worn?: true;
  front?: true;
  furniture?: true;
  /** What stands for it in physics, within its box; a box unless it says otherwise. */
  body?: 'cylinder' | 'ball';
  /** Surfaces that small things may stand on: heights and half sides. */
  tops?: readonly { z: number; half: readonly [x: number, y: number] }[];
  /** It is hollow, and open above: how wide, and how high above its base. */
  mouth?: { radius: number; z: number };
  /** Only in this size. */
  oneSize?: true;
  parts: readonly Part[];
}

/** Where a part is in its item: tilted about y (nose down), then turned about z, in radians. */
type PartPose = { at?: Vec3; tilt?: number; turn?: number };

export function part(mesh: Mesh, painted: Part['paint'], { at = [0, 0, 0], tilt = 0, turn = 0 }: PartPose = {}): Part {
  return { mesh: placed(mesh, at, tilt, turn), paint: painted };
}

/** A box by its half sides, its centre at `at`. */
export function slab(half: Vec3, painted: Part['paint'], place: PartPose = {}): Part {
  return part(boxMesh(half), painted, place);
}

/** Upright, from the height `z` up. */
export function rod(radius: number, z: number, height: number, painted: Part['paint'], place: PartPose = {}): Part {
  const [x, y] = place.at ?? [0, 0];
  const shape = lathe([
    [0, height],
    [radius, height],
    [radius, 0],
    [0, 0],
  ]);
  return part(shape, painted, { ...place, at: [x, y, z] });
}

/** An outline turned about z, then stretched along the axes. */
export function turned(
  profile: readonly (readonly [radius: number, z: number])[],
  painted: Part['paint'],
  { by = [1, 1, 1], ...place }: PartPose & { by?: Vec3 } = {},
): Part {
  return part(stretched(lathe(profile), by), painted, place);
}

export function ball(radius: number, painted: Part['paint'], at: Vec3, height = radius): Part {
  return part(lathe(roundProfile(radius, height)), painted, { at });
}

/** Four wheels on the ground, their axes along y. */
export function wheels(radius: number, width: number, x: number, y: number): Part[] {
  const mesh = wheelMesh(radius, width);
  return [x, -x].flatMap((wx) => [y, -y].map((wy) => part(mesh, paint.tyre, { at: [wx, wy, radius] })));
}

/** A cylinder along y about its centre. */
export function wheelMesh(radius: number, width: number): Mesh {
  const upright = lathe([
    [0, width / 2],
    [radius, width / 2],
    [radius, -width / 2],
    [0, -width / 2],
  ]);
  // z becomes y: turned about x by a quarter, to the bit.
  const swap = (list: Float64Array) =>
    list.map((_, i) => (i % 3 === 0 ? (list[i] ?? 0) : i % 3 === 1 ? -(list[i + 1] ?? 0) : (list[i - 1] ?? 0)));
  return { ...upright, positions: swap(upright.positions), normals: swap(upright.normals) };
}
