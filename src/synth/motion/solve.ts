import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Ahead } from './measure.ts';
import { levelled, type MeasuredFrame } from './measured-frame.ts';
import { alignPoints, type CameraPoint, type Rigid } from './rigid.ts';

/** A view of a clip as its pictures show it, at the key frames. */
export interface SeenClip {
  frames: readonly MeasuredFrame[];
  /** Of what is asked about. */
  target: number;
  /** What does not move. */
  still: readonly number[];
  /** Which key frames the question is about: the first and the last. */
  moment: readonly [first: number, last: number];
  /** Where the camera stands in the target's own frame, ahead of it and to its left; pictures alone do not tell what a front is. */
  facing: readonly Ahead[];
}

type Solver = (clip: SeenClip) => string | undefined;
type Way = 'ahead' | 'back' | 'left' | 'right';

/** How much farther along one axis than along the other: less strict than the question itself, which is exact. */
const CLEARLY = 1.8;

function wayOf({ ahead, left }: Ahead): Way | undefined {
  if (Math.abs(ahead) > CLEARLY * Math.abs(left)) return ahead > 0 ? 'ahead' : 'back';
  if (Math.abs(left) > CLEARLY * Math.abs(ahead)) return left > 0 ? 'left' : 'right';
  return undefined;
}

const minus = (a: CameraPoint, b: CameraPoint): CameraPoint => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = ([x, y, z]: CameraPoint) => Math.sqrt(x * x + y * y + z * z);

/** Where the target is, in the first frame's camera. */
function wayFrom(
  clip: SeenClip,
  first: number,
  last: number,
  back: (point: CameraPoint) => CameraPoint,
): Way | undefined {
  const [frame, other] = [clip.frames[first], clip.frames[last]];
  const [from, to] = [frame?.point(clip.target), other?.point(clip.target)];
  return frame && from && to && wayOf(levelled(frame, minus(back(to), from)));
}

const same = (point: CameraPoint) => point;
const end = ({ frames }: SeenClip) => frames.length - 1;
const objectWords = { ahead: 'Moving away', back: 'Moving closer', left: 'Moving left', right: 'Moving right' };
const shortWords = { ahead: 'away', back: 'closer', left: 'left', right: 'right' };

const corner: Solver = (clip) => {
  const middle = clip.frames.length / 2;
  const [first, then] = [wayFrom(clip, 0, middle - 1, same), wayFrom(clip, middle, end(clip), same)];
  return first && then && `First ${shortWords[first]}, then ${shortWords[then]}`;
};

/** How the camera moved, from what stood still: where the last camera is in the first one's frame. */
function cameraMotion({ frames, still }: SeenClip): Rigid | undefined {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return undefined;
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
  const way = motion && wayFrom(clip, 0, end(clip), motion.moved);
  return way && objectWords[way];
};

/** What the thing itself does: its displacement from the pictures, against where its front is. */
const own: Solver = (clip) => {
  const motion = cameraMotion(clip);
  const [first, last] = [clip.frames[0], clip.frames.at(-1)];
  const [from, to] = [first?.point(clip.target), last?.point(clip.target)];
  const [before, after] = [clip.facing[0], clip.facing.at(-1)];
  if (!motion || !first || !from || !to || !before || !after) return undefined;
  const moved = minus(motion.moved(to), from);
  if (length(moved) < 0.1 * length(from)) {
    // How its front turned against the camera, less how the camera went round it.
    const round = angleBetween(levelled(first, from), levelled(first, minus(from, motion.shift)));
    const turned = Math.abs(angleBetween(before, after) - round);
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

function angleBetween(a: Ahead, b: Ahead): number {
  return atan2(a.ahead * b.left - a.left * b.ahead, a.ahead * b.ahead + a.left * b.left);
}

const camera: Solver = (clip) => {
  const motion = cameraMotion(clip);
  const [frame] = clip.frames;
  const thing = frame?.point(clip.target);
  if (!motion || !frame || !thing) return undefined;
  const [x, y] = motion.turn;
  const moved = length(motion.shift) / length(thing);
  const turned = length(motion.turn);
  if (turned > 0.15 && moved < 0.12) {
    if (Math.abs(y) > CLEARLY * Math.abs(x)) return y > 0 ? 'Turning right' : 'Turning left';
    return Math.abs(x) > CLEARLY * Math.abs(y) ? (x > 0 ? 'Tilting up' : 'Tilting down') : undefined;
  }
  if (turned > 0.12 || moved < 0.12) return undefined;
  const step = levelled(frame, motion.shift);
  const flat = Math.sqrt(step.ahead * step.ahead + step.left * step.left);
  if (Math.abs(step.up) > CLEARLY * flat) return step.up > 0 ? 'Moving up' : 'Moving down';
  const way = flat > CLEARLY * Math.abs(step.up) ? wayOf(step) : undefined;
  return way && { ahead: 'Moving forward', back: 'Moving backward', left: 'Moving left', right: 'Moving right' }[way];
};

const distance: Solver = ({ frames, target }) => {
  const apart = frames.flatMap((frame) => {
    const point = frame.point(target);
    return point ? [length(point)] : [];
  });
  if (apart.length < frames.length) return undefined;
  const [start, end] = [at(apart, 0), at(apart, -1)];
  const middle = (at(apart, frames.length / 2 - 1) + at(apart, frames.length / 2)) / 2;
  const [least, most] = [Math.min(start, end), Math.max(start, end)];
  if (middle < least / 1.15) return 'First smaller, then larger';
  if (middle > most * 1.15) return 'First larger, then smaller';
  if (middle < least / 1.03 || middle > most * 1.03) return undefined;
  return end > 1.15 * start ? 'Getting larger' : start > 1.15 * end ? 'Getting smaller' : undefined;
};

const faces = { ahead: 'front', back: 'back', left: 'left side', right: 'right side' };

const sides: Solver = ({ facing }) => {
  const [first, last] = [facing[0], facing.at(-1)];
  const [before, after] = [first && wayOf(first), last && wayOf(last)];
  return before && after && `From its ${faces[before]} to its ${faces[after]}`;
};

const object: Solver = (clip) => {
  const way = wayFrom(clip, clip.moment[0], clip.moment[1], same);
  return way && objectWords[way];
};

/** Answers by kind of question, worked out again from the finished pictures. */
export const solvers: Readonly<Record<string, Solver>> = {
  direction: object,
  half: object,
  'corner-away': corner,
  'corner-closer': corner,
  ground,
  own,
  'camera-ways': camera,
  'camera-turns': camera,
  'camera-tilts': camera,
  distance,
  'sides-front': sides,
  'sides-back': sides,
};

/** Where a camera is in a thing's own frame, from the picture's own matrix; mirrored, left is right. */
export function facingOf(extrinsic: Float64Array, { position, yaw }: Stand): Ahead {
  const [a = 0, b = 0, , tx = 0, c = 0, d = 0, , ty = 0, e = 0, f = 0, , tz = 0] = extrinsic;
  const [x, y] = [-(a * tx + c * ty + e * tz) - position[0], -(b * tx + d * ty + f * tz) - position[1]];
  return { ahead: x * cos(yaw) + y * sin(yaw), left: y * cos(yaw) - x * sin(yaw) };
}
