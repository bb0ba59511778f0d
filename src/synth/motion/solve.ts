import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Ahead } from './measure.ts';
import { levelled, type MeasuredFrame } from './measured-frame.ts';
import { alignPoints, type CameraPoint, type Rigid } from './rigid.ts';

/** The part of a clip that is asked about, as a view's pictures show it at the key frames. */
export interface SeenClip {
  frames: readonly MeasuredFrame[];
  /** Of what is asked about. */
  target: number;
  /** What does not move. */
  still: readonly number[];
  /** The plain words of the options. */
  options: readonly string[];
  /** Where the camera stands in the target's own frame, ahead of it and to its left; pictures alone do not tell what a front is. */
  facing: readonly Ahead[];
}

type Solver = (clip: SeenClip) => string | undefined;
type Heading = 'ahead' | 'back' | 'left' | 'right';

/** How much farther along one axis than along the other: less strict than the question itself, which is exact. */
const CLEARLY = 1.8;

function wayOf({ ahead, left }: Ahead): Heading | undefined {
  if (Math.abs(ahead) > CLEARLY * Math.abs(left)) return ahead > 0 ? 'ahead' : 'back';
  if (Math.abs(left) > CLEARLY * Math.abs(ahead)) return left > 0 ? 'left' : 'right';
  return undefined;
}

const minus = (a: CameraPoint, b: CameraPoint): CameraPoint => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = ([x, y, z]: CameraPoint) => Math.sqrt(x * x + y * y + z * z);

/** The key frame in the middle, of an even number the earlier one. */
const middle = ({ length }: ArrayLike<unknown>) => Math.floor((length - 1) / 2);

/** Which way the target goes until a key frame, by the camera of the first. */
function wayTo(
  { frames, target }: SeenClip,
  last: number,
  back: (point: CameraPoint) => CameraPoint,
): Heading | undefined {
  const frame = at(frames, 0);
  const [from, to] = [frame.point(target), at(frames, last).point(target)];
  return from && to && wayOf(levelled(frame, minus(back(to), from)));
}

const same = (point: CameraPoint) => point;
const objectWords = { ahead: 'Moving away', back: 'Moving closer', left: 'Moving left', right: 'Moving right' };
const returnWords = { ahead: 'Away and back', back: 'Closer and back', left: 'Left and back', right: 'Right and back' };

/** There in the first half, and at its place again at the end. */
const back: Solver = (clip) => {
  const { frames, target } = clip;
  const [first, last] = [at(frames, 0).point(target), at(frames, -1).point(target)];
  const way = wayTo(clip, middle(frames), same);
  return first && last && way && length(minus(last, first)) < 0.08 * length(first) ? returnWords[way] : undefined;
};

/** A way between two others, by what is ahead or back and what is left or right of it. */
function slopeOf(
  { ahead, left }: Ahead,
  [on, off]: readonly [string, string],
  joined: (a: string, b: string) => string,
) {
  const [a, b] = [Math.abs(ahead), Math.abs(left)];
  if (Math.max(a, b) > 3 * Math.min(a, b)) return undefined;
  return joined(ahead > 0 ? on : off, left > 0 ? 'left' : 'right');
}

const diagonal: Solver = ({ frames, target }) => {
  const frame = at(frames, 0);
  const [from, to] = [frame.point(target), at(frames, -1).point(target)];
  if (!from || !to) return undefined;
  return slopeOf(levelled(frame, minus(to, from)), ['away', 'closer'], (depth, side) => `To the ${side} and ${depth}`);
};

/** How the camera moved until a key frame, from what stood still: where the later camera is in the frame of the earlier. */
function cameraMotion({ frames, still }: SeenClip, until = -1): Rigid | undefined {
  const [first, last] = [at(frames, 0), at(frames, until)];
  const pairs = still.flatMap((id) => {
    const [before, after] = [first.point(id), last.point(id)];
    return before && after ? [{ before, after }] : [];
  });
  if (pairs.length < 3) return undefined;
  return alignPoints(
    pairs.map(({ before }) => before),
    pairs.map(({ after }) => after),
  );
}

