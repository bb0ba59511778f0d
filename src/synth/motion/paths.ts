import { cos, sin } from '../../geometry/index.ts';
import type { Stand } from '../../scenes/index.ts';
import { FRAMES, type Look } from './trajectory.ts';

/** From rest to rest, 0 … 1. */
function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Frame by frame through poses: each leg takes its share of the clip, from rest to rest. */
export function through<T>(stops: readonly T[], between: (a: T, b: T, t: number) => T): T[] {
  const legs = stops.length - 1;
  const perLeg = FRAMES / legs;
  return Array.from({ length: FRAMES }, (_, frame) => {
    const leg = Math.min(legs - 1, Math.floor(frame / perLeg));
    const t = (frame - leg * perLeg) / (perLeg - 1);
    const [from, to] = [stops[leg], stops[leg + 1]];
    if (from === undefined || to === undefined) throw new Error('a way needs two stops');
    return between(from, to, smooth(t));
  });
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function betweenStands(a: Stand, b: Stand, t: number): Stand {
  const at = (k: 0 | 1 | 2) => mix(a.position[k], b.position[k], t);
  return { position: [at(0), at(1), at(2)], yaw: mix(a.yaw, b.yaw, t) };
}

export function betweenLooks(a: Look, b: Look, t: number): Look {
  return { ...betweenStands(a, b, t), pitch: mix(a.pitch, b.pitch, t) };
}

/** So far along an angle. */
export function along(stand: Stand, angle: number, length: number): Stand {
  const [x, y, z] = stand.position;
  return { ...stand, position: [x + length * cos(angle), y + length * sin(angle), z] };
}
