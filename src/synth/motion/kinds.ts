import type { Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { type Ahead, DEGREES, diagonalOf, distance, farApart, seenAlong, wayOf, wrapped } from './measure.ts';
import * as movements from './movements.ts';
import { type CameraPose, FRAMES, type Trajectory } from './trajectory.ts';

/** What is asked about: the thing's trajectory, or the camera alone. */
export interface QuestionKind {
  name: string;
  /** Number of the published benchmark's category. */
  category: number;
  /** Moves things so that one of the options becomes true. */
  movement: movements.MakeMovement;
  /** Its front has to be told from its back: it must be larger than others. */
  fronted?: true;
  /** It may be asked of one half of the clip. */
  halves?: true;
  /** How many other things move at least and at most; any number unless it says otherwise. */
  others?: readonly [least: number, most: number];
  /**
   * Four answers. Mirroring and reversing a clip turn one of them into another, never into anything else: so every view has the
   * same four to choose from, and each is right equally often.
   */
  options: readonly [string, string, string, string];
  /** Which option is true of a trajectory; undefined where people could disagree. */
  read(trajectory: Trajectory, target: readonly Stand[]): string | undefined;
}

/** What is right where what is asked about is not to be seen. */
export const UNKNOWN = 'Cannot be determined';
export const STANDING = 'Standing still';
export const SPINNING = 'Turning on the spot';

export const ways = {
  left: 'Moving left',
  right: 'Moving right',
  toward: 'Moving closer',
  away: 'Moving away',
} as const;
type Way = keyof typeof ways;
const wayOptions = [ways.left, ways.right, ways.toward, ways.away] as const;

/** How far something must move, as a share of its distance from the camera, to be said to move; and to stand still. */
const MOVES = 0.18;
const STILL = 0.02;
/** The same for turning. */
const TURNS = 12 * DEGREES;
const STEADY = 2 * DEGREES;
const MIDDLE = FRAMES / 2 - 1;

/** How it moves between two frames, as seen by the camera of the first; undefined where it hardly does. */
function stepBetween(
  camera: readonly CameraPose[],
  target: readonly Stand[],
  first: number,
  last: number,
): Ahead | undefined {
  const [eye, from, to] = [at(camera, first), at(target, first), at(target, last)];
  return distance(from, to) < MOVES * farApart(eye, from) ? undefined : seenAlong(eye.yaw, from, to);
}

function wayBetween(...args: Parameters<typeof stepBetween>): Way | undefined {
  const step = stepBetween(...args);
  return step && wayOf(step);
}

function direction(name: string, category: number, movement: movements.MakeMovement): QuestionKind {
  return {
    name,
    category,
    movement,
    halves: true,
    options: wayOptions,
    read({ camera, moment: [first, last] }, target) {
      const way = wayBetween(camera, target, first, last);
      return way && ways[way];
    },
  };
}

export const slopes = [
  'To the left and away',
  'To the right and away',
  'To the left and closer',
  'To the right and closer',
] as const;

/** Both words of a slanting way must be true. */
function slopeOf(step: Ahead | undefined, words: QuestionKind['options']): string | undefined {
  const slope = step && diagonalOf(step);
  return slope && words[(slope.ahead > 0 ? 0 : 2) + (slope.left > 0 ? 0 : 1)];
}

const diagonal: QuestionKind = {
  name: 'diagonal',
  category: 0,
  movement: movements.inDiagonals,
  halves: true,
  options: slopes,
  read({ camera, moment: [first, last] }, target) {
    return slopeOf(stepBetween(camera, target, first, last), this.options);
  },
};

const returns = {
  left: 'Left and back',
  right: 'Right and back',
  toward: 'Closer and back',
  away: 'Away and back',
};

const back: QuestionKind = {
  name: 'back',
  category: 0,
  movement: movements.andBack,
  options: [returns.left, returns.right, returns.toward, returns.away],
  read({ camera }, target) {
    const out = wayBetween(camera, target, 0, MIDDLE);
    const [eye, from, to] = [at(camera, 0), at(target, 0), at(target, -1)];
    return out && distance(from, to) < STILL * farApart(eye, from) ? returns[out] : undefined;
  },
};

/** How far something went, as a share of its distance from the camera; how far it turned to its left, all the way; and which way it went, by its front. */
function ownMotion({ camera }: Trajectory, target: readonly Stand[]) {
  const [eye, from, to] = [at(camera, 0), at(target, 0), at(target, -1)];
  return {
    moved: distance(from, to) / farApart(eye, from),
    turned: to.yaw - from.yaw,
    way: wayOf(seenAlong(from.yaw, from, to)),
  };
}

const [FORWARD, BACKWARD] = ['Moving forward', 'Moving backward'] as const;
export const [SPIN_LEFT, SPIN_RIGHT] = ['Turning to its left', 'Turning to its right'] as const;

function byFront(way: Way | undefined): string | undefined {
  return way === 'away' ? FORWARD : way === 'toward' ? BACKWARD : undefined;
}

const own: QuestionKind = {
  name: 'own',
  category: 1,
  fronted: true,
  movement: movements.byItself,
  options: [FORWARD, BACKWARD, SPINNING, STANDING],
  read(trajectory, target) {
    const { moved, turned, way } = ownMotion(trajectory, target);
    const size = Math.abs(turned);
    if (moved < STILL) return size < STEADY ? STANDING : size > 3 * TURNS ? SPINNING : undefined;
    return moved < MOVES || size > TURNS ? undefined : byFront(way);
  },
};

const ownFrame: QuestionKind = {
  name: 'own-frame',
  category: 0,
  fronted: true,
  movement: movements.inOwnFrame,
  options: [FORWARD, BACKWARD, SPIN_LEFT, SPIN_RIGHT],
  read(trajectory, target) {
    const { moved, turned, way } = ownMotion(trajectory, target);
    if (moved < STILL) return Math.abs(turned) < 3 * TURNS ? undefined : turned > 0 ? SPIN_LEFT : SPIN_RIGHT;
    return moved < MOVES || Math.abs(turned) > TURNS ? undefined : byFront(way);
  },
};

const rest: QuestionKind = {
  name: 'rest',
  category: 0,
  fronted: true,
  movement: movements.orRest,
  options: [ways.left, ways.right, STANDING, SPINNING],
  read(trajectory, target) {
    const { moved, turned } = ownMotion(trajectory, target);
    const size = Math.abs(turned);
    if (moved < STILL) return size < STEADY ? STANDING : size > 3 * TURNS ? SPINNING : undefined;
    const way = wayBetween(trajectory.camera, target, 0, FRAMES - 1);
    return size > TURNS || (way !== 'left' && way !== 'right') ? undefined : ways[way];
  },
};

const cameraWays = { away: FORWARD, toward: BACKWARD, left: ways.left, right: ways.right } as const;
const [TURN_LEFT, TURN_RIGHT] = ['Turning left', 'Turning right'] as const;
const [TILT_UP, TILT_DOWN, RISE, SINK] = ['Tilting up', 'Tilting down', 'Moving up', 'Moving down'] as const;
export const [CLOCKWISE, COUNTERCLOCKWISE] = ['Orbiting clockwise', 'Orbiting counterclockwise'] as const;
const ASIDE = 'Turning aside and back';
export const cameraSlopes = [
  'Forward and left',
  'Forward and right',
  'Backward and left',
  'Backward and right',
] as const;

/** What the camera does between two frames; `reach` is how far away what it looks at is. */
function readCamera(from: CameraPose, to: CameraPose, reach: number, isSloping: boolean): string | undefined {
  const [yaw, pitch] = [wrapped(to.yaw - from.yaw), to.pitch - from.pitch];
  const [ground, height] = [distance(from, to), to.position[2] - from.position[2]];
  const [moved, turned] = [farApart(from, to) / reach, Math.max(Math.abs(yaw), Math.abs(pitch))];
  if (moved < STILL && turned > TURNS) {
    if (Math.abs(pitch) < STEADY) return yaw > 0 ? TURN_LEFT : TURN_RIGHT;
    return Math.abs(yaw) < STEADY ? (pitch < 0 ? TILT_UP : TILT_DOWN) : undefined;
  }
  if (moved < MOVES) return undefined;
  const step = seenAlong(from.yaw + yaw / 2, from, to);
  // Round something: sideways by the view in between, and turning against it.
  if (turned > TURNS)
    return wayOf(step) === (yaw > 0 ? 'right' : 'left') ? (yaw > 0 ? COUNTERCLOCKWISE : CLOCKWISE) : undefined;
  if (turned > STEADY) return undefined;
  if (Math.abs(height) > 3 * ground) return height > 0 ? RISE : SINK;
  if (Math.abs(height) * 3 > ground) return undefined;
  if (isSloping) return slopeOf(step, cameraSlopes);
  const way = wayOf(step);
  return way && cameraWays[way];
}

/** How the camera moves, with or without other things that do. */
function cameraKinds(category: number, others: readonly [number, number]): QuestionKind[] {
  const kind = (
    name: string,
    options: QuestionKind['options'],
    moves: readonly movements.CameraMove[],
    more: { halves?: true } = { halves: true },
  ): QuestionKind => ({
    name,
    category,
    options,
    others,
    ...more,
    movement: movements.cameraMoves(moves),
    read({ camera, moment: [first, last] }, target) {
      const reach = farApart(at(camera, first), at(target, first));
      return readCamera(at(camera, first), at(camera, last), reach, name === 'camera-slopes');
    },
  });
  const { away, toward, left, right } = cameraWays;
  return [
    kind('camera-ways', [away, toward, left, right], ['ahead', 'back', 'left', 'right']),
    kind('camera-turns', [left, right, TURN_LEFT, TURN_RIGHT], ['left', 'right', 'turnLeft', 'turnRight']),
    kind('camera-tilts', [RISE, SINK, TILT_UP, TILT_DOWN], ['up', 'down', 'tiltUp', 'tiltDown']),
    kind('camera-slopes', cameraSlopes, ['aheadLeft', 'aheadRight', 'backLeft', 'backRight']),
    kind(
      'camera-orbits',
      [left, right, CLOCKWISE, COUNTERCLOCKWISE],
      ['left', 'right', 'clockwise', 'counterclockwise'],
      {},
    ),
    {
      name: 'camera-rest',
      category,
      others,
      movement: movements.cameraRests,
      options: [TURN_LEFT, TURN_RIGHT, STANDING, ASIDE],
      read({ camera }) {
        const [from, middle, to] = [at(camera, 0), at(camera, MIDDLE), at(camera, -1)];
        const [half, whole] = [wrapped(middle.yaw - from.yaw), wrapped(to.yaw - from.yaw)];
        if (Math.abs(whole) > TURNS) return whole > 0 ? TURN_LEFT : TURN_RIGHT;
        return Math.abs(half) > TURNS ? ASIDE : Math.abs(half) < STEADY ? STANDING : undefined;
      },
    },
  ];
}

const CHANGES = 1.25;
const [SMALLER, LARGER, DIP, BULGE] = [
  'Getting smaller',
  'Getting larger',
  'First smaller, then larger',
  'First larger, then smaller',
] as const;
const SAME = 'Staying the same';

/** One of the ends is clearly the extreme, and nothing but a wobble goes beyond it; or what is between them is. */
function readDistance({ camera }: Trajectory, target: readonly Stand[]): string | undefined {
  const apart = camera.map((eye, i) => farApart(eye, at(target, i)));
  const [start, end] = [at(apart, 0), at(apart, -1)];
  const [least, most] = [Math.min(...apart), Math.max(...apart)];
  const [low, high] = [least * 1.06, most / 1.06];
  if (most < low) return SAME;
  if (end > CHANGES * start && start < low && end > high) return LARGER;
  if (start > CHANGES * end && end < low && start > high) return SMALLER;
  if (Math.min(start, end) > CHANGES * least && Math.max(start, end) > high) return DIP;
  return most > CHANGES * Math.max(start, end) && Math.min(start, end) < low ? BULGE : undefined;
}

const distances: QuestionKind = {
  name: 'distance',
  category: 4,
  movement: movements.nearing,
  options: [SMALLER, LARGER, DIP, BULGE],
  read: readDistance,
};

const distancesOrNot: QuestionKind = {
  name: 'distance-or-not',
  category: 4,
  movement: movements.nearingOrNot,
  options: [SMALLER, LARGER, SAME, UNKNOWN],
  read: readDistance,
};

/** Which of its own sides something shows to that standpoint; undefined near a corner. */
function sideOf(eye: Stand, thing: Stand): movements.SideName | undefined {
  const way = wayOf(seenAlong(thing.yaw, thing, eye));
  return way && ({ away: 'front', toward: 'back', left: 'left side', right: 'right side' } as const)[way];
}

type Orders = readonly [Order, Order, Order, Order];
type Order = readonly movements.SideName[];

const sidesInWords = (order: readonly string[]) => order.map((side) => `its ${side}`).join(', then ');

/** Which sides are seen, one after the other: at the start, in the middle where it is asked for, and at the end. */
function sides(name: string, orders: Orders): QuestionKind {
  const [a, b, c, d] = orders;
  return {
    name,
    category: 5,
    fronted: true,
    movement: movements.showSides(orders),
    options: [sidesInWords(a), sidesInWords(b), sidesInWords(c), sidesInWords(d)],
    read({ camera }, target) {
      const frames = a.length === 2 ? [0, FRAMES - 1] : [0, MIDDLE, FRAMES - 1];
      const seen = frames.flatMap((frame) => sideOf(at(camera, frame), at(target, frame)) ?? []);
      return seen.length < frames.length ? undefined : sidesInWords(seen);
    },
  };
}

/** Two sides, one of which is the front or the back. */
function twoSides(end: 'front' | 'back'): QuestionKind {
  return sides(`sides-${end}`, [
    [end, 'left side'],
    [end, 'right side'],
    ['left side', end],
    ['right side', end],
  ]);
}

/** Three sides: half round. */
const halfRound = [
  sides('sides-through', [
    ['front', 'left side', 'back'],
    ['front', 'right side', 'back'],
    ['back', 'left side', 'front'],
    ['back', 'right side', 'front'],
  ]),
  sides('sides-across', [
    ['left side', 'front', 'right side'],
    ['left side', 'back', 'right side'],
    ['right side', 'front', 'left side'],
    ['right side', 'back', 'left side'],
  ]),
];

/** Every kind of question, by category; one that is listed twice is asked twice as often. */
export const kinds: readonly QuestionKind[] = [
  ...[direction('direction', 0, movements.inWays), diagonal, back, back, ownFrame, rest],
  ...[direction('ground', 1, movements.overGround), direction('ground', 1, movements.overGround), own],
  ...cameraKinds(2, [0, 0]),
  ...cameraKinds(3, [1, 3]),
  ...[distances, distances, distances, distancesOrNot],
  ...[...halfRound, ...halfRound, twoSides('front'), twoSides('back')],
];
