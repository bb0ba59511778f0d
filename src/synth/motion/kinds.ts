import type { Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { DEGREES, distance, farApart, seenAlong, wayOf, wrapped } from './measure.ts';
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
  /** How many other things move at least and at most; any number unless it says otherwise. */
  others?: readonly [least: number, most: number];
  /**
   * Four answers. Mirroring and reversing a clip turn one of them into another, never into anything else: so every view has the
   * same four to choose from, and each is right equally often.
   */
  options: readonly [string, string, string, string];
  ask(name: string, trajectory: Trajectory): string;
  /** Which option is true of a trajectory; undefined where people could disagree. */
  read(trajectory: Trajectory, target: readonly Stand[]): string | undefined;
}

const ways = { left: 'Moving left', right: 'Moving right', toward: 'Moving closer', away: 'Moving away' } as const;
type Way = keyof typeof ways;

const wayOptions = [ways.left, ways.right, ways.toward, ways.away] as const;

/** How far something must move, as a share of its distance from the camera, to be said to move; and to stand still. */
const MOVES = 0.18;
const STILL = 0.02;
/** The same for turning. */
const TURNS = 12 * DEGREES;
const STEADY = 2 * DEGREES;

/** Which way it moves between two frames, as seen by the camera of the first. */
function wayBetween(
  camera: readonly CameraPose[],
  target: readonly Stand[],
  first: number,
  last: number,
): Way | undefined {
  const [eye, from, to] = [camera[first], target[first], target[last]];
  if (!eye || !from || !to) return undefined;
  if (distance(from, to) < MOVES * farApart(eye, from)) return undefined;
  return wayOf(seenAlong(eye.yaw, from, to));
}

const direction: QuestionKind = {
  name: 'direction',
  category: 0,
  movement: movements.straight,
  options: wayOptions,
  ask: (name) => `The camera stands still. How does the ${name} move, as seen by the camera?`,
  read({ camera }, target) {
    const way = wayBetween(camera, target, 0, FRAMES - 1);
    return way && ways[way];
  },
};

const half: QuestionKind = {
  name: 'half',
  category: 0,
  movement: movements.halves,
  options: wayOptions,
  ask: (name, { moment: [first] }) =>
    `The camera stands still. How does the ${name} move in the ${first === 0 ? 'first' : 'second'} half of the clip, as seen by the camera?`,
  read({ camera, moment: [first, last] }, target) {
    const way = wayBetween(camera, target, first, last);
    return way && ways[way];
  },
};

/** First one way, then another: a corner. */
function corner(name: string, depth: 'toward' | 'away'): QuestionKind {
  const back = depth === 'away' ? 'toward' : 'away';
  const words = (first: Way, then: Way) => `First ${short[first]}, then ${short[then]}`;
  return {
    name,
    category: 0,
    movement: movements.corner(depth),
    options: [words('left', depth), words('right', depth), words(back, 'right'), words(back, 'left')],
    ask: (name) => `The camera stands still. Which way does the ${name} take, as seen by the camera?`,
    read({ camera }, target) {
      const first = wayBetween(camera, target, 0, FRAMES / 2 - 1);
      const then = wayBetween(camera, target, FRAMES / 2, FRAMES - 1);
      return first && then && words(first, then);
    },
  };
}
const short = { left: 'left', right: 'right', toward: 'closer', away: 'away' } as const;

const ground: QuestionKind = {
  name: 'ground',
  category: 1,
  movement: movements.overGround,
  options: wayOptions,
  ask: (name) =>
    `The camera moves too. How does the ${name} move relative to the ground, as seen from where the camera is at the start?`,
  read({ camera }, target) {
    const way = wayBetween(camera, target, 0, FRAMES - 1);
    return way && ways[way];
  },
};

const own: QuestionKind = {
  name: 'own',
  category: 1,
  fronted: true,
  movement: movements.byItself,
  options: ['Moving forward', 'Moving backward', 'Turning on the spot', 'Standing still'],
  ask: (name) => `The camera moves too. What does the ${name} itself do, relative to the ground and to its own front?`,
  read({ camera }, target) {
    const [eye, from, to] = [camera[0], target[0], target.at(-1)];
    if (!eye || !from || !to) return undefined;
    const [moved, turned] = [distance(from, to) / farApart(eye, from), Math.abs(wrapped(to.yaw - from.yaw))];
    if (moved < STILL) return turned < STEADY ? this.options[3] : turned > 3 * TURNS ? this.options[2] : undefined;
    const way = wayOf(seenAlong(from.yaw, from, to));
    if (moved < MOVES || turned > TURNS) return undefined;
    return way === 'away' ? this.options[0] : way === 'toward' ? this.options[1] : undefined;
  },
};

const cameraWays = {
  away: 'Moving forward',
  toward: 'Moving backward',
  left: 'Moving left',
  right: 'Moving right',
} as const;
const [TURN_LEFT, TURN_RIGHT] = ['Turning left', 'Turning right'] as const;
const [TILT_UP, TILT_DOWN, RISE, SINK] = ['Tilting up', 'Tilting down', 'Moving up', 'Moving down'] as const;

