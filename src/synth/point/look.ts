import type { Item, Place, Shot } from '../scene/index.ts';

/** What a picture alone tells of an item, from its pixels and their distances: nothing of where it was put. */
export interface Facts {
  item: Item;
  /** Middle of its pixels. */
  u: number;
  v: number;
  /** The box around the points of it that are seen, in the world. */
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  x: number;
  y: number;
  /** Of the ground that it covers, roughly. */
  radius: number;
  /** From the camera to the middle of what is seen. */
  distance: number;
}

/** A picture's pixels in the world. */
export class Look {
  readonly place: Place;
  readonly shot: Shot;
  readonly facts: readonly Facts[];
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
    const row = (n: number) => (m[n] ?? 0) * x + (m[4 + n] ?? 0) * y + (m[8 + n] ?? 0) * z;
    return [row(0), row(1), row(2)];
  }

  #gather(): Facts[] {
    const { width, segmentation } = this.shot.picture;
    const [ex = 0, ey = 0, ez = 0] = this.shot.camera.position;
    return [...this.shot.visible].map(([id, { box }]) => {
      const low: [number, number, number] = [Infinity, Infinity, Infinity];
      const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
      let [count, sumU, sumV] = [0, 0, 0];
      for (let v = box.top; v < box.bottom; v += 1) {
        for (let u = box.left; u < box.right; u += 1) {
          if (segmentation[v * width + u] !== id) continue;
          count += 1;
          sumU += u;
          sumV += v;
          // Every third pixel is enough for a box.
          if ((u + v) % 3 !== 0) continue;
          const at = this.point(u, v);
          for (const k of [0, 1, 2] as const) {
            low[k] = Math.min(low[k], at[k]);
            high[k] = Math.max(high[k], at[k]);
          }
        }
      }
      const [x, y, z] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
      return {
        ...{ item: this.place.item(id), u: sumU / count, v: sumV / count, low, high, x, y },
        radius: Math.max(high[0] - low[0], high[1] - low[1]) / 2,
        distance: Math.sqrt((x - ex) * (x - ex) + (y - ey) * (y - ey) + (z - ez) * (z - ez)),
      };
    });
  }
}
