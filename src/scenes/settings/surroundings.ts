import type { Vec3 } from '../../geometry/index.ts';
import type { Gloss, Lights, Mesh, Rgb, Scene, Texture } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import type { Area, Arrangement } from '../arrange.ts';
import type { ItemKind } from '../model.ts';
import { plainBox, sheet } from '../shapes.ts';
import { type Cover, cover } from '../textures.ts';
import type { Place, Region } from '../types.ts';

/** Something to see that is no item: floor, wall, rug. */
export interface Surface {
  mesh: Mesh;
  position: Vec3;
  /** 3×3, row by row; upright unless it says otherwise. */
  rotation?: readonly number[];
  colour: Rgb;
  texture?: Texture;
  gloss?: Gloss;
  castsShadow?: true;
  /** The region that it shows. */
  region?: string;
}

/** A setting without its items: surfaces, regions, lights. */
export interface Surroundings {
  scene: Place['scene'];
  extent: Place['extent'];
  surfaces: Surface[];
  regions: Omit<Region, 'id'>[];
  lights: Lights;
  sky: Scene['sky'];
}

type Rectangle = { centre: readonly [x: number, y: number]; half: readonly [x: number, y: number]; z: number };

const meshes = new Map<string, Mesh>();

/** Made once, so that scenes share meshes. */
export function meshOnce(name: string, make: () => Mesh): Mesh {
  const mesh = meshes.get(name) ?? make();
  meshes.set(name, mesh);
  return mesh;
}

/** A flat cover on something. */
export function laid(name: Cover, { centre, half, z }: Rectangle, region?: string): Surface {
  const { texture, tile } = cover(name);
  return {
    mesh: meshOnce(`sheet ${half} ${tile}`, () => sheet(half[0], half[1], { piece: tile, tile })),
    position: [centre[0], centre[1], z],
    colour: [1, 1, 1],
    texture,
    ...(region === undefined ? {} : { region }),
  };
}

export function plain(half: Vec3, at: Vec3, colour: Rgb, more: { castsShadow?: true; region?: string } = {}): Surface {
  return { mesh: meshOnce(`box ${half}`, () => plainBox(half)), position: at, colour, ...more };
}

/** A box with a cover. */
export function clad(name: Cover, half: Vec3, at: Vec3, colour: Rgb, more: { castsShadow?: true } = {}): Surface {
  const { texture, tile } = cover(name);
  const mesh = meshOnce(`box ${half} ${tile}`, () => plainBox(half, { piece: 2 * tile, tile }));
  return { mesh, position: at, colour, texture, ...more };
}

/** Something thin and woven that lies on a surface and has a name: a rug, a blanket. */
export function mat({ centre, half, z }: Rectangle, colour: Rgb, region: string): Surface {
  return { ...clad('weave', [half[0], half[1], 0.002], [centre[0], centre[1], z - 0.002], colour), region };
}

export function rectangle({ centre: [x, y], half: [hx, hy] }: Rectangle): [x: number, y: number][] {
  return [
    [x - hx, y - hy],
    [x + hx, y - hy],
    [x + hx, y + hy],
    [x - hx, y + hy],
  ];
}

/** How a setting is laid out. */
export interface SettingPlan {
  /** Least free space between two things, in metres. */
  gap: number;
  surroundings(dice: Random): Surroundings;
  /** Puts the big pieces there; where movable things may go. */
  furnish(arrangement: Arrangement): Area[];
  /** Kinds that are scattered on those areas. */
  movable: readonly ItemKind[];
  /** Kinds that stand on other things. */
  onTops: readonly string[];
  /** Colours that cannot be told from what is around. */
  without: readonly string[];
  /** Kinds that may stand in a row. */
  rows: readonly string[];
}
