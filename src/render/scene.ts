import type { Vec3 } from '../geometry/index.ts';
import type { Mesh } from './mesh.ts';
import type { Texture } from './texture.ts';

/** Red, green and blue, 0 … 1: as displayed for surfaces, as a factor for lights. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Where something is. Mutable arrays: things are moved by writing into them. */
export interface Posed {
  /** Three numbers, in metres. */
  position: Float64Array;
  /** 3×3, row by row: own frame to world. */
  rotation: Float64Array;
}

/** Something that can be seen. */
export interface Thing extends Posed {
  mesh: Mesh;
  colour: Rgb;
  /** Multiplies the colour. */
  texture?: Texture;
  /** What stands for it in a segmentation: 1 … 65535; several things may share one. */
  id: number;
  castsShadow: boolean;
  /** Matt unless it says otherwise. */
  gloss?: Gloss;
  /** It takes light that comes from everywhere away from what is close to it. */
  shelters?: boolean;
}

/** How a surface shines. */
export interface Gloss {
  /** How much light it mirrors, 0 … 1. */
  strength: number;
  /** How small and clear its highlights are: 3 (satin) … 7 (polished). */
  sharpness: number;
  /** It mirrors in its own colour, and scatters the less. */
  metal?: true;
}

/** Where the sun's shadows are looked for: a rectangle across the light, around its centre, divided into square cells; in metres. */
export interface ShadowArea {
  centre: Vec3;
  /** Along the world's x axis (y, if the sun shines along x), and across it. */
  width: number;
  height: number;
  cell: number;
}

export interface Lights {
  /**
   * What comes from everywhere: on surfaces that look up, and on those that look down; and from how far away things take it from
   * each other, in metres.
   */
  ambient: { above: Rgb; below: Rgb; reach?: number };
  /** Parallel light; `direction` is where it goes to. */
  sun: { direction: Vec3; colour: Rgb; shadow?: ShadowArea };
  /** Lamps without shadows; their light is as given at a distance of 1 m. */
  points: readonly { position: Vec3; colour: Rgb }[];
  /** What glossy things mirror of their surroundings: of what is above, at their height and below. Nothing unless it says so. */
  mirrored?: { above: Rgb; around: Rgb; below: Rgb };
}

/** A clear sky: its colours at the zenith and at the horizon, what is added around the sun, and how many clouds there are, 0 … 1. */
export interface Sky {
  zenith: Rgb;
  horizon: Rgb;
  glow: Rgb;
  clouds: number;
}

/** What there is to see. Anything may change between two pictures. */
export interface Scene {
  things: readonly Thing[];
  lights: Lights;
  /** Where nothing is: one colour, or a sky. */
  sky: Rgb | Sky;
}

/** Its own frame is x forward, y left, z up. */
export interface Camera extends Posed {
  /** Vertical field of view in degrees. */
  fovy: number;
  width: number;
  height: number;
  /** Nothing closer than this is seen; 0.01 m unless it says otherwise. */
  near?: number;
  /** Whether it will look from here again and again, and see most of the same; found out unless it says so. */
  fixed?: boolean;
}

/** A pose for things and cameras that do not move. */
export function standing(position: Vec3): Posed {
  return { position: Float64Array.from(position), rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) };
}