const ground: Solver = (clip) => {
  const motion = cameraMotion(clip);
  const way = motion && wayTo(clip, -1, motion.moved);
  return way && objectWords[way];
};

/** What the thing itself does: its displacement from the pictures, against where its front is. */
const own: Solver = (clip) => {
  const motion = cameraMotion(clip);
  const first = at(clip.frames, 0);
  const [from, to] = [first.point(clip.target), at(clip.frames, -1).point(clip.target)];
  const before = at(clip.facing, 0);
  if (!motion || !from || !to) return undefined;
  const moved = minus(motion.moved(to), from);
  if (length(moved) < 0.1 * length(from)) {
    // How its front turned against the camera, less how the camera went round it.
    const round = angleBetween(levelled(first, from), levelled(first, minus(from, motion.shift)));
    const turned = Math.abs(turnOf(clip.facing) - round);
    return turned > 0.45 ? 'Turning on the spot' : turned < 0.25 ? 'Standing still' : undefined;
  }
  // Its front in the camera's eyes: where the camera is for the thing, seen from the other end.
  const line = levelled(first, from);
  const front = {
    ahead: -(line.ahead * before.ahead + line.left * before.left),
    left: line.ahead * before.left - line.left * before.ahead,
  };
  const step = levelled(first, moved);
  const along = step.ahead * front.ahead + step.left * front.left;
  const across = step.left * front.ahead - step.ahead * front.left;
  const way = wayOf({ ahead: along, left: across });
  return way === 'ahead' ? 'Moving forward' : way === 'back' ? 'Moving backward' : undefined;
};

/** How far the camera went round something by its own front, key frame by key frame: more than half round is more than that. */
function turnOf(facing: readonly Ahead[]): number {
  return facing.slice(1).reduce((sum, next, n) => sum + angleBetween(at(facing, n), next), 0);
}

/** What something with a front does before a camera at rest: turning left, it has the camera go round to its right. */
const ownFrame: Solver = (clip) => {
  const what = own(clip);
  if (what !== 'Turning on the spot') return what;
  return turnOf(clip.facing) < 0 ? 'Turning to its left' : 'Turning to its right';
};

const rest: Solver = (clip) => {
  const what = own(clip);
  if (what === 'Turning on the spot' || what === 'Standing still') return what;
  const way = wayTo(clip, -1, same);
  return way && objectWords[way];
};

function angleBetween(a: Ahead, b: Ahead): number {
  return atan2(a.ahead * b.left - a.left * b.ahead, a.ahead * b.ahead + a.left * b.left);
}

const camera: Solver = (clip) => {
  const motion = cameraMotion(clip);
  const frame = at(clip.frames, 0);
  const thing = frame.point(clip.target);
  if (!motion || !thing) return undefined;
  const [x, y] = motion.turn;
  const moved = length(motion.shift) / length(thing);
  const turned = length(motion.turn);
  if (turned > 0.15 && moved < 0.12) {
    if (Math.abs(y) > CLEARLY * Math.abs(x)) return y > 0 ? 'Turning right' : 'Turning left';
    return Math.abs(x) > CLEARLY * Math.abs(y) ? (x > 0 ? 'Tilting up' : 'Tilting down') : undefined;
  }
  if (moved < 0.12) return undefined;
  const step = levelled(frame, motion.shift);
  // Round something: to the left and turning right, or the reverse.
  if (turned > 0.2 && step.left * y > 0) return step.left > 0 ? 'Orbiting clockwise' : 'Orbiting counterclockwise';
  if (turned > 0.12) return undefined;
  const flat = Math.sqrt(step.ahead * step.ahead + step.left * step.left);
  if (Math.abs(step.up) > CLEARLY * flat) return step.up > 0 ? 'Moving up' : 'Moving down';
  if (flat < CLEARLY * Math.abs(step.up)) return undefined;
  const way = wayOf(step);
  const sloping = slopeOf(step, ['Forward', 'Backward'], (depth, side) => `${depth} and ${side}`);
  if (sloping && clip.options.includes(sloping)) return sloping;
  return way && { ahead: 'Moving forward', back: 'Moving backward', left: 'Moving left', right: 'Moving right' }[way];
};

