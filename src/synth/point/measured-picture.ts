import { cos, sin } from '../../geometry/index.ts';
import type { Item, Place, Shot, Visibility } from '../../scenes/index.ts';

/** What a picture alone tells of an item, from its pixels and their distances: nothing of where it was put. */
export interface ItemFacts {
  item: Item;
  /** Middle of its pixels. */
  u: number;
  v: number;
  /** The box around the points of it that are seen, in the world. */
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  x: number;
  y: number;
  z: number;
  height: number;
  /** Where its front looks: pixels do not tell, so this is told. */
  front: readonly [x: number, y: number];
  /** Of the ground that it covers, roughly. */
  radius: number;
  /** From the camera to the middle of what is seen. */
  distance: number;
}

/** A picture's pixels in the world. */
export class MeasuredPicture {
  readonly place: Place;
  readonly shot: Shot;
  readonly facts: readonly ItemFacts[];
  /** On the ground: to the right in the picture, and away from the camera. */
  readonly right: readonly [number, number];
  readonly away: readonly [number, number];

  constructor(place: Place, shot: Shot) {
    this.place = place;
    this.shot = shot;
    const [a = 0, b = 0] = shot.picture.extrinsic;
    const length = Math.sqrt(a * a + b * b);
    this.right = [a / length, b / length];
    this.away = [-this.right[1], this.right[0]];
    this.facts = this.#gather();
  }

  /** Where in the world a pixel is. */
  point(u: number, v: number): [x: number, y: number, z: number] {
    const { extrinsic: m, intrinsic: k, depth, width } = this.shot.picture;
    const far = (depth[v * width + u] ?? 0) / 1000;
    const x = ((u + 0.5 - (k[2] ?? 0)) / (k[0] ?? 1)) * far - (m[3] ?? 0);
    const y = ((v + 0.5 - (k[5] ?? 0)) / (k[4] ?? 1)) * far - (m[7] ?? 0);
    const z = far - (m[11] ?? 0);
    return [along(m, 0, x, y, z), along(m, 1, x, y, z), along(m, 2, x, y, z)];
  }

  #gather(): ItemFacts[] {
    return [...this.shot.visible].map(([id, { box }]) => factsOf(this, this.place.item(id), box));
  }
}

/** Not in the loop above: a function that lives for one picture would be compiled anew for every few. */
function factsOf(look: MeasuredPicture, item: Item, { left, top, right, bottom }: Visibility['box']): ItemFacts {
  const { picture, camera } = look.shot;
  const { width, segmentation } = picture;
  const [ex = 0, ey = 0, ez = 0] = camera.position;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let [count, sumU, sumV] = [0, 0, 0];
  for (let v = top; v < bottom; v += 1) {
    for (let u = left; u < right; u += 1) {
      if (segmentation[v * width + u] !== item.id) continue;
      count += 1;
      sumU += u;
      sumV += v;
      // Every third pixel is enough for a box.
      if ((u + v) % 3 !== 0) continue;
      const at = look.point(u, v);
      for (const k of [0, 1, 2] as const) {
        low[k] = Math.min(low[k], at[k]);
        high[k] = Math.max(high[k], at[k]);
      }
    }
  }
  const [x, y, z] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return {
    item,
    u: sumU / count,
    v: sumV / count,
    low,
    high,
    x,
    y,
    z,
    height: high[2] - low[2],
    front: [cos(item.yaw), sin(item.yaw)],
    radius: Math.max(high[0] - low[0], high[1] - low[1]) / 2,
    distance: Math.sqrt((x - ex) * (x - ex) + (y - ey) * (y - ey) + (z - ez) * (z - ez)),
  };
}

/** A coordinate in the world of what is so far to the right, below and before the camera. */
function along(extrinsic: Float64Array, axis: number, x: number, y: number, z: number): number {
  return (extrinsic[axis] ?? 0) * x + (extrinsic[4 + axis] ?? 0) * y + (extrinsic[8 + axis] ?? 0) * z;
}
