import type { Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { CLOCKWISE, COUNTERCLOCKWISE, cameraSlopes } from './kinds/cameras.ts';
import { SPIN_LEFT, SPIN_RIGHT } from './kinds/fronted.ts';
import { type QuestionKind, SPINNING, STANDING, UNKNOWN, ways } from './kinds/kind.ts';
import { sideOf, sidesInWords } from './kinds/sides.ts';
import { slopes } from './kinds/things.ts';
import { DEGREES, distance, farApart, seenAlong, wrapped } from './measure.ts';
import type { CameraPose, Trajectory } from './trajectory.ts';

/** What somebody would choose among who knows a part of a clip. */
export interface PartlyKnown {
  /** Who sees the first and the last frame, and measures everything in them. */
  ends: readonly string[];
  /** Who sees the whole clip, but takes the camera to stand still. */
  'still-camera': readonly string[];
}

export function partlyKnown(
  kind: QuestionKind,
  trajectory: Trajectory,
  target: readonly Stand[],
  right: string,
): PartlyKnown {
  return {
    ends: fromEnds(kind, trajectory, target, right),
    'still-camera': withStillCamera(kind, trajectory, target, right),
  };
}

/** Hardly any change: as a share of the distance, or in radians. */
const LITTLE = 0.05;

/** A change of place and view in one list: ahead, left, up as shares of the reach, turned left and up in radians. */
type Change = readonly [ahead: number, left: number, up: number, turned: number, tilted: number];
const d = Math.SQRT1_2;

/** What each option says about the change; those that say nothing of it are not here. */
const meanings: Readonly<Record<string, Change>> = {
  [ways.left]: [0, 1, 0, 0, 0],
  [ways.right]: [0, -1, 0, 0, 0],
  [ways.away]: [1, 0, 0, 0, 0],
  [ways.toward]: [-1, 0, 0, 0, 0],
  'Moving forward': [1, 0, 0, 0, 0],
  'Moving backward': [-1, 0, 0, 0, 0],
  'Moving up': [0, 0, 1, 0, 0],
  'Moving down': [0, 0, -1, 0, 0],
  'Turning left': [0, 0, 0, 1, 0],
  'Turning right': [0, 0, 0, -1, 0],
  'Tilting up': [0, 0, 0, 0, 1],
  'Tilting down': [0, 0, 0, 0, -1],
  [CLOCKWISE]: [0, d, 0, -d, 0],
  [COUNTERCLOCKWISE]: [0, -d, 0, d, 0],
  ...Object.fromEntries(
    [slopes, cameraSlopes].flatMap((words) =>
      words.map((word, n) => [word, [n < 2 ? d : -d, n % 2 === 0 ? d : -d, 0, 0, 0]]),
    ),
  ),
};

/** The options that agree best with a change; all that say nothing of one where there is hardly any. */
function fitting(options: readonly string[], change: Change): readonly string[] {
  const size = Math.sqrt(change.reduce((sum, value) => sum + value * value, 0));
  if (size < LITTLE) {
    const silent = options.filter((option) => !meanings[option]);
    return silent.length > 0 ? silent : options;
  }
  const scored = options.flatMap((option) => {
    const meant = meanings[option];
    return meant ? [{ option, score: change.reduce((sum, value, n) => sum + value * at(meant, n), 0) }] : [];
  });
  if (scored.length === 0) return options;
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score > best - 1e-9).map(({ option }) => option);
}

