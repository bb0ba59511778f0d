import type { Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { farApart } from '../measure.ts';
import { nearing, nearingOrNot } from '../movements/nearing.ts';
import type { CameraPose } from '../trajectory.ts';
import { halves, type QuestionKind, UNKNOWN } from './kind.ts';

const CHANGES = 1.25;
const [SMALLER, LARGER, DIP, BULGE] = [
  'Getting smaller',
  'Getting larger',
  'First smaller, then larger',
  'First larger, then smaller',
] as const;
const SAME = 'Staying the same';

/** One of the ends is clearly the extreme, and nothing but a wobble goes beyond it; or what is between them is. */
function readDistance(camera: readonly CameraPose[], target: readonly Stand[]): string | undefined {
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
  movement: nearing,
  spans: halves,
  options: [SMALLER, LARGER, DIP, BULGE],
  read: readDistance,
};

const distancesOrNot: QuestionKind = {
  name: 'distance-or-not',
  category: 4,
  movement: nearingOrNot,
  spans: halves,
  options: [SMALLER, LARGER, SAME, UNKNOWN],
  read: readDistance,
};

/** How far away something is; one that is listed twice is asked twice as often. */
export const distanceKinds: readonly QuestionKind[] = [distances, distances, distances, distancesOrNot];
