import { cos, sin } from '../../geometry/index.ts';
import type { Item, Place, Region, Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { ReferenceFrame, Referent } from './ask.ts';
import { type Flat, minus } from './directions.ts';

/** Where things really are. Only the generator uses it; the solver sees pictures alone. */
export class GroundTruth {
  readonly #place: Place;
  readonly #shots: readonly Shot[];

  constructor(place: Place, shots: readonly Shot[]) {
    this.#place = place;
    this.#shots = shots;
  }

  middle(spot: Referent): Flat {
    if ('item' in spot) return flat(this.#place.item(spot.item));
    if ('figure' in spot) {
      const { position } = at(this.#shots, spot.figure).camera;
      return [at(position, 0), at(position, 1)];
    }
    const { outline } = this.#region(spot.region);
    const sum = outline.reduce<Flat>((a, b) => [a[0] + b[0], a[1] + b[1]], [0, 0]);
    return [sum[0] / outline.length, sum[1] / outline.length];
  }

  /** How high a figure's camera was held. */
  height(figure: number): number {
    return at(at(this.#shots, figure).camera.position, 2);
  }

  /** The corners of what stands there. */
  corners(spot: Referent): readonly Flat[] {
    if ('figure' in spot) return [this.middle(spot)];
    if ('region' in spot) return this.#region(spot.region).outline;
    return footprint(this.#place.item(spot.item));
  }

  /** The direction that is straight ahead, before any turn. */
  ahead({ at: from, ahead }: Omit<ReferenceFrame, 'called'>): Flat {
    if ('view' in ahead) {
      const { rotation } = at(this.#shots, ahead.view).camera;
      return [at(rotation, 0), at(rotation, 3)];
    }
    return minus(this.middle(ahead.towards), this.middle(from));
  }

  /** `the red mug`, `Figure 2`. */
  name(spot: Referent): string {
    if ('figure' in spot) return `Figure ${spot.figure + 1}`;
    if ('region' in spot) return `the ${this.#region(spot.region).name}`;
    const { name } = this.#place.item(spot.item);
    return spot.area === undefined ? `the ${name}` : `the ${spot.area} with the ${name}`;
  }

  #region(id: number): Region {
    const region = this.#place.regions.find((one) => one.id === id);
    if (!region) throw new Error(`no region ${id}`);
    return region;
  }
}

function flat({ position }: Item): Flat {
  return [position[0], position[1]];
}

function footprint({ position, yaw, half }: Item): Flat[] {
  const [c, s] = [cos(yaw), sin(yaw)];
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([a = 0, b = 0]): Flat => {
    const [x, y] = [a * half[0], b * half[1]];
    return [position[0] + c * x - s * y, position[1] + s * x + c * y];
  });
}
