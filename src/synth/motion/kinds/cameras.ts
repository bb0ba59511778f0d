import { at } from '../../../util/index.ts';
import { distance, farApart, seenAlong, wayOf, wrapped } from '../measure.ts';
import { type CameraMove, cameraMoves, cameraRests } from '../movements/cameras.ts';
import type { CameraPose } from '../trajectory.ts';
import {
  BACKWARD,
  FORWARD,
  halves,
  MOVES,
  middleOf,
  mostlyHalves,
  type QuestionKind,
  STANDING,
  STEADY,
  STILL,
  slopeOf,
  TURNS,
  ways,
} from './kind.ts';

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
export function cameraKinds(category: number, others: readonly [number, number]): QuestionKind[] {
  const kind = (name: string, options: QuestionKind['options'], moves: readonly CameraMove[]): QuestionKind => ({
    name,
    category,
    options,
    others,
    spans: mostlyHalves,
    movement: cameraMoves(moves),
    read(camera, target) {
      const reach = farApart(at(camera, 0), at(target, 0));
      return readCamera(at(camera, 0), at(camera, -1), reach, name === 'camera-slopes');
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
    ),
    {
      name: 'camera-rest',
      category,
      others,
      spans: halves,
      movement: cameraRests,
      options: [TURN_LEFT, TURN_RIGHT, STANDING, ASIDE],
      read(camera) {
        const [from, middle, to] = [at(camera, 0), middleOf(camera), at(camera, -1)];
        const [half, whole] = [wrapped(middle.yaw - from.yaw), wrapped(to.yaw - from.yaw)];
        if (Math.abs(whole) > TURNS) return whole > 0 ? TURN_LEFT : TURN_RIGHT;
        return Math.abs(half) > TURNS ? ASIDE : Math.abs(half) < STEADY ? STANDING : undefined;
      },
    },
  ];
}
