import type { Picture } from '../contracts/index.ts';
import { cos, sin, type Vec3 } from '../geometry/index.ts';
import { encodePng } from '../media/index.ts';
import type { Item, Place, Region, Shot, Stand } from '../scenes/index.ts';

/**
 * A scene in numbers, enough to work out every truth again: a line of `scenes.jsonl`. World: metres and radians, z up.
 * docs/synth.md says what each field means.
 */
export interface SceneRecord {
  setting: string;
  /** The main surface: its height, and half sides of where things may be, about the origin. */
  ground: { z: number; half: readonly [x: number, y: number] };
  things: ThingRecord[];
  regions: (Omit<Region, 'kind'> & { kind: string })[];
  /** What other numbers in a segmentation stand for. */
  otherIds: Record<string, string>;
  pictures: PictureRecord[];
  samples: ShownIn[];
}

export interface ThingRecord extends Stand, Pick<Item, 'id' | 'kind' | 'name' | 'half' | 'on'> {
  colour?: string;
  material?: string;
  size?: string;
  /** The letter on it. */
  label?: string;
  furniture?: boolean;
  top?: Item['top'];
  /** Where its front looks, if it has one. */
  front?: Vec3;
}

/** A picture, or a frame of a clip. */
export interface PictureRecord extends Pick<Picture, 'width' | 'height'> {
  /** Of the picture's file; frames have none. */
  sha256?: string;
  intrinsic: number[];
  extrinsic: number[];
  /** Things that stand elsewhere in this picture. */
  moved?: (Stand & { id: number })[];
  /** What it shows of each thing, where that was measured. */
  seen?: { id: number; pixels: number; whole: number; box: readonly [number, number, number, number] }[];
}

/** Which pictures a question shows, in its order. */
interface ShownIn {
  id: string;
  pictures: readonly number[];
  /** Left and right are exchanged. */
  mirrored?: true;
}

/** A picture's segmentation and depth as PNGs of 16 bits. */
export interface PictureMaps {
  segmentation: Uint8Array;
  depth: Uint8Array;
}

/** What there is to say of a place, as it stands. */
export function recordPlace(place: Place, shown: Pick<SceneRecord, 'pictures' | 'samples'>): SceneRecord {
  const { setting, extent, items, regions } = place;
  return {
    setting,
    ground: { z: extent.z, half: extent.half },
    things: items.map(recordItem),
    regions: [...regions],
    otherIds: { [items.length + regions.length + 1]: 'surroundings' },
    ...shown,
  };
}

function recordItem({ front, ...item }: Item): ThingRecord {
  return { ...item, ...(front && { front: [cos(item.yaw), sin(item.yaw), 0] }) };
}

export function recordPicture(
  { width, height, intrinsic, extrinsic }: Picture,
  more: Pick<PictureRecord, 'sha256' | 'moved' | 'seen'> = {},
): PictureRecord {
  return { width, height, intrinsic: [...intrinsic], extrinsic: [...extrinsic], ...more };
}

export function recordSight({ visible }: Pick<Shot, 'visible'>): NonNullable<PictureRecord['seen']> {
  return [...visible].map(
    ([
      id,
      {
        pixels,
        whole,
        box: { left, top, right, bottom },
      },
    ]) => ({
      id,
      pixels,
      whole,
      box: [left, top, right, bottom],
    }),
  );
}

/** Nothing is farther in a depth map. */
const FARTHEST = 2 ** 16 - 1;

export function mapsOf({ width, height, segmentation, depth }: Picture): PictureMaps {
  if (!depth || !segmentation) throw new Error('the picture has neither depth nor segmentation');
  const millimetres = Uint16Array.from(depth, (far) => Math.min(FARTHEST, Math.round(far)));
  return {
    segmentation: encodePng({ width, height, pixels: segmentation }),
    depth: encodePng({ width, height, pixels: millimetres }),
  };
}
