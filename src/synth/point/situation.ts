import { type Item, PHOTO, type Place, type Shot, type Visibility } from '../../scenes/index.ts';

/** What may be demanded of a picture: part of the difficulty. */
export interface Demands {
  /** Of what is asked for, this part must be seen. */
  visible: number;
  /** Factor on how clear relations must be. */
  margin: number;
}

/** An item that can be seen, with what relations need. */
export interface SeenItem {
  item: Item;
  sight: Visibility;
  /** Middle of its rectangle in the picture. */
  u: number;
  v: number;
  /** Ground position, and the radius of what it covers. */
  x: number;
  y: number;
  radius: number;
  /** From the camera, in metres. */
  distance: number;
  /** Big and whole enough to be asked for, or to refer to. */
  clear: boolean;
}

/** A picture and what is known of it. */
export interface Situation {
  place: Place;
  shot: Shot;
  seen: readonly SeenItem[];
  demands: Demands;
  /** Of its pixels: 1 for a picture of full size, 0.5 for a sketch of half of that. Numbers of pixels are meant for 1. */
  scale: number;
  /** On the ground, as seen by the camera: to the right, and away from it. Length 1. */
  right: readonly [x: number, y: number];
  away: readonly [x: number, y: number];
  eye: readonly [x: number, y: number, z: number];
}

/** What is smaller than this cannot be pointed at with confidence. */
const LEAST_PIXELS = 180;
const LEAST_SIDE = 9;

export function situationOf(place: Place, shot: Shot, demands: Demands): Situation {
  const { position, rotation } = shot.camera;
  const [ex = 0, ey = 0, ez = 0] = position;
  const [fx = 0, , , fy = 0] = rotation;
  const length = Math.sqrt(fx * fx + fy * fy);
  const away = [fx / length, fy / length] as const;
  const scale = shot.picture.width / PHOTO.width;
  const seen = place.items.flatMap((item): SeenItem[] => {
    const sight = shot.visible.get(item.id);
    if (!sight) return [];
    const { left, top, right, bottom } = sight.box;
    const [x, y, z] = item.position;
    const [dx, dy, dz] = [x - ex, y - ey, z + item.half[2] - ez];
    return [
      {
        item,
        sight,
        x,
        y,
        u: (left + right) / 2,
        v: (top + bottom) / 2,
        radius: Math.sqrt(item.half[0] * item.half[1]),
        distance: Math.sqrt(dx * dx + dy * dy + dz * dz),
        clear:
          sight.pixels >= LEAST_PIXELS * scale * scale &&
          Math.min(right - left, bottom - top) >= LEAST_SIDE * scale &&
          sight.pixels >= demands.visible * sight.whole,
      },
    ];
  });
  return { place, shot, seen, demands, scale, away, right: [away[1], -away[0]], eye: [ex, ey, ez] };
}
