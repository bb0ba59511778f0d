import { atan2, cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import {
  type EyeLevel,
  eyes,
  isFartherThan,
  isOpen,
  kindNamed,
  lookAt,
  PHOTO,
  type Place,
  type Visibility,
} from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { anyOf } from './follow.ts';
import { Lens } from './lens.ts';
import { type Goal, isViewed, type Outline, outlineOf } from './question.ts';
import { Outlooks } from './sight.ts';
import { FILLED, peersOf, projected, type SeenItem, type Situation } from './situation.ts';
import type { PointSplit, Wish } from './wish.ts';

/** How much of the picture must show where things stand: the rest is walls and sky. */
const LEAST_GROUND = 0.25;
/** Answers are wanted anywhere in a picture: one also looks down at what is near, or up, farther than for a view of the place. */
const FARTHER = 32;
/** Of things that others may be found by, so many must be in view, by the number of steps: with fewer there is hardly anything to say. */
const TO_SPEAK_OF = [0, 3, 5, 8, 12, 13];
/** So near to the picture's edge, in pixels, nothing that is asked for may come. */
const EDGE = 5;
/** So far from people, in metres, one takes pictures. */
const FROM_PEOPLE = 1;
/** Places that are tried where somebody might stand. */
const STANDS = 60;
/** Pixels of things and of free space, least and most. */
const areas: Readonly<Record<PointSplit, readonly [least: number, most: number]>> = {
  location: [400, 6000],
  placement: [1000, 9000],
};
/**
 * Answers reach to the picture's edges as often as everywhere: of those that would reach beyond them, this part is moved in, the others
 * are anywhere. With none, answers would hardly ever be at the edges, with all, mostly along them.
 */
const MOVED_IN = 0.45;

/** A camera, and where in its picture what is asked for should be. */
export interface Aim {
  camera: Camera;
  at: readonly [u: number, v: number];
}

/** Looks for cameras in one place. */
export class Aiming {
  readonly #world: Situation;
  readonly #wish: Wish;
  readonly #level: EyeLevel;
  readonly #dice: Random;
  /** Of what comes many times, so many must be in view. */
  readonly #things: readonly SeenItem[];
  readonly #least: number;
  /** What comes three times or more. */
  readonly #several: readonly SeenItem[];
  /** Where somebody can stand. */
  readonly #stands: readonly { eye: Vec3; outlooks: Outlooks }[];
  readonly #standsFor = new Map<Goal, readonly Vec3[]>();
  /** Of goals that are where they are, wherever one looks from. */
  readonly #fixed = new Map<Goal, Outline>();
  readonly #middles = new WeakMap<Outline, Vec3>();

  constructor(world: Situation, wish: Wish, level: EyeLevel, dice: Random) {
    this.#world = world;
    this.#wish = wish;
    this.#level = level;
    this.#dice = dice;
    this.#things = wish.material === undefined ? peersOf(world, wish.kind) : anyOf(world, wish.material);
    this.#several = world.seen.filter(({ item }) => peersOf(world, item.kind).length >= 3);
    const { items } = world.place;
    this.#stands = standsIn(world.place, level, dice).map((eye) => ({ eye, outlooks: new Outlooks(eye, items) }));
    this.#least =
      wish.split === 'location' ? world.demands.candidates : Math.min(wish.steps + 1, world.demands.candidates);
  }

  /**
   * A camera that has a goal at its place of the picture, whole, and about as large as wanted; undefined where nobody would stand or look
   * so, or would look past too much.
   */
  aim(goal: Goal): Aim | undefined {
    const { place } = this.#world;
    const { at: wanted, split } = this.#wish;
    const stands = this.#whence(goal);
    if (stands.length === 0) return undefined;
    const eye = this.#dice.pick(stands);
    const middle = this.#middleOf(goal, eye);
    const from = middle && lookAt(eye, middle, { fovy: eyes[place.setting].fovy, ...PHOTO });
    const box = from && this.#boxOf(goal, from);
    if (!from || !box || !isInRange(box, areas[split])) return undefined;
    let camera = turned(from, middle, placeFor(box, wanted));
    // The rectangle around a thing is not where its middle is.
    const first = this.#boxOf(goal, camera);
    if (!first) return undefined;
    const [u, v] = new Lens(camera).project(...middle);
    const now = placeFor(first, wanted);
    camera = turned(camera, middle, [
      now[0] + u - (first.left + first.right) / 2,
      now[1] + v - (first.top + first.bottom) / 2,
    ]);
    const last = this.#boxOf(goal, camera);
    if (!last || last.left < 1 || last.top < 1 || last.right > PHOTO.width - 1 || last.bottom > PHOTO.height - 1)
      return undefined;
    const { [this.#level]: range } = eyes[place.setting];
    const down = -at(camera.rotation, 6);
    const [least, most] = range.down;
    if (down < sin((least - FARTHER) * DEGREE) || down > sin(Math.min(most + FARTHER, 80) * DEGREE)) return undefined;
    if (!this.#showsEnough(goal, new Lens(camera)) || groundIn(camera, place) < LEAST_GROUND) return undefined;
    return { camera, at: now };
  }

  /** From where everything that a goal is about can be seen. */
  #whence(goal: Goal): readonly Vec3[] {
    const known = this.#standsFor.get(goal);
    if (known) return known;
    const all = 'thing' in goal ? [goal.thing, ...goal.anchors] : goal.anchors;
    const found = this.#stands.flatMap(({ eye, outlooks }) => (all.every((id) => outlooks.isClear(id)) ? [eye] : []));
    this.#standsFor.set(goal, found);
    return found;
  }

  #showsEnough(goal: Goal, lens: Lens): boolean {
    const isIn = ({ x, y, z }: SeenItem) => {
      const [u, v] = lens.project(x, y, z);
      return u > EDGE && v > EDGE && u < PHOTO.width - EDGE && v < PHOTO.height - EDGE;
    };
    return (
      this.#things.filter(isIn).length >= this.#least &&
      this.#several.filter(isIn).length >= at(TO_SPEAK_OF, this.#wish.steps) &&
      this.#world.seen.every((each) => !goal.anchors.includes(each.item.id) || isIn(each))
    );
  }

  #middleOf(goal: Goal, eye: Vec3): Vec3 | undefined {
    const { place } = this.#world;
    const outline = this.#outlineOf(goal, () => {
      const [anchor] = 'thing' in goal ? [goal.thing] : goal.anchors;
      const about: Vec3 = anchor === undefined ? [0, 0, place.extent.z] : place.item(anchor).position;
      return new Lens(lookAt(eye, about, { fovy: eyes[place.setting].fovy, ...PHOTO }));
    });
    if (!outline) return undefined;
    const middle = this.#middles.get(outline) ?? middleOf(outline.points);
    this.#middles.set(outline, middle);
    return middle;
  }

  #boxOf(goal: Goal, camera: Camera): Visibility['box'] | undefined {
    const lens = new Lens(camera);
    const outline = this.#outlineOf(goal, () => lens);
    return outline && projected(outline.points, lens, outline.filled)?.box;
  }

  #outlineOf(goal: Goal, lens: () => Lens): Outline | undefined {
    const known = this.#fixed.get(goal);
    if (known) return known;
    const found = outlineOf(goal, this.#world, lens());
    if (found && !isViewed(goal)) this.#fixed.set(goal, found);
    return found;
  }
}

