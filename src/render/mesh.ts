import { type Solid, solidsOf } from './solid.ts';

/** Triangles in a thing's own frame. Made once, never changed. */
export interface Mesh {
  /** Three numbers per vertex. */
  positions: Float64Array;
  /** Three numbers per vertex, of length 1. */
  normals: Float64Array;
  /** Two numbers per vertex: to the right and down in the texture, which repeats after 1. */
  uvs: Float64Array;
  /** Three vertices per triangle, counter-clockwise from outside. */
  triangles: Int32Array;
  /** Which smooth piece each triangle belongs to: those that share vertices, and so have the same light along their edges. */
  patches: Int32Array;
  /** No vertex is farther from the origin. */
  radius: number;
  /** Whether each of its triangles has one normal. */
  isFlat: boolean;
  /** Plain forms around its pieces: what takes light away from its surroundings. */
  solids: readonly Solid[];
}

/** Lists to be filled vertex by vertex. */
export interface MeshParts {
  positions: number[];
  normals: number[];
  uvs: number[];
  triangles: number[];
}

/**
 * A mesh from plain lists. Shadows need it closed: they are cast by the side that looks away from the light.
 * @example mesh({ positions: [0,0,0, 1,0,0, 0,1,0], normals: [0,0,1, 0,0,1, 0,0,1], uvs: [0,0, 1,0, 0,1], triangles: [0,1,2] })
 */
export function mesh(parts: MeshParts): Mesh {
  const { positions, normals, uvs, triangles } = parts;
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = positions.slice(i, i + 3);
    square = Math.max(square, x * x + y * y + z * z);
  }
  return {
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    uvs: Float64Array.from(uvs),
    triangles: Int32Array.from(triangles),
    patches: patchesOf(triangles, positions.length / 3),
    radius: Math.sqrt(square),
    isFlat: triangles.every((vertex, i) =>
      [0, 1, 2].every((k) => normals[3 * vertex + k] === normals[3 * (triangles[i - (i % 3)] ?? 0) + k]),
    ),
    solids: solidsOf(positions, triangles),
  };
}

/** Numbers the pieces 0, 1, … in the order of their first triangles. */
function patchesOf(triangles: readonly number[], vertices: number): Int32Array {
  // Every vertex points at another of its piece, and in the end at the one that stands for it.
  const next = Int32Array.from({ length: vertices }, (_, i) => i);
  const standIn = (vertex: number) => {
    let at = vertex;
    while (next[at] !== at) at = next[at] ?? 0;
    return at;
  };
  triangles.forEach((vertex, i) => {
    next[standIn(vertex)] = standIn(triangles[i - (i % 3)] ?? 0);
  });
  const numbers = new Map<number, number>();
  return Int32Array.from({ length: triangles.length / 3 }, (_, i) => {
    const piece = standIn(triangles[3 * i] ?? 0);
    const number = numbers.get(piece) ?? numbers.size;
    numbers.set(piece, number);
    return number;
  });
}
