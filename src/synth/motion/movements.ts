import { cos, sin } from '../../geometry/index.ts';
import type { Item, Place, Stand } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { orbited, shifted } from './camera.ts';
import { bearing, DEGREES, distance } from './measure.ts';
import { along, betweenPoses, betweenStands, isFree, movable, through } from './paths.ts';
import { type CameraPose, FRAMES } from './trajectory.ts';

/** The poses of the camera and of all moving items, frame by frame, and what is asked about. */
export interface Movement {
  target: Item;
  camera: CameraPose[];
  items: Map<number, Stand[]>;
  moment: readonly [first: number, last: number];
  /** What is asked about is taken away before the clip is filmed. */
  vanishes?: true;
}

/** What a question is about: the whole clip, or one of its halves. */
export const spans = ['whole', 'first', 'second'] as const;
export type Span = (typeof spans)[number];

/** Where a movement is to happen, and how freely. */
export interface MovementInput {
  place: Place;
  look: CameraPose;
  dice: Random;
  /** How far from an axis things may go, in radians. */
  slant: number;
  span: Span;
  /** How lucky somebody is who knows only a part of the clip: 0 … 1. */
  luck: number;
  /** The kind of thing that is asked about, where its front counts. */
  who?: string;
}

/** A movement for which the option with this number is true, or why there is none. */
export type MakeMovement = (input: MovementInput, option: number) => Movement | string;

const moments: Readonly<Record<Span, readonly [number, number]>> = {
  whole: [0, FRAMES - 1],
  first: [0, FRAMES / 2 - 1],
  second: [FRAMES / 2, FRAMES - 1],
};
const NO_ROOM = 'no room to move';
const NOBODY = 'nothing of the right kind';
const TRIES = 30;

/** In the order of the options: left, right, closer, away; as angles against the view. */
const ways = [90 * DEGREES, -90 * DEGREES, 180 * DEGREES, 0] as const;
/** Left and away, right and away, left and closer, right and closer. */
const diagonals = [45 * DEGREES, -45 * DEGREES, 135 * DEGREES, -135 * DEGREES] as const;

function between(dice: Random, least: number, most: number): number {
  return least + (most - least) * dice.next();
}

/** A part of a way: an angle against the view, and how far, as a share of the distance from the camera. */
interface Leg {
  angle: number;
  share: readonly [number, number];
}

/** A way over the ground, somewhere in the place, with room for what goes there. */
export function walk(
  { place, look, dice, slant }: Pick<MovementInput, 'place' | 'look' | 'dice' | 'slant'>,
  item: Item,
  legs: readonly Leg[],
  opts: { others?: ReadonlyMap<number, readonly Stand[]>; heading?: number } = {},
): Stand[] | undefined {
  const { half, z } = place.extent;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const middle: Stand = {
      position: [between(dice, -0.7, 0.7) * half[0], between(dice, -0.7, 0.7) * half[1], z],
      yaw: item.yaw,
    };
    const far = distance(look, middle);
    const lean = between(dice, -slant, slant);
    const steps = legs.map(({ angle, share }) => ({
      angle: look.yaw + angle + lean,
      length: between(dice, ...share) * far,
    }));
    const first = at(steps, 0);
    // An item with a front moves forwards or backwards.
    const yaw = opts.heading === undefined ? item.yaw : first.angle + opts.heading;
    const back = steps.length > 1 ? first.length : first.length / 2;
    const stops: Stand[] = [{ ...along(middle, first.angle, -back), yaw }];
    for (const { angle, length } of steps) stops.push(along(at(stops, -1), angle, length));
    const way = through(stops, betweenStands);
    if (isFree(place, item, way, opts.others ?? new Map())) return way;
  }
  return undefined;
}

/** A random item that can move. */
function mover({ place, dice, who }: MovementInput, wanted: (item: Item) => boolean = () => true): Item | undefined {
  const [item] = dice.shuffle(movable(place).filter((each) => wanted(each) && (who ?? each.kind) === each.kind));
  return item;
}

/** Something that stays at one place, wherever there is room for it while it turns. */
function onTheSpot(
  { place, dice }: MovementInput,
  item: Item,
  yaws: (at: Stand) => readonly number[],
): Stand[] | undefined {
  const { half, z } = place.extent;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const at: Stand = {
      position: [between(dice, -0.7, 0.7) * half[0], between(dice, -0.7, 0.7) * half[1], z],
      yaw: 0,
    };
    const way = through(yaws(at), (a, b, t) => a + (b - a) * t).map((yaw) => ({ ...at, yaw }));
    if (isFree(place, item, way, new Map())) return way;
  }
  return undefined;
}

function heading(item: Item, dice: Random): { heading?: number } {
  return item.front ? { heading: dice.int(3) === 0 ? Math.PI : 0 } : {};
}

