import { sin, type Vec3 } from '../../geometry/index.ts';
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
import { facing, groundIn, turned } from './framing.ts';
import type { Lens } from './lens.ts';
import { type Goal, isViewed, type Outline, outlineOf } from './question.ts';
import { Outlooks } from './sight.ts';
import { FILLED, peersOf, projected, type SeenItem, type Situation } from './situation.ts';
import type { PointSplit, Wish } from './wish.ts';

/** How much of the picture must show where things stand: the rest is walls and sky. */
const LEAST_GROUND = 0.25;
/** Answers are wanted anywhere in a picture: one also looks down at what is near, or up, farther than for a view of the place. */
const FARTHER = 32;
/** Of things that others may be found by, so many must be in view, by the number of steps: with fewer there is hardly anything to say. */
const TO_SPEAK_OF = [0, 2, 4, 6, 8, 9];
/** So near to the picture's edge, in pixels, nothing that is asked for may come. */
const EDGE = 5;
/** So far from people, in metres, one takes pictures. */
const FROM_PEOPLE = 1;
/** Places that are tried where somebody might stand, and cameras that are aimed from them. */
const STANDS = 80;
const AIMS = 250;
/** A camera is turned at most so often, until what is asked for is so near to its place, in pixels. */
const TURNS = 5;
const NEAR = 4;
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
  goal: Goal;
  camera: Camera;
  at: readonly [u: number, v: number];
  /** Whether something is mostly in sight from there, if one looks that way. */
  isInSight(id: number): boolean;
}

/** Where somebody can stand, and what is in sight from there. */
interface Viewpoint {
  eye: Vec3;
  outlooks: Outlooks;
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
  readonly #stands: readonly Viewpoint[];
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
   * Goals from where somebody can stand, in any order, as cameras that have them at their place of the picture, whole, and about as
   * large as wanted.
   */
  *aims(goals: readonly Goal[]): Generator<Aim> {
    const left = Uint16Array.from({ length: goals.length * this.#stands.length }, (_, n) => n);
    const least = Math.max(0, left.length - AIMS);
    for (let rest = left.length; rest > least; rest -= 1) {
      const n = this.#dice.int(rest);
      const pair = at(left, n);
      left[n] = at(left, rest - 1);
      const aim = this.#aim(at(goals, pair % goals.length), at(this.#stands, Math.floor(pair / goals.length)));
      if (aim) yield aim;
    }
  }

  /** Undefined where nobody would look so, or would look past too much. */
  #aim(goal: Goal, { eye, outlooks }: Viewpoint): Aim | undefined {
    const { place } = this.#world;
    const { split } = this.#wish;
    const { fovy } = eyes[place.setting];
    const middle = this.#middleOf(goal, eye);
    const from = middle && facing(eye, middle, { fovy, ...PHOTO });
    const box = from && this.#boxOf(goal, from);
    if (!from || !box || !isInRange(box, areas[split])) return undefined;
    const things = 'thing' in goal ? [goal.thing] : goal.anchors;
    if (!things.every((id) => outlooks.isClear(id))) return undefined;
    const framed = this.#framed(goal, middle, { lens: from, box }, fovy);
    if (!framed) return undefined;
    const { lens } = framed;
    const { [this.#level]: range } = eyes[place.setting];
    const [x, y, z] = lens.forward;
    const [least, most] = range.down;
    if (-z < sin((least - FARTHER) * DEGREE) || -z > sin(Math.min(most + FARTHER, 80) * DEGREE)) return undefined;
    if (!this.#showsEnough(goal, lens) || groundIn(lens, place) < LEAST_GROUND) return undefined;
    const camera = lookAt(eye, [eye[0] + x, eye[1] + y, eye[2] + z], { fovy, ...PHOTO });
    return { goal, camera, at: framed.at, isInSight: (id) => outlooks.isClear(id) };
  }

  /** The same camera turned until a goal is whole, and where it should be: the rectangle around it changes on the way. */
  #framed(goal: Goal, middle: Vec3, { lens, box }: { lens: Lens; box: Visibility['box'] }, fovy: number) {
    for (let n = 0; n < TURNS; n += 1) {
      const [u, v] = lens.project(...middle);
      const wanted = placeFor(box, this.#wish.at);
      const [aside, below] = [wanted[0] - (box.left + box.right) / 2, wanted[1] - (box.top + box.bottom) / 2];
      const isWhole = box.left >= 1 && box.top >= 1 && box.right <= PHOTO.width - 1 && box.bottom <= PHOTO.height - 1;
      if (n > 0 && isWhole && Math.abs(aside) < NEAR && Math.abs(below) < NEAR) return { lens, at: wanted };
      const next = turned(lens, middle, [u + aside, v + below], fovy);
      const found = next && this.#boxOf(goal, next);
      if (!found) return undefined;
      [lens, box] = [next, found];
    }
    return undefined;
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
      return facing(eye, about, { fovy: eyes[place.setting].fovy, ...PHOTO });
    });
    if (!outline) return undefined;
    const middle = this.#middles.get(outline) ?? middleOf(outline.points);
    this.#middles.set(outline, middle);
    return middle;
  }

  #boxOf(goal: Goal, lens: Lens): Visibility['box'] | undefined {
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
