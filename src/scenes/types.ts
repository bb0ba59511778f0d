import type { Picture } from '../contracts/index.ts';
import type { Vec3 } from '../geometry/index.ts';
import type { Camera, Scene } from '../render/index.ts';

export const settings = ['tabletop', 'room', 'yard'] as const;
/** What kind of place a scene is. */
export type Setting = (typeof settings)[number];

export const itemSizes = ['small', 'medium', 'large'] as const;
export type ItemSize = (typeof itemSizes)[number];

/** Where something stands: the centre of its base, and how far it is turned about z, counter-clockwise from above, in radians. */
export interface Stand {
  position: Vec3;
  yaw: number;
}

/** Something that has a name and can be pointed at. World: metres, z up. Its own frame: x forward (its front), y left. */
export interface Item extends Stand {
  /** What stands for it in a segmentation: 1 …, unique in its place. */
  id: number;
  /** `mug`, `chair`, `car` … */
  kind: string;
  /** A colour word that everybody would use; absent for things that come in one colour only (`tree`). */
  colour?: string;
  /** `wooden`, `metal` …, where it shows. */
  material?: string;
  size: ItemSize;
  /** `red mug`: no other item of the place has this name, unless it was made with a row or twins. */
  name: string;
  /** Half sides of its box, in its own frame; the box stands on its base. */
  half: Vec3;
  /** Its flat top, where it has one on which things may stand: half sides, in its own frame; round ones are as wide as long. */
  top?: { half: readonly [x: number, y: number]; round: boolean };
  /** How wide it is open above, where it is hollow, and how high above its base. */
  mouth?: { radius: number; z: number };
  /** What it stands on; null is the floor, the ground or the big table of a tabletop. */
  on: number | null;
  /** It has a front that everybody would agree on (chair, car, sofa, bench …). */
  front: boolean;
  /** Part of the place (table, sofa, shelf, tree): not something one would carry about. */
  furniture: boolean;
}

/** A named area that things may lie in: a rug, the left half of the table, a corner of the room, a parking bay. Convex. */
export interface Region {
  /** Unique: `round rug`, `parking bay`, `table top`. */
  name: string;
  kind: 'floor' | 'ground' | 'top' | 'rug' | 'corner' | 'wall' | 'door' | 'window' | 'lawn' | 'road' | 'bay' | 'path';
  /** Its outline, counter-clockwise from above; for walls, doors and windows, their foot line: two points. */
  outline: readonly (readonly [x: number, y: number])[];
  /** Height of the surface. */
  z: number;
  /** Item whose top it is, or null. */
  on: number | null;
  /** What stands for it in a segmentation, 1 …; absent for regions that have no surface of their own. */
  id?: number;
}

/** A furnished place. Nothing in it moves unless `move` is called. */
export interface Place {
  setting: Setting;
  scene: 'indoor' | 'outdoor';
  items: readonly Item[];
  regions: readonly Region[];
  /** Where items may be, and what cameras look at: half sides of a box around the origin, on the main surface. */
  extent: { half: readonly [x: number, y: number]; z: number };
  /** Ids of the items that stand in a row, in order; empty if there is none. */
  row: readonly number[];
  /** What the renderer draws. Follows `move` and `show`. */
  drawn: Scene;
  item(id: number): Item;
  /** Puts an item elsewhere; what stands on it stays where it is. */
  move(id: number, to: Stand): void;
  /** Takes an item away, or brings it back. */
  show(id: number, shown: boolean): void;
}

/** How much of an item a picture shows. */
export interface Visibility {
  /** Its pixels. */
  pixels: number;
  /** The pixels that it would have if nothing hid it and the picture did not end. */
  whole: number;
  /** Smallest rectangle around its pixels; right and bottom are the first column and row that it does not reach. */
  box: { left: number; top: number; right: number; bottom: number };
}

/** A picture with what can be told of it for certain. */
export interface Shot {
  camera: Camera;
  picture: Picture & { depth: Float32Array; segmentation: Uint16Array };
  /** By item id; items without a pixel are absent. */
  visible: ReadonlyMap<number, Visibility>;
  /** Pixels by id, of items and of regions. */
  pixels: Int32Array;
}