const still = (look: CameraPose): CameraPose[] => Array.from({ length: FRAMES }, () => look);

/**
 * What is asked about, and in the other half of the clip anything else of the same sort, which goes farther: so that the first and the
 * last frame do not tell.
 */
function inSpan<T>({ dice, span }: MovementInput, asked: T, others: readonly T[]): { what: T; isAsked: boolean }[] {
  const other = { what: dice.pick(others), isAsked: false };
  const one = { what: asked, isAsked: true };
  return span === 'whole' ? [one] : span === 'first' ? [one, other] : [other, one];
}

/** One of some ways, before a camera that stands. */
function straight(angles: readonly number[]): MakeMovement {
  return (input, option) => {
    const { dice, span, look } = input;
    const isWhole = span === 'whole';
    // Who has a front and goes round a corner would turn.
    const item = mover(input, ({ front }) => isWhole || !front);
    if (!item) return NOBODY;
    const legs = inSpan(input, at(angles, option), angles).map(
      ({ what, isAsked }): Leg => ({
        angle: what,
        share: isWhole ? [0.24, 0.42] : isAsked ? [0.2, 0.26] : [0.26, 0.4],
      }),
    );
    const way = walk(input, item, legs, isWhole ? heading(item, dice) : {});
    if (!way) return NO_ROOM;
    return { target: item, camera: still(look), items: new Map([[item.id, way]]), moment: moments[span] };
  };
}

export const inWays = straight(ways);
export const inDiagonals = straight(diagonals);

/** There and back again. */
export const andBack: MakeMovement = (input, option) => {
  const item = mover(input, ({ front }) => !front);
  if (!item) return NOBODY;
  const length = between(input.dice, 0.22, 0.34);
  const angle = at(ways, option);
  const leg = (angle: number): Leg => ({ angle, share: [length, length] });
  const way = walk(input, item, [leg(angle), leg(angle + Math.PI)]);
  if (!way) return NO_ROOM;
  return { target: item, camera: still(input.look), items: new Map([[item.id, way]]), moment: moments.whole };
};

/** A camera that wanders by a share of its reach: sideways, to and fro, or turning. */
function wandering({ look, dice, place }: MovementInput, share: readonly [number, number]): CameraPose[] {
  const reach = distance(look, { position: [0, 0, place.extent.z], yaw: 0 });
  const by = between(dice, ...share) * dice.pick([1, -1]);
  const [from, to] = dice.pick([
    [shifted(look, 0, (-by / 2) * reach), shifted(look, 0, (by / 2) * reach)],
    [shifted(look, (-by / 2) * reach, 0), shifted(look, (by / 2) * reach, 0)],
    [
      { ...look, yaw: look.yaw - by / 2 },
      { ...look, yaw: look.yaw + by / 2 },
    ],
  ] as const);
  return through([from, to], betweenPoses);
}

/** One of four ways while the camera goes elsewhere, mostly faster than the thing: it seems to take another way. */
export const overGround: MakeMovement = (input, option) => {
  const moved = inWays(input, option);
  if (typeof moved === 'string') return moved;
  const { look, dice, span } = input;
  const way = moved.items.get(moved.target.id) ?? [];
  const isSlow = input.luck < BY_CHANCE;
  const angle = at(ways, option) + dice.pick(isSlow ? [0, 90, -90, 180] : [0, 90, -90]) * DEGREES;
  const share = isSlow ? between(dice, 0.25, 0.45) : between(dice, 1.3, 1.8);
  const by = share * distance(at(way, moved.moment[0]), at(way, moved.moment[1]));
  const turn = between(dice, -0.08, 0.08);
  const pose = (part: number) => ({
    ...shifted(look, part * by * cos(angle), part * by * sin(angle)),
    yaw: look.yaw + part * turn,
  });
  const parts = { whole: [-0.5, 0.5], first: [-0.5, 0.5, 0.5], second: [-0.5, -0.5, 0.5] }[span];
  return { ...moved, camera: through(parts.map(pose), betweenPoses) };
};
/** How often what the view suggests is right: as often as chance is, and no less, or it would be known for being wrong. */
export const BY_CHANCE = 0.25;

/** How far something turns: less than half round, or more, so that its first and its last pose do not tell which way. */
function turnOf({ dice, luck }: MovementInput): number {
  return (luck < 0.5 ? between(dice, 60, 120) : between(dice, 225, 285)) * DEGREES;
}

/** Part of a turn, or a whole one, after which it looks as if nothing had happened. */
function roundAndRound({ dice, luck }: MovementInput): number {
  return (luck < 0.5 ? between(dice, 75, 150) : 360) * DEGREES * dice.pick([1, -1]);
}

