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
  /** No vertex is farther from the origin. */
  radius: number;
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
    radius: Math.sqrt(square),
  };
}