function fromEnds(
  kind: QuestionKind,
  { camera }: Trajectory,
  target: readonly Stand[],
  right: string,
): readonly string[] {
  const [eye, lastEye, from, to] = [at(camera, 0), at(camera, -1), at(target, 0), at(target, -1)];
  const reach = farApart(eye, from);
  const { options } = kind;
  if (kind.name.startsWith('camera')) return fitting(options, changeOf(eye, lastEye, reach));
  if (kind.category === 5) {
    const sides = [sideOf(eye, from), sideOf(lastEye, to)].flatMap((side) => side ?? []);
    const fits = options.filter((option) => sides.length === 2 && isBetween(option, sidesInWords(sides)));
    return fits.length > 0 ? fits : options;
  }
  if (kind.category === 4) {
    if (right === UNKNOWN) return [right];
    const ratio = farApart(lastEye, to) / reach;
    const [smaller, larger, ...others] = options;
    if (ratio > 0.88 && ratio < 1.14) return others.filter((option) => option !== UNKNOWN);
    return [ratio > 1 ? larger : smaller];
  }
  if (kind.fronted)
    return byPoses(options, seenAlong(from.yaw, from, to), wrapped(to.yaw - from.yaw), reach, eye, from, to);
  const { ahead, left } = seenAlong(eye.yaw, from, to);
  return fitting(options, [ahead / reach, left / reach, 0, 0, 0]);
}

/** What something with a front seems to do, by its poses alone: how it went by its own front, and how it is turned. */
function byPoses(
  options: readonly string[],
  step: { ahead: number; left: number },
  turned: number,
  reach: number,
  eye: Stand,
  from: Stand,
  to: Stand,
): readonly string[] {
  const size = Math.sqrt(step.ahead * step.ahead + step.left * step.left) / reach;
  if (size > 2 * LITTLE) {
    const own = options.includes('Moving forward') ? step : seenAlong(eye.yaw, from, to);
    return fitting(options, [own.ahead / reach, own.left / reach, 0, 0, 0]);
  }
  const spinning = options.filter((option) => option === SPINNING);
  if (Math.abs(turned) < 15 * DEGREES) return options.filter((option) => option === STANDING || option === SPINNING);
  return spinning.length > 0 ? spinning : [turned > 0 ? SPIN_LEFT : SPIN_RIGHT];
}

/** Whether two orders of sides begin and end alike. */
function isBetween(option: string, right: string): boolean {
  const [a, b] = [option.split(', then '), right.split(', then ')];
  return a[0] === b[0] && a.at(-1) === b.at(-1);
}

function changeOf(from: CameraPose, to: CameraPose, reach: number): Change {
  const turned = wrapped(to.yaw - from.yaw);
  const { ahead, left } = seenAlong(from.yaw + turned / 2, from, to);
  return [ahead / reach, left / reach, (to.position[2] - from.position[2]) / reach, turned, from.pitch - to.pitch];
}

function withStillCamera(
  kind: QuestionKind,
  { camera, moment: [first, last] }: Trajectory,
  target: readonly Stand[],
  right: string,
): readonly string[] {
  if (kind.name.startsWith('camera')) {
    const still = kind.options.filter((option) => option === STANDING);
    return still.length > 0 ? still : kind.options;
  }
  // What is asked of a camera at rest, or of the thing against the camera, needs nothing else.
  if (kind.category !== 1) return [right];
  const eye = at(camera, first);
  const [from, to] = [at(target, first), carried(at(target, last), at(camera, last), eye)];
  const reach = distance(eye, from);
  if (kind.fronted) {
    return byPoses(kind.options, seenAlong(from.yaw, from, to), wrapped(to.yaw - from.yaw), reach, eye, from, to);
  }
  const { ahead, left } = seenAlong(eye.yaw, from, to);
  return fitting(kind.options, [ahead / reach, left / reach, 0, 0, 0]);
}

/** Where something would be if the camera that sees it there had never left another pose. */
function carried(stand: Stand, seenBy: CameraPose, eye: CameraPose): Stand {
  const { ahead, left } = seenAlong(seenBy.yaw, seenBy, stand);
  const turned = seenAlong(-eye.yaw, { position: [0, 0, 0], yaw: 0 }, { position: [ahead, left, 0], yaw: 0 });
  const [x, y] = eye.position;
  return {
    position: [x + turned.ahead, y + turned.left, stand.position[2]],
    yaw: stand.yaw - seenBy.yaw + eye.yaw,
  };
}