/** The camera turns, stands, or looks aside and back. */
const cameraRest: Solver = (clip) => {
  const half = cameraMotion(clip, middle(clip.frames));
  const whole = cameraMotion(clip);
  if (!half || !whole) return undefined;
  if (length(whole.turn) > 0.15) return camera(clip);
  if (length(whole.turn) > 0.05) return undefined;
  return length(half.turn) > 0.15 ? 'Turning aside and back' : length(half.turn) < 0.05 ? 'Standing still' : undefined;
};

const distance: Solver = ({ frames, target, options }) => {
  if (options.includes('Cannot be determined') && frames.every((frame) => frame.point(target) === undefined))
    return 'Cannot be determined';
  const apart = frames.flatMap((frame) => {
    const point = frame.point(target);
    return point ? [length(point)] : [];
  });
  if (apart.length < frames.length) return undefined;
  const [start, end] = [at(apart, 0), at(apart, -1)];
  const between = at(apart, middle(apart));
  const [least, most] = [Math.min(start, end), Math.max(start, end)];
  if (most < 1.08 * least && between < 1.08 * least && between > least / 1.08) return 'Staying the same';
  if (between < least / 1.15) return 'First smaller, then larger';
  if (between > most * 1.15) return 'First larger, then smaller';
  if (between < least / 1.03 || between > most * 1.03) return undefined;
  return end > 1.15 * start ? 'Getting larger' : start > 1.15 * end ? 'Getting smaller' : undefined;
};

const faces = { ahead: 'front', back: 'back', left: 'left side', right: 'right side' };

/** The sides at the start, in the middle where three are asked for, and at the end. */
const sides: Solver = ({ facing, options }) => {
  const isThree = at(options, 0).split(', then ').length === 3;
  const keys = [0, ...(isThree ? [middle(facing)] : []), -1];
  const seen = keys.map((key) => wayOf(at(facing, key)));
  return seen.includes(undefined)
    ? undefined
    : seen.flatMap((way) => (way ? [`its ${faces[way]}`] : [])).join(', then ');
};

const object: Solver = (clip) => {
  const way = wayTo(clip, -1, same);
  return way && objectWords[way];
};

/** Answers by kind of question, worked out again from the finished pictures. */
export const solvers: Readonly<Record<string, Solver>> = {
  direction: object,
  diagonal,
  back,
  'own-frame': ownFrame,
  rest,
  ground,
  own,
  'camera-ways': camera,
  'camera-turns': camera,
  'camera-tilts': camera,
  'camera-slopes': camera,
  'camera-orbits': camera,
  'camera-rest': cameraRest,
  distance,
  'distance-or-not': distance,
  'sides-front': sides,
  'sides-back': sides,
  'sides-through': sides,
  'sides-across': sides,
};

/** Where a camera is in a thing's own frame, from the picture's own matrix; mirrored, left is right. */
export function facingOf(extrinsic: Float64Array, { position, yaw }: Stand): Ahead {
  const [a = 0, b = 0, , tx = 0, c = 0, d = 0, , ty = 0, e = 0, f = 0, , tz = 0] = extrinsic;
  const [x, y] = [-(a * tx + c * ty + e * tz) - position[0], -(b * tx + d * ty + f * tz) - position[1]];
  return { ahead: x * cos(yaw) + y * sin(yaw), left: y * cos(yaw) - x * sin(yaw) };
}