/** Forwards or backwards, in any direction. */
function byFront(input: MovementInput, item: Item, isForward: boolean): Stand[] | undefined {
  const angle = between(input.dice, 0, 2 * Math.PI) - input.look.yaw;
  return walk(input, item, [{ angle, share: [0.22, 0.4] }], { heading: isForward ? 0 : Math.PI });
}

function spun(input: MovementInput, item: Item, by: number): Stand[] | undefined {
  const from = between(input.dice, 0, 2 * Math.PI);
  return onTheSpot(input, item, () => [from, from + by]);
}

/** What something with a front does, by the number of the option. */
function withFront(
  camera: (input: MovementInput) => CameraPose[],
  act: (input: MovementInput, item: Item, option: number) => Stand[] | undefined,
): MakeMovement {
  return (input, option) => {
    const item = mover(input);
    if (!item) return NOBODY;
    const poses = camera(input);
    const way = act(input, item, option);
    if (!way) return NO_ROOM;
    return { target: item, camera: poses, items: new Map([[item.id, way]]), moment: moments.whole };
  };
}

/** Forwards, backwards, turning on the spot, or not at all, while the camera moves. */
export const byItself = withFront(
  (input) => wandering(input, [0.12, 0.25]),
  (input, item, option) =>
    option < 2 ? byFront(input, item, option === 0) : spun(input, item, option === 2 ? roundAndRound(input) : 0),
);

/** Forwards, backwards, turning left or right, before a camera that stands. */
export const inOwnFrame = withFront(
  ({ look }) => still(look),
  (input, item, option) =>
    option < 2 ? byFront(input, item, option === 0) : spun(input, item, turnOf(input) * (option === 2 ? 1 : -1)),
);

/** To the left, to the right, not at all, or turning on the spot: sometimes all the way round. */
export const orRest = withFront(
  ({ look }) => still(look),
  (input, item, option) => {
    const { dice } = input;
    if (option < 2) return walk(input, item, [{ angle: at(ways, option), share: [0.24, 0.42] }], heading(item, dice));
    if (option === 2) return spun(input, item, 0);
    return spun(input, item, roundAndRound(input));
  },
);

/**
 * What has a front and a back that nobody would mix up, and may turn. Drawn before anything is looked at: in a room there is more
 * room for standing still than for going forward, and the name of what is there would tell.
 */
export const fronted = ['car', 'toy car', 'toy duck', 'dining chair'] as const;

/** What the camera does, by how far, in shares of its reach or in radians; `round` is what it may circle. */
type Move = (look: CameraPose, by: number, reach: number, round: Stand) => CameraPose;
const diagonally =
  (ahead: 1 | -1, left: 1 | -1): Move =>
  (look, by, reach) =>
    shifted(look, ahead * by * reach * Math.SQRT1_2, left * by * reach * Math.SQRT1_2);
const moves = {
  ahead: (look, by, reach) => shifted(look, by * reach, 0),
  back: (look, by, reach) => shifted(look, -by * reach, 0),
  left: (look, by, reach) => shifted(look, 0, by * reach),
  right: (look, by, reach) => shifted(look, 0, -by * reach),
  up: (look, by, reach) => shifted(look, 0, 0, by * reach),
  down: (look, by, reach) => shifted(look, 0, 0, -by * reach),
  turnLeft: (look, by) => ({ ...look, yaw: look.yaw + by }),
  turnRight: (look, by) => ({ ...look, yaw: look.yaw - by }),
  tiltUp: (look, by) => ({ ...look, pitch: look.pitch - by }),
  tiltDown: (look, by) => ({ ...look, pitch: look.pitch + by }),
  aheadLeft: diagonally(1, 1),
  aheadRight: diagonally(1, -1),
  backLeft: diagonally(-1, 1),
  backRight: diagonally(-1, -1),
  clockwise: (look, by, _, round) => orbited(look, round, -1.6 * by),
  counterclockwise: (look, by, _, round) => orbited(look, round, 1.6 * by),
} as const satisfies Record<string, Move>;
export type CameraMove = keyof typeof moves;

/** The thing nearest to the middle: what a camera looks at. */
function centreOf(place: Place): Item | undefined {
  const centre = { position: [0, 0, place.extent.z], yaw: 0 } as const;
  return place.items.toSorted((a, b) => distance(a, centre) - distance(b, centre))[0];
}

/** The camera alone is asked about. */
export function cameraMoves(names: readonly CameraMove[]): MakeMovement {
  return (input, option) => {
    const { place, look, dice, span } = input;
    const target = centreOf(place);
    if (!target) return NOBODY;
    const reach = distance(look, target) * 1.15;
    const isWhole = span === 'whole';
    const legs = inSpan(input, at(names, option), names).map(({ what, isAsked }) => ({
      move: moves[what],
      by: isWhole ? between(dice, 0.24, 0.34) : isAsked ? between(dice, 0.22, 0.27) : between(dice, 0.25, 0.36),
    }));
    const first = at(legs, 0);
    const stops = [first.move(look, (isWhole ? -0.5 : -0.7) * first.by, reach, target)];
    for (const { move, by } of legs) stops.push(move(at(stops, -1), by, reach, target));
    return { target, camera: through(stops, betweenPoses), items: new Map(), moment: moments[span] };
  };
}

