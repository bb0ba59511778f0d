import type { Item, Place, Stand } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { shifted } from './camera.ts';
import { bearing, DEGREES, distance } from './measure.ts';
import { along, betweenPoses, betweenStands, isFree, movable, through } from './paths.ts';
import { type CameraPose, FRAMES } from './trajectory.ts';

/** The poses of the camera and of all moving items, frame by frame, and what is asked about. */
export interface Movement {
  target: Item;
  camera: CameraPose[];
  items: Map<number, Stand[]>;
  moment: readonly [first: number, last: number];
}

/** Where a movement is to happen, and how freely. */
export interface MovementInput {
  place: Place;
  look: CameraPose;
  dice: Random;
  /** How far from an axis things may go, in radians. */
  slant: number;
  /** The kind of thing that is asked about, where its front counts. */
  who?: string;
}

/** A movement for which the option with this number is true, or why there is none. */
export type MakeMovement = (input: MovementInput, option: number) => Movement | string;

const WHOLE = [0, FRAMES - 1] as const;
const NO_ROOM = 'no room to move';
const NOBODY = 'nothing of the right kind';
const TRIES = 30;

/** In the order of the options: left, right, closer, away; as angles against the view. */
const ways = [90 * DEGREES, -90 * DEGREES, 180 * DEGREES, 0] as const;

function between(dice: Random, least: number, most: number): number {
  return least + (most - least) * dice.next();
}