/** What the camera does, by how far its pose changes; `reach` is how far away what it looks at is. */
function readCamera(camera: readonly CameraPose[], reach: number): string | undefined {
  const [from, to] = [camera[0], camera.at(-1)];
  if (!from || !to) return undefined;
  const [yaw, pitch] = [wrapped(to.yaw - from.yaw), to.pitch - from.pitch];
  const [ground, height] = [distance(from, to), to.position[2] - from.position[2]];
  const [moved, turned] = [farApart(from, to) / reach, Math.max(Math.abs(yaw), Math.abs(pitch))];
  if (moved < STILL && turned > TURNS) {
    if (Math.abs(pitch) < STEADY) return yaw > 0 ? TURN_LEFT : TURN_RIGHT;
    return Math.abs(yaw) < STEADY ? (pitch < 0 ? TILT_UP : TILT_DOWN) : undefined;
  }
  if (moved < MOVES || turned > STEADY) return undefined;
  if (Math.abs(height) > 3 * ground) return height > 0 ? RISE : SINK;
  const way = Math.abs(height) * 3 < ground ? wayOf(seenAlong(from.yaw, from, to)) : undefined;
  return way && cameraWays[way];
}

/** How the camera moves, with or without other things that do. */
function cameraKinds(category: number, scene: string, others: readonly [number, number]): QuestionKind[] {
  const kind = (name: string, options: QuestionKind['options'], moves: readonly string[]): QuestionKind => ({
    name,
    category,
    options,
    others,
    movement: movements.cameraMoves(moves),
    ask: () => `${scene} How does the camera move?`,
    read({ camera }, target) {
      const [eye, thing] = [camera[0], target[0]];
      return eye && thing && readCamera(camera, farApart(eye, thing));
    },
  });
  const { away, toward, left, right } = cameraWays;
  return [
    kind('camera-ways', [away, toward, left, right], ['ahead', 'back', 'left', 'right']),
    kind('camera-turns', [left, right, TURN_LEFT, TURN_RIGHT], ['left', 'right', 'turnLeft', 'turnRight']),
    kind('camera-tilts', [RISE, SINK, TILT_UP, TILT_DOWN], ['up', 'down', 'tiltUp', 'tiltDown']),
  ];
}

const distances: QuestionKind = {
  name: 'distance',
  category: 4,
  movement: movements.nearing,
  options: ['Getting smaller', 'Getting larger', 'First smaller, then larger', 'First larger, then smaller'],
  ask: (name) => `How does the distance between the camera and the ${name} change?`,
  read({ camera }, target) {
    const apart = camera.map((eye, i) => farApart(eye, target[i] ?? eye));
    const [start, end] = [at(apart, 0), at(apart, -1)];
    const [least, most] = [Math.min(...apart), Math.max(...apart)];
    const [low, high] = [least * 1.06, most / 1.06];
    const [smaller, larger, dip, rise] = this.options;
    // One of the ends is clearly the extreme, and nothing but a wobble goes beyond it.
    if (start < end && end > CHANGES * start && start < low && end > high) return larger;
    if (start > end && start > CHANGES * end && end < low && start > high) return smaller;
    if (Math.min(start, end) > CHANGES * least && Math.max(start, end) > high) return dip;
    if (most > CHANGES * Math.max(start, end) && Math.min(start, end) < low) return rise;
    return undefined;
  },
};
const CHANGES = 1.25;

const faces = ['front', 'left side', 'back', 'right side'] as const;

/** Which of its own sides something shows to that standpoint; undefined near a corner. */
function faceOf(eye: Stand, thing: Stand): (typeof faces)[number] | undefined {
  const way = wayOf(seenAlong(thing.yaw, thing, eye));
  return way && ({ away: 'front', toward: 'back', left: 'left side', right: 'right side' } as const)[way];
}

/** Which side is seen first and last; `end` is one of them. */
function sides(name: string, end: 'front' | 'back'): QuestionKind {
  const words = (first: string, last: string) => `From its ${first} to its ${last}`;
  return {
    name,
    category: 5,
    fronted: true,
    movement: movements.showSides(end),
    options: [words(end, 'left side'), words(end, 'right side'), words('left side', end), words('right side', end)],
    ask: (name) =>
      `Left and right are the ${name}'s own. From which side is it seen at the start of the clip, and from which at the end?`,
    read({ camera }, target) {
      const [first, last, from, to] = [camera[0], camera.at(-1), target[0], target.at(-1)];
      if (!first || !last || !from || !to) return undefined;
      const [before, after] = [faceOf(first, from), faceOf(last, to)];
      return before && after && words(before, after);
    },
  };
}

/** Every kind of question, by category. */
export const kinds: readonly QuestionKind[] = [
  ...[direction, half, corner('corner-away', 'away'), corner('corner-closer', 'toward')],
  ...[ground, own],
  ...cameraKinds(2, 'Nothing in the scene moves.', [0, 0]),
  ...cameraKinds(3, 'Things in the scene move too.', [1, 3]),
  ...[distances, sides('sides-front', 'front'), sides('sides-back', 'back')],
];