/** Turning left or right, standing, or turning aside and back. */
export const cameraRests: MakeMovement = ({ place, look, dice }, option) => {
  const target = centreOf(place);
  if (!target) return NOBODY;
  const by = between(dice, 0.24, 0.34) * (option === 0 ? 1 : option === 1 ? -1 : dice.pick([1, -1]));
  const turned = (share: number) => ({ ...look, yaw: look.yaw + share * by });
  const stops = option < 2 ? [turned(-0.5), turned(0.5)] : [turned(-0.5), turned(0.5), turned(-0.5)];
  const camera = option === 2 ? still(look) : through(stops, betweenPoses);
  return { target, camera, items: new Map(), moment: moments.whole };
};

/** Nearer, farther, or one after the other; by the thing or by the camera. */
export const nearing: MakeMovement = (input, option) => {
  const { look, dice, luck } = input;
  const item = mover(input);
  if (!item) return NOBODY;
  const [, , toward, away] = ways;
  const signs = at([[1], [-1], [1, -1], [-1, 1]], option);
  // There and back are seldom equally far: the ends alone mostly look as if it had only come nearer, or gone away.
  const lopsided = luck < 0.8;
  const isFirstLong = dice.int(2) === 0;
  const shares = signs.map((_, n): readonly [number, number] =>
    signs.length === 1 || !lopsided ? [0.26, 0.4] : (n === 0) === isFirstLong ? [0.46, 0.58] : [0.28, 0.36],
  );
  if (dice.int(2) === 0) {
    const legs = signs.map((sign, n): Leg => ({ angle: sign > 0 ? toward : away, share: at(shares, n) }));
    const way = walk(input, item, legs, heading(item, dice));
    return way
      ? { target: item, camera: still(look), items: new Map([[item.id, way]]), moment: moments.whole }
      : NO_ROOM;
  }
  const far = distance(look, item);
  const steps = signs.map((sign, n) => sign * between(dice, ...at(shares, n)) * far);
  const stops = [shifted(look, at(steps, 0) * (steps.length > 1 ? -0.7 : -0.5), 0)];
  for (const step of steps) stops.push(shifted(at(stops, -1), step, 0));
  return { target: item, camera: through(stops, betweenPoses), items: new Map(), moment: moments.whole };
};

/** Nearer, farther, equally far; or nobody can tell, because what is asked about is not there. */
export const nearingOrNot: MakeMovement = (input, option) => {
  const { dice, look } = input;
  if (option < 2) return nearing(input, option);
  // The same things vanish as move: their names say nothing.
  if (option === 3) {
    const moved = nearingOrNot(input, dice.int(3));
    return typeof moved === 'string' ? moved : { ...moved, vanishes: true };
  }
  const item = mover(input);
  if (!item) return NOBODY;
  const by = between(dice, 18, 30) * DEGREES * dice.pick([1, -1]);
  const camera = through([orbited(look, item, -by / 2), orbited(look, item, by / 2)], betweenPoses);
  return { target: item, camera: dice.int(3) === 0 ? still(look) : camera, items: new Map(), moment: moments.whole };
};

/** Sides of a thing, as angles from its front to its left. */
export const sides = { front: 0, 'left side': 90, back: 180, 'right side': -90 } as const;
export type SideName = keyof typeof sides;

/** The thing turns so that its sides are seen one after the other, while the camera stands or wanders. */
export function showSides(orders: readonly (readonly SideName[])[]): MakeMovement {
  return (input, option) => {
    const { look, dice, slant } = input;
    const item = mover(input);
    if (!item) return NOBODY;
    const order = at(orders, option).map((side) => sides[side]);
    const camera = dice.int(2) === 0 ? still(look) : wandering(input, [0.1, 0.2]);
    // The side that looks at the camera: the thing's yaw is the bearing of the camera less the side's angle.
    const way = onTheSpot(input, item, (stand) => {
      const yaws: number[] = [];
      for (const [n, side] of order.entries()) {
        const eye = at(camera, Math.round((n * (FRAMES - 1)) / (order.length - 1)));
        const yaw = bearing(stand, eye) - side * DEGREES + between(dice, -slant, slant);
        const before = yaws.at(-1) ?? yaw;
        yaws.push(yaw - 2 * Math.PI * Math.round((yaw - before) / (2 * Math.PI)));
      }
      return yaws;
    });
    if (!way) return NO_ROOM;
    return { target: item, camera, items: new Map([[item.id, way]]), moment: moments.whole };
  };
}