/** A way over the ground by angles against the view, somewhere in the place, with room for what goes there. */
export function walk(
  { place, look, dice, slant }: MovementInput,
  item: Item,
  angles: readonly number[],
  opts: { share: readonly [number, number]; others?: ReadonlyMap<number, readonly Stand[]>; heading?: number },
): Stand[] | undefined {
  const { half, z } = place.extent;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const middle: Stand = {
      position: [between(dice, -0.7, 0.7) * half[0], between(dice, -0.7, 0.7) * half[1], z],
      yaw: item.yaw,
    };
    const length = between(dice, ...opts.share) * distance(look, middle);
    const lean = between(dice, -slant, slant);
    const turned = angles.map((angle) => look.yaw + angle + lean);
    const [first = 0] = turned;
    // An item with a front moves forwards or backwards.
    const yaw = opts.heading === undefined ? item.yaw : first + opts.heading;
    const stops: Stand[] = [{ ...along(middle, first, -length / 2), yaw }];
    if (angles.length > 1) stops[0] = { ...along(middle, first, -length), yaw };
    for (const angle of turned) stops.push(along(at(stops, -1), angle, length));
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

/** Straight on, before a camera that stands. */
export const straight: MakeMovement = (input, option) => {
  const item = mover(input);
  const way = item && walk(input, item, [at(ways, option)], { share: [0.24, 0.42], ...heading(item, input.dice) });
  if (!item || !way) return item ? NO_ROOM : NOBODY;
  return { target: item, camera: still(input.look), items: new Map([[item.id, way]]), moment: WHOLE };
};

/** Round a corner; the half that is asked about goes the way of the option. */
export const halves: MakeMovement = (input, option) => {
  const { dice } = input;
  const item = mover(input, ({ front }) => !front);
  const asked = at(ways, option);
  const other = asked + dice.pick([90, -90]) * DEGREES;
  const isFirst = dice.int(2) === 0;
  const way = item && walk(input, item, isFirst ? [asked, other] : [other, asked], { share: [0.25, 0.32] });
  if (!item || !way) return item ? NO_ROOM : NOBODY;
  const moment = isFirst ? ([0, FRAMES / 2 - 1] as const) : ([FRAMES / 2, FRAMES - 1] as const);
  return { target: item, camera: still(input.look), items: new Map([[item.id, way]]), moment };
};

/** Round a corner, the whole of which is asked about. */
export function corner(depth: 'toward' | 'away'): MakeMovement {
  const [left, right, toward, away] = ways;
  const [on, back] = depth === 'away' ? [away, toward] : [toward, away];
  const turns = [
    [left, on],
    [right, on],
    [back, right],
    [back, left],
  ];
  return (input, option) => {
    const item = mover(input, ({ front }) => !front);
    const way = item && walk(input, item, at(turns, option), { share: [0.25, 0.32] });
    if (!item || !way) return item ? NO_ROOM : NOBODY;
    return { target: item, camera: still(input.look), items: new Map([[item.id, way]]), moment: WHOLE };
  };
}

/** A camera that wanders: sideways, to and fro, or turning. */
function wandering({ look, dice, place }: MovementInput): CameraPose[] {
  const reach = distance(look, { position: [0, 0, place.extent.z], yaw: 0 });
  const by = between(dice, 0.1, 0.2) * dice.pick([1, -1]);
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

export const overGround: MakeMovement = (input, option) => {
  const moved = straight(input, option);
  return typeof moved === 'string' ? moved : { ...moved, camera: wandering(input) };
};

/** Forwards, backwards, turning on the spot, or not at all. */
export const byItself: MakeMovement = (input, option) => {
  const { dice, look } = input;
  const item = mover(input);
  if (!item) return NOBODY;
  const camera = wandering(input);
  const done = (way: Stand[]): Movement => ({ target: item, camera, items: new Map([[item.id, way]]), moment: WHOLE });
  if (option < 2) {
    const angle = between(dice, 0, 2 * Math.PI) - look.yaw;
    const way = walk(input, item, [angle], { share: [0.22, 0.4], heading: option === 0 ? 0 : Math.PI });
    return way ? done(way) : NO_ROOM;
  }
  const from = between(dice, 0, 2 * Math.PI);
  const turn = option === 2 ? between(dice, 60, 120) * DEGREES * dice.pick([1, -1]) : 0;
  const way = onTheSpot(input, item, () => [from, from + turn]);
  return way ? done(way) : NO_ROOM;
};

/**
 * What has a front and a back that nobody would mix up, and may turn. Dealt before anything is looked at: in a room there is more
 * room for standing still than for going forward, and the name of what is there would tell.
 */
export const fronted = ['car', 'toy car', 'toy duck', 'dining chair'] as const;

/** In the order of their options: what the camera does, by how far, in shares of its reach or in radians. */
type Move = (look: CameraPose, by: number, reach: number) => CameraPose;
const moves: Readonly<Record<string, Move>> = {
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
};

/** The camera alone is asked about; as reach counts the thing nearest to the middle. */
export function cameraMoves(names: readonly string[]): MakeMovement {
  return ({ place, look, dice }, option) => {
    const move = moves[at(names, option)];
    const centre = { position: [0, 0, place.extent.z], yaw: 0 } as const;
    const [target] = place.items.toSorted((a, b) => distance(a, centre) - distance(b, centre));
    if (!move || !target) return NOBODY;
    const reach = distance(look, target) * 1.15;
    const by = between(dice, 0.24, 0.34) / 2;
    const camera = through([move(look, -by, reach), move(look, by, reach)], betweenPoses);
    return { target, camera, items: new Map(), moment: WHOLE };
  };
}

/** Nearer, farther, or one after the other; by the thing or by the camera. */
export const nearing: MakeMovement = (input, option) => {
  const { look, dice } = input;
  const item = mover(input);
  if (!item) return NOBODY;
  const [, , toward, away] = ways;
  const legs = at([[toward], [away], [toward, away], [away, toward]], option);
  const steps = at([[1], [-1], [1, -1], [-1, 1]], option);
  if (dice.int(2) === 0) {
    const way = walk(input, item, legs, { share: [0.26, 0.4], ...heading(item, dice) });
    return way ? { target: item, camera: still(look), items: new Map([[item.id, way]]), moment: WHOLE } : NO_ROOM;
  }
  const by = between(dice, 0.28, 0.38) * distance(look, item);
  const stops = [shifted(look, (at(steps, 0) * -by) / 2, 0)];
  for (const step of steps) stops.push(shifted(at(stops, -1), step * by, 0));
  return { target: item, camera: through(stops, betweenPoses), items: new Map(), moment: WHOLE };
};

/** Round about something, or it turns, so that another of its sides is seen. */
export function showSides(end: 'front' | 'back'): MakeMovement {
  const [near, left, right] = [end === 'front' ? 0 : 180, 90, -90];
  const orders: readonly (readonly [number, number])[] = [
    [near, left],
    [near, right],
    [left, near],
    [right, near],
  ];
  return (input, option) => {
    const { look, dice, slant } = input;
    const item = mover(input);
    const [first, last] = at(orders, option);
    if (!item) return NOBODY;
    const camera = dice.int(2) === 0 ? still(look) : wandering(input);
    // The side that looks at the camera: the thing's yaw is the bearing of the camera less the side's angle.
    const way = onTheSpot(input, item, (stand) => {
      const from = bearing(stand, at(camera, 0)) - first * DEGREES + between(dice, -slant, slant);
      const short = bearing(stand, at(camera, -1)) - last * DEGREES + between(dice, -slant, slant) - from;
      return [from, from + short - 2 * Math.PI * Math.round(short / (2 * Math.PI))];
    });
    if (!way) return NO_ROOM;
    return { target: item, camera, items: new Map([[item.id, way]]), moment: WHOLE };
  };
}
