import { at } from '../../util/index.ts';
import { type Joints, longestWay } from '../robot/kinematics.ts';

/** Steps per second. */
const RATE = 250;

/** How fast a joint may go and gain speed. */
export interface JointPace {
  /** rad/s */
  speed: number;
  /** rad/s² */
  gain: number;
}

/** A way through joint space, per physics step: values and speeds of all joints, one step after the other. Without motion, no steps. */
export interface Segment {
  steps: number;
  positions?: Float64Array;
  velocities?: Float64Array;
}

/** What upstream's path timing allows each joint in a command. */
const commandPace: JointPace = { speed: 1, gain: 1 };

/**
 * One straight line in joint space, as a command is carried out: the joint with the longest way sets the pace, from rest to rest.
 * The first sample is the start and the last the target; about 500·√d steps for a longest way of d ≤ 1 rad.
 * @example timeStraight([0, 0], [0.01, 0]).steps // 50
 */
export function timeStraight(from: ArrayLike<number>, to: ArrayLike<number>): Segment {
  const path = timed([Array.from(from), Array.from(to)], commandPace);
  const steps = Math.floor(path.duration * RATE + 1e-9);
  return steps < 2 ? { steps: 0 } : sampled(path, steps, (k) => k / (steps - 1));
}

/** How fast a joint may go in a command of fixed duration, in rad/s: half again as fast as in demonstrations. */
const STEADY_SPEED = 3;

/**
 * A line to the target in exactly so many steps, each joint at a steady speed; one that cannot get there in time goes as far as it
 * can. The last sample is where it ends.
 * @example timeSteady([0], [1], 25).positions?.at(-1) // 0.3
 */
export function timeSteady(from: ArrayLike<number>, to: ArrayLike<number>, steps: number): Segment {
  const most = (STEADY_SPEED * steps) / RATE;
  const width = from.length;
  const positions = new Float64Array(steps * width);
  const velocities = new Float64Array(steps * width);
  for (let joint = 0; joint < width; joint += 1) {
    const start = at(from, joint);
    const wanted = at(to, joint);
    const way = Math.min(Math.max(wanted - start, -most), most);
    const end = Math.abs(wanted - start) > most ? start + way : wanted;
    for (let k = 0; k < steps; k += 1) {
      positions[k * width + joint] = k === steps - 1 ? end : start + (way * (k + 1)) / steps;
      velocities[k * width + joint] = (way / steps) * RATE;
    }
  }
  return { steps, positions, velocities };
}

/**
 * A path through several points without a stop: a trapezoid over the way of the joint that has the longest one in each piece.
 * Samples are those at the end of each step; the last is the last point.
 */
export function timePath(points: readonly Joints[], pace: JointPace): Segment {
  const path = timed(points, pace);
  const steps = Math.ceil(path.duration * RATE);
  return steps === 0 ? { steps } : sampled(path, steps, (k) => (k + 1) / steps);
}

interface TimedPath extends Trapezoid {
  /** Straight lines, with the way that is behind when one ends. */
  pieces: { from: Joints; to: Joints; length: number; end: number }[];
}

function timed(points: readonly Joints[], pace: JointPace): TimedPath {
  let end = 0;
  const pieces = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    const length = longestWay(from, to);
    end += length;
    return { from, to, length, end };
  });
  return { pieces: pieces.filter(({ length }) => length > 0), ...trapezoid(end, pace) };
}

/** The path at a growing share of its duration, per step. */
function sampled({ pieces, duration, at }: TimedPath, steps: number, shareOf: (step: number) => number): Segment {
  const width = pieces[0]?.from.length ?? 0;
  const positions = new Float64Array(steps * width);
  const velocities = new Float64Array(steps * width);
  for (let k = 0; k < steps; k += 1) {
    const { way, speed } = at(duration * shareOf(k));
    const piece = pieces.find(({ end }) => way < end) ?? pieces.at(-1);
    if (!piece) break;
    const left = Math.max(0, piece.end - way) / piece.length;
    for (const [i, from] of piece.from.entries()) {
      const to = piece.to[i] ?? from;
      positions[k * width + i] = left === 0 ? to : from + (1 - left) * (to - from);
      velocities[k * width + i] = ((to - from) * speed) / piece.length;
    }
  }
  return { steps, positions, velocities };
}

interface Trapezoid {
  duration: number;
  at(time: number): { way: number; speed: number };
}

/** From rest to rest over a length: gaining speed, going on, losing speed. */
function trapezoid(length: number, { speed, gain }: JointPace): Trapezoid {
  const top = Math.min(speed, Math.sqrt(length * gain));
  const ramp = top / gain;
  const duration = top > 0 ? ramp + length / top : 0;
  const at = (time: number) => {
    if (time < ramp) return { way: (gain * time * time) / 2, speed: gain * time };
    const left = Math.max(0, duration - time);
    if (left < ramp) return { way: length - (gain * left * left) / 2, speed: gain * left };
    return { way: top * (time - ramp / 2), speed: top };
  };
  return { duration, at };
}
