import { expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { boxMesh, capsuleMesh, cylinderMesh, ellipsoidMesh, planeMesh, sphereMesh } from './shapes.ts';

/** What the triangles enclose: right only when all of them look outwards and none is missing. */
function volume({ positions, triangles }: Mesh): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * (triangles[i + k] ?? 0)));
    const [ax = 0, ay = 0, az = 0] = a ?? [];
    const [bx = 0, by = 0, bz = 0] = b ?? [];
    const [cx = 0, cy = 0, cz = 0] = c ?? [];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

test.each([
  ['box', boxMesh([0.5, 0.3, 0.02]), 8 * 0.5 * 0.3 * 0.02, 1e-12],
  ['sphere', sphereMesh(0.5), (4 / 3) * Math.PI * 0.5 ** 3, 0.15],
  ['ellipsoid', ellipsoidMesh([0.5, 0.2, 0.1]), (4 / 3) * Math.PI * 0.5 * 0.2 * 0.1, 0.15],
  ['cylinder', cylinderMesh(0.1, 0.4), Math.PI * 0.1 ** 2 * 0.8, 0.05],
  ['capsule', capsuleMesh(0.1, 0.4), Math.PI * 0.1 ** 2 * 0.8 + (4 / 3) * Math.PI * 0.1 ** 3, 0.06],
])('a %s is closed, looks outwards and has normals of length 1', (_, mesh, expected, tolerance) => {
  const part = volume(mesh) / expected;
  expect(part).toBeGreaterThan(1 - tolerance);
  expect(part).toBeLessThan(1 + 1e-12);
  for (let i = 0; i < mesh.normals.length; i += 3) {
    const [x = 0, y = 0, z = 0] = mesh.normals.subarray(i, i + 3);
    expect(x * x + y * y + z * z).toBeCloseTo(1, 12);
  }
});

test('a texture fills each face of a box, upright at the sides, or repeats after so many metres', () => {
  const reach = ({ uvs }: Mesh) => Math.max(...uvs);
  expect([reach(boxMesh([1, 2, 3])), reach(boxMesh([1, 2, 3], 0.5)), reach(planeMesh(1, 2, 4))]).toEqual([1, 12, 1]);
  const { positions, uvs } = boxMesh([0.1, 0.1, 0.1]);
  // The third face looks along −y, at the robot: its lower left corner is at −x, −z.
  for (let i = 8; i < 12; i += 1) {
    expect(positions[3 * i]).toBeCloseTo(0.2 * (uvs[2 * i] ?? 0) - 0.1);
    expect(positions[3 * i + 2]).toBeCloseTo(0.1 - 0.2 * (uvs[2 * i + 1] ?? 0));
  }
});
