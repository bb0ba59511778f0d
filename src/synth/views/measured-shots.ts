import type { Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Referent } from './ask.ts';
import { type Flat, length } from './directions.ts';

/** So many columns and rows are enough to say where something is. */
const COLUMNS = 320;

/** Where pictures show things: from their pixels, depths and cameras alone. */
export class MeasuredShots {
  readonly #shots: readonly (Shot | null)[];
  readonly #points = new Map<string, Flat[]>();
  readonly #middles = new Map<string, Flat | null>();

  /** With `only`, as somebody knows them who looks at that figure alone. */
  constructor(shots: readonly Shot[], only?: number) {
    this.#shots = only === undefined ? shots : shots.map((shot, n) => (n === only ? shot : null));
  }

  /** Points on the surface of something, from above; in one figure or in all of them. None when it is not to be seen. */
  points(id: number, figure?: number): readonly Flat[] {
    const key = `${id} ${figure}`;
    const known = this.#points.get(key);
    if (known) return known;
    const shots = figure === undefined ? this.#shots : this.#shots.slice(figure, figure + 1);
    const points = shots.flatMap((shot) => (shot ? surface(shot, id) : []));
    this.#points.set(key, points);
    return points;
  }

  /** The middle of what is seen of it: of the smallest rectangle around its points, but for a few. */
  middle(id: number, figure?: number): Flat | null {
    const key = `${id} ${figure}`;
    const known = this.#middles.get(key);
    if (known !== undefined) return known;
    const points = this.points(id, figure);
    const middle: Flat | null = points.length === 0 ? null : [midrange(points, 0), midrange(points, 1)];
    this.#middles.set(key, middle);
    return middle;
  }

  position(spot: Referent): Flat | null {
    if (!('figure' in spot)) return this.middle('item' in spot ? spot.item : spot.region);
    const shot = this.#shots[spot.figure];
    return shot ? stand(shot) : null;
  }

  /** The way a figure looks, along the floor. */
  look(figure: number): Flat | null {
    const shot = this.#shots[figure];
    return shot ? look(shot) : null;
  }

  /** How high a figure's camera was. */
  height(figure: number): number | null {
    const shot = this.#shots[figure];
    return shot ? cameraAxis(shot, 2) : null;
  }
}

/** Where a picture was taken, from its matrix: −Rᵀt. */
function stand(shot: Shot): Flat {
  return [cameraAxis(shot, 0), cameraAxis(shot, 1)];
}

function cameraAxis({ picture: { extrinsic: e } }: Shot, axis: 0 | 1 | 2): number {
  return -(at(e, axis) * at(e, 3) + at(e, 4 + axis) * at(e, 7) + at(e, 8 + axis) * at(e, 11));
}

/** The way a picture looks, along the floor. */
function look({ picture: { extrinsic: e } }: Shot): Flat {
  const way: Flat = [at(e, 8), at(e, 9)];
  const size = length(way);
  return [way[0] / size, way[1] / size];
}

function surface({ picture, visible, pixels }: Shot, id: number): Flat[] {
  if (pixels[id] === 0) return [];
  const { width, height, segmentation, depth, intrinsic: k, extrinsic: e } = picture;
  const [focal, cx, cy] = [at(k, 0), at(k, 2), at(k, 5)];
  const points: Flat[] = [];
  const stride = Math.max(1, Math.floor(width / COLUMNS));
  const box = visible.get(id)?.box ?? { left: 0, top: 0, right: width, bottom: height };
  for (let v = stride * Math.ceil(box.top / stride); v < box.bottom; v += stride) {
    for (let u = stride * Math.ceil(box.left / stride); u < box.right; u += stride) {
      const i = v * width + u;
      if (segmentation[i] !== id) continue;
      // Pixels to metres in the camera's frame, then back through the matrix.
      const z = (depth[i] ?? 0) / 1000;
      const x = ((u + 0.5 - cx) * z) / focal - at(e, 3);
      const y = ((v + 0.5 - cy) * z) / focal - at(e, 7);
      const forward = z - at(e, 11);
      points.push([at(e, 0) * x + at(e, 4) * y + at(e, 8) * forward, at(e, 1) * x + at(e, 5) * y + at(e, 9) * forward]);
    }
  }
  return points;
}

function midrange(points: readonly Flat[], axis: 0 | 1): number {
  const sorted = Float64Array.from(points, (point) => point[axis]).sort();
  const few = Math.floor(sorted.length / 50);
  return (at(sorted, few) + at(sorted, -1 - few)) / 2;
}