/** Anywhere at all that is clear of things, within the place. */
function standsIn(place: Place, level: EyeLevel, dice: Random): Vec3[] {
  const { edge, [level]: range } = eyes[place.setting];
  const people = place.items.filter(({ kind }) => kindNamed(kind).worn);
  const stands: Vec3[] = [];
  for (let n = 0; n < STANDS; n += 1) {
    const [x, y] = [0, 1].map((k) => (2 * dice.next() - 1) * (at(place.extent.half, k) - edge));
    const height = range.height[0] + dice.next() * (range.height[1] - range.height[0]);
    if (x === undefined || y === undefined || !isOpen(place, [x, y])) continue;
    // Nobody's back fills the picture.
    if (people.every((one) => isFartherThan(FROM_PEOPLE, one, [x, y]))) stands.push([x, y, place.extent.z + height]);
  }
  return stands;
}

function isInRange({ left, top, right, bottom }: Visibility['box'], [least, most]: readonly [number, number]): boolean {
  const pixels = FILLED * (right - left) * (bottom - top);
  return pixels > least && pixels < most;
}

/** Where in the picture the middle of a rectangle belongs. */
function placeFor(
  { left, top, right, bottom }: Visibility['box'],
  [across, down]: readonly [across: number, down: number],
): [u: number, v: number] {
  const along = (size: number, part: number, whole: number) => {
    const beyond = MOVED_IN * size;
    const wanted = (size - beyond) / 2 + part * (whole - size + beyond);
    return Math.min(whole - EDGE - size / 2, Math.max(EDGE + size / 2, wanted));
  };
  return [along(right - left, across, PHOTO.width), along(bottom - top, down, PHOTO.height)];
}

function middleOf(points: readonly Vec3[]): Vec3 {
  const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  return [mean(0), mean(1), mean(2)];
}

const DEGREE = Math.PI / 180;

/** The part of a picture that shows the main surface, as if nothing stood there. */
function groundIn(camera: Camera, { extent }: Place): number {
  const [ex = 0, ey = 0, ez = 0] = camera.position;
  const { rotation: r, width, height } = camera;
  const { focal } = new Lens(camera);
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  let ground = 0;
  for (const across of parts) {
    for (const along of parts) {
      const [left, up] = [((0.5 - across) * width) / focal, ((0.5 - along) * height) / focal];
      const world = (k: number) => at(r, 3 * k) + left * at(r, 3 * k + 1) + up * at(r, 3 * k + 2);
      const far = (extent.z - ez) / world(2);
      if (far <= 0) continue;
      const [x, y] = [ex + far * world(0), ey + far * world(1)];
      const [halfX, halfY] = extent.half;
      if (Math.abs(x) < 1.15 * halfX && Math.abs(y) < 1.15 * halfY) ground += 1;
    }
  }
  return ground / parts.length ** 2;
}

/** The same camera turned, upright, until a point is at a place of its picture. */
function turned(camera: Camera, point: Vec3, [u, v]: readonly [u: number, v: number]): Camera {
  const { eye, focal } = new Lens(camera);
  const [dx, dy, dz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  let yaw = atan2(dy, dx);
  let down = atan2(-dz, Math.sqrt(dx * dx + dy * dy));
  let now = camera;
  for (let n = 0; n < 3; n += 1) {
    const flat = cos(down);
    const target: Vec3 = [eye[0] + flat * cos(yaw), eye[1] + flat * sin(yaw), eye[2] - sin(down)];
    now = lookAt(eye, target, { fovy: camera.fovy, width: camera.width, height: camera.height });
    const [nowU, nowV] = new Lens(now).project(...point);
    yaw += (u - nowU) / (focal * flat);
    down -= (v - nowV) / focal;
  }
  return now;
}
