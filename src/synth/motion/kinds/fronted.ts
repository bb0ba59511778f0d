import type { Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { distance, farApart, seenAlong, wayOf } from '../measure.ts';
import { byItself, inOwnFrame, orRest } from '../movements/fronted.ts';
import type { CameraPose } from '../trajectory.ts';
import {
  BACKWARD,
  FORWARD,
  halves,
  MOVES,
  type MotionWay,
  type QuestionKind,
  SPINNING,
  STANDING,
  STEADY,
  STILL,
  TURNS,
  ways,
  wayTo,
} from './kind.ts';

/** How far something went, as a share of its distance from the camera; how far it turned to its left, all the way; and which way it went, by its front. */
function ownMotion(camera: readonly CameraPose[], target: readonly Stand[]) {
  const [eye, from, to] = [at(camera, 0), at(target, 0), at(target, -1)];
  return {
    moved: distance(from, to) / farApart(eye, from),
    turned: to.yaw - from.yaw,
    way: wayOf(seenAlong(from.yaw, from, to)),
  };
}

export const [SPIN_LEFT, SPIN_RIGHT] = ['Turning to its left', 'Turning to its right'] as const;

function byFront(way: MotionWay | undefined): string | undefined {
  return way === 'away' ? FORWARD : way === 'toward' ? BACKWARD : undefined;
}

/** What something does that stays where it is. */
function inPlace(turned: number): string | undefined {
  const size = Math.abs(turned);
  return size < STEADY ? STANDING : size > 3 * TURNS ? SPINNING : undefined;
}

const own: QuestionKind = {
  name: 'own',
  category: 1,
  fronted: true,
  movement: byItself,
  spans: halves,
  options: [FORWARD, BACKWARD, SPINNING, STANDING],
  read(camera, target) {
    const { moved, turned, way } = ownMotion(camera, target);
    if (moved < STILL) return inPlace(turned);
    return moved < MOVES || Math.abs(turned) > TURNS ? undefined : byFront(way);
  },
};

const ownFrame: QuestionKind = {
  name: 'own-frame',
  category: 0,
  fronted: true,
  movement: inOwnFrame,
  spans: halves,
  options: [FORWARD, BACKWARD, SPIN_LEFT, SPIN_RIGHT],
  read(camera, target) {
    const { moved, turned, way } = ownMotion(camera, target);
    if (moved < STILL) return inPlace(turned) === SPINNING ? (turned > 0 ? SPIN_LEFT : SPIN_RIGHT) : undefined;
    return moved < MOVES || Math.abs(turned) > TURNS ? undefined : byFront(way);
  },
};

const rest: QuestionKind = {
  name: 'rest',
  category: 0,
  fronted: true,
  movement: orRest,
  spans: halves,
  options: [ways.left, ways.right, STANDING, SPINNING],
  read(camera, target) {
    const { moved, turned } = ownMotion(camera, target);
    if (moved < STILL) return inPlace(turned);
    const way = wayTo(camera, target, at(target, -1));
    return Math.abs(turned) > TURNS || (way !== 'left' && way !== 'right') ? undefined : ways[way];
  },
};

/** What something with a front does by itself. */
export const frontedKinds: readonly QuestionKind[] = [ownFrame, rest, own];
