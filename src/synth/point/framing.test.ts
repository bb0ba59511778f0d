import { expect, test } from 'vitest';
import type { Vec3 } from '../../geometry/index.ts';
import { lookAt, PHOTO } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { facing, turned } from './framing.ts';
import { Lens } from './lens.ts';

const fovy = 60;

test('a turned camera has the point where it is wanted, stays where it was, and upright', () => {
  const dice = random('framing');
  for (let n = 0; n < 200; n += 1) {
    const point: Vec3 = [6 * dice.next() - 3, 6 * dice.next() - 3, dice.next()];
    const eye: Vec3 = [6 * dice.next() - 3, 6 * dice.next() - 3, 1.1 + dice.next()];
    const [u, v] = [640 * dice.next(), 480 * dice.next()];
    const lens = turned(facing(eye, point, { fovy, ...PHOTO }), point, [u, v], fovy);
    // Only what is nearly straight below cannot be anywhere.
    if (!lens) {
      const far = Math.hypot(point[0] - eye[0], point[1] - eye[1]);
      expect(far).toBeLessThan(eye[2] - point[2]);
      continue;
    }
    const [x, y] = lens.project(...point);
    expect([lens.eye, lens.width, lens.height]).toEqual([eye, PHOTO.width, PHOTO.height]);
    expect(x).toBeCloseTo(u, 6);
    expect(y).toBeCloseTo(v, 6);
    const [a, b, c] = lens.forward;
    const camera = lookAt(eye, [eye[0] + a, eye[1] + b, eye[2] + c], { fovy, ...PHOTO });
    const [x2, y2] = new Lens(camera).project(...point);
    expect(x2).toBeCloseTo(u, 6);
    expect(y2).toBeCloseTo(v, 6);
  }
});
