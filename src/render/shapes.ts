import { cos, sin, type Vec3 } from '../geometry/index.ts';
import { type Mesh, type MeshParts, mesh } from './mesh.ts';

/** Outward, to the right and up of each face's picture: upright on the four sides, and on top as seen by who looks along +y. */
const boxFaces = [
  { out: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  { out: [0, 0, -1], right: [1, 0, 0], up: [0, -1, 0] },
  { out: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1] },
  { out: [0, 1, 0], right: [-1, 0, 0], up: [0, 0, 1] },
  { out: [1, 0, 0], right: [0, 1, 0], up: [0, 0, 1] },
  { out: [-1, 0, 0], right: [0, -1, 0], up: [0, 0, 1] },
] as const;

/** Light is worked out at vertices: large faces are divided into pieces of at most this side, in metres. */
const PIECE = 0.25;

/**
 * A box by its half sides. A texture fills each face, or has the side `tile` in metres and repeats.
 * @example boxMesh([0.025, 0.025, 0.025])
 */
export function boxMesh(half: Vec3, tile?: number): Mesh {
  const parts: MeshParts = { positions: [], normals: [], uvs: [], triangles: [] };
  for (const face of boxFaces) addFace(parts, face, half, tile);
  return mesh(parts);
}

/** A rectangle that looks up; seen from above only. */
export function planeMesh(halfX: number, halfY: number, tile?: number): Mesh {
  const parts: MeshParts = { positions: [], normals: [], uvs: [], triangles: [] };
  addFace(parts, boxFaces[0], [halfX, halfY, 0], tile);
  return mesh(parts);
}

function addFace(parts: MeshParts, { out, right, up }: (typeof boxFaces)[number], half: Vec3, tile?: number): void {
  const along = (axis: Vec3) => 2 * Math.abs(axis[0] * half[0] + axis[1] * half[1] + axis[2] * half[2]);
  const columns = Math.ceil(along(right) / PIECE);
  const rows = Math.ceil(along(up) / PIECE);
  const first = parts.positions.length / 3;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [r, u] = [(2 * column) / columns - 1, 1 - (2 * row) / rows];
      for (const k of [0, 1, 2] as const) parts.positions.push((out[k] + r * right[k] + u * up[k]) * half[k]);
      parts.normals.push(...out);
      parts.uvs.push(
        (column / columns) * (tile ? along(right) / tile : 1),
        (row / rows) * (tile ? along(up) / tile : 1),
      );
      if (row === rows || column === columns) continue;
      const a = first + row * (columns + 1) + column;
      const b = a + columns + 1;
      parts.triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
}

/** A point of an outline that is turned about the z axis: distance from it, height, and the same of the normal. */
type OutlinePoint = readonly [radius: number, z: number, normalRadius: number, normalZ: number];

const SEGMENTS = 14;
const RINGS = 3;

/** Turns an outline, given from top to bottom, about the z axis. Two points at one place make a sharp edge. */
export function turnedMesh(outline: readonly OutlinePoint[], segments = SEGMENTS): Mesh {
  const parts: MeshParts = { positions: [], normals: [], uvs: [], triangles: [] };
  const row = segments + 1;
  outline.forEach(([radius, z, normalRadius, normalZ], index) => {
    for (let i = 0; i <= segments; i += 1) {
      // The last column has the same place as the first, to the bit.
      const angle = (2 * Math.PI * (i % segments)) / segments;
      parts.positions.push(radius * cos(angle), radius * sin(angle), z);
      parts.normals.push(normalRadius * cos(angle), normalRadius * sin(angle), normalZ);
      parts.uvs.push(i / segments, index / (outline.length - 1));
    }
    const above = outline[index - 1];
    if (!above || (above[0] === radius && above[1] === z)) return;
    for (let i = 0; i < segments; i += 1) {
      const [top, bottom] = [(index - 1) * row + i, index * row + i];
      if (radius > 0) parts.triangles.push(top, bottom, bottom + 1);
      if (above[0] > 0) parts.triangles.push(top, bottom + 1, top + 1);
    }
  });
  return mesh(parts);
}

/** A quarter circle from the pole to the equator (or on to the other pole), as outline points. */
function arc(radius: number, centre: number, from: number, to: number): OutlinePoint[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const angle = (Math.PI * (from + i)) / (2 * RINGS);
    // Exactly on the axis at the poles, so that no slivers are left there.
    const out = (from + i) % (2 * RINGS) === 0 ? 0 : sin(angle);
    return [radius * out, centre + radius * cos(angle), out, cos(angle)];
  });
}

export function sphereMesh(radius: number): Mesh {
  return turnedMesh(arc(radius, 0, 0, 2 * RINGS));
}

export function ellipsoidMesh(radii: Vec3): Mesh {
  const ball = sphereMesh(1);
  const parts = { positions: Array.from(ball.positions), normals: Array.from(ball.normals) };
  for (let i = 0; i < parts.positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = parts.positions.slice(i, i + 3);
    const normal = [x / radii[0], y / radii[1], z / radii[2]] as const;
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (const k of [0, 1, 2] as const) {
      parts.positions[i + k] = ([x, y, z] as const)[k] * radii[k];
      parts.normals[i + k] = normal[k] / length;
    }
  }
  return mesh({ ...parts, uvs: Array.from(ball.uvs), triangles: Array.from(ball.triangles) });
}

/** Along z; `half` is half the length without the round ends. */
export function capsuleMesh(radius: number, half: number): Mesh {
  return turnedMesh([...arc(radius, half, 0, RINGS), ...arc(radius, -half, RINGS, 2 * RINGS)]);
}

/** Along z. */
export function cylinderMesh(radius: number, half: number): Mesh {
  return turnedMesh([
    ...([
      [0, half, 0, 1],
      [radius, half, 0, 1],
    ] as const),
    ...([
      [radius, half, 1, 0],
      [radius, -half, 1, 0],
    ] as const),
    ...([
      [radius, -half, 0, -1],
      [0, -half, 0, -1],
    ] as const),
  ]);
}
