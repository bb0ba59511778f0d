import { cos, sin, type Vec3 } from '../geometry/index.ts';
import { type Mesh, mesh, turnedMesh } from '../render/index.ts';
import { at } from '../util/index.ts';

type Profile = readonly (readonly [radius: number, z: number])[];
type Normal = readonly [radius: number, z: number];

const SEGMENTS = 20;
/** Edges whose sides' normals agree by less than this cosine are sharp. */
const SHARP = 0.8;

/**
 * An outline turned about the z axis, from top to bottom along the outside; it may begin inside, at the bottom of a hollow, and
 * rise to the rim first. Gentle bends are smooth.
 * @example lathe([[0, 0.1], [0.04, 0.1], [0.04, 0], [0, 0]]) // a can
 */
export function lathe(profile: Profile, segments = SEGMENTS): Mesh {
  const normals = profile.slice(1).map(([r, z], i): Normal => {
    const [r0, z0] = at(profile, i);
    const length = Math.sqrt((r - r0) * (r - r0) + (z - z0) * (z - z0));
    return [(z0 - z) / length, (r - r0) / length];
  });
  const outline = profile.flatMap(([r, z], i) => {
    const before = normals[i - 1] ?? at(normals, i);
    const after = normals[i] ?? before;
    if (before[0] * after[0] + before[1] * after[1] < SHARP) return [point(r, z, before), point(r, z, after)];
    const sum: Normal = [before[0] + after[0], before[1] + after[1]];
    const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    return [point(r, z, [sum[0] / length, sum[1] / length])];
  });
  return turnedMesh(outline, segments);
}

function point(r: number, z: number, [normalR, normalZ]: Normal): readonly [number, number, number, number] {
  return [r, z, normalR, normalZ];
}

/** A ball's outline: round enough to look so from near. */
export function roundProfile(radius: number, height = radius): Profile {
  const steps = 12;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (Math.PI * i) / steps;
    return [i % steps === 0 ? 0 : radius * sin(angle), height * cos(angle)] as const;
  });
}

/** A pipe along points of the plane y = 0, open at its ends: they belong inside something. */
export function tube(path: readonly (readonly [x: number, z: number])[], radius: number): Mesh {
  const sides = 8;
  const parts = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], triangles: [] as number[] };
  path.forEach(([x, z], i) => {
    const [x0, z0] = at(path, Math.max(0, i - 1));
    const [x1, z1] = at(path, Math.min(path.length - 1, i + 1));
    const length = Math.sqrt((x1 - x0) * (x1 - x0) + (z1 - z0) * (z1 - z0));
    const [outX, outZ] = [(z0 - z1) / length, (x1 - x0) / length];
    for (let side = 0; side <= sides; side += 1) {
      const angle = (2 * Math.PI * (side % sides)) / sides;
      const [out, y] = [cos(angle), sin(angle)];
      parts.positions.push(x + radius * out * outX, radius * y, z + radius * out * outZ);
      parts.normals.push(out * outX, y, out * outZ);
      parts.uvs.push(side / sides, i);
      if (i === 0 || side === sides) continue;
      const [a, b] = [(i - 1) * (sides + 1) + side, i * (sides + 1) + side];
      parts.triangles.push(a, a + 1, b + 1, a, b + 1, b);
    }
  });
  return mesh(parts);
}

/** Points of an arc about (x, z), from one angle to another in degrees; 0 is along x, 90 is up. */
export function arc(x: number, z: number, radius: number, from: number, to: number): [x: number, z: number][] {
  return Array.from({ length: 9 }, (_, i) => {
    const angle = (Math.PI * (from + ((to - from) * i) / 8)) / 180;
    return [x + radius * cos(angle), z + radius * sin(angle)];
  });
}

/** A rectangle that looks up, divided so that textures far away are as coarse as they should be. */
export function sheet(halfX: number, halfY: number, opts: { piece: number; tile: number }): Mesh {
  const columns = Math.max(1, Math.ceil((2 * halfX) / opts.piece));
  const rows = Math.max(1, Math.ceil((2 * halfY) / opts.piece));
  const parts = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], triangles: [] as number[] };
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [x, y] = [((2 * column) / columns - 1) * halfX, ((2 * row) / rows - 1) * halfY];
      parts.positions.push(x, y, 0);
      parts.normals.push(0, 0, 1);
      parts.uvs.push((x + halfX) / opts.tile, (y + halfY) / opts.tile);
      if (row === rows || column === columns) continue;
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      parts.triangles.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  return mesh(parts);
}

/** A box about its centre, of as few triangles as can be: however large it is, unless its texture needs more. */
export function plainBox([x, y, z]: Vec3, whole = { piece: Infinity, tile: 1 }): Mesh {
  const side = (width: number, at: Vec3, turn: number) => placed(sheet(z, width, whole), at, Math.PI / 2, turn);
  const sides = [
    side(y, [x, 0, 0], 0),
    side(y, [-x, 0, 0], Math.PI),
    side(x, [0, y, 0], Math.PI / 2),
    side(x, [0, -y, 0], -Math.PI / 2),
  ];
  const flat = sheet(x, y, whole);
  return merged([placed(flat, [0, 0, z], 0, 0), placed(flat, [0, 0, -z], Math.PI, 0), ...sides], 1);
}

/** A roof about the middle of its base, its ridge along x. */
export function gable(x: number, y: number, height: number, tile: number): Mesh {
  const slope = Math.sqrt(y * y + height * height);
  const parts = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], triangles: [] as number[] };
  const face = (corners: readonly Vec3[], normal: Vec3, uvs: readonly (readonly [number, number])[]) => {
    const first = parts.positions.length / 3;
    for (const [i, corner] of corners.entries()) {
      parts.positions.push(...corner);
      parts.normals.push(...normal);
      parts.uvs.push(...at(uvs, i).map((value) => value / tile));
      if (i >= 2) parts.triangles.push(first, first + i - 1, first + i);
    }
  };
  for (const side of [1, -1]) {
    face(
      [
        [-side * x, -side * y, 0],
        [side * x, -side * y, 0],
        [side * x, 0, height],
        [-side * x, 0, height],
      ],
      [0, (-side * height) / slope, y / slope],
      [
        [0, 0],
        [2 * x, 0],
        [2 * x, slope],
        [0, slope],
      ],
    );
    face(
      [
        [side * x, -side * y, 0],
        [side * x, side * y, 0],
        [side * x, 0, height],
      ],
      [side, 0, 0],
      [
        [0, 0],
        [2 * y, 0],
        [y, height],
      ],
    );
  }
  face(
    [
      [-x, y, 0],
      [x, y, 0],
      [x, -y, 0],
      [-x, -y, 0],
    ],
    [0, 0, -1],
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  );
  return mesh(parts);
}

/** The same shape tilted about y (nose down), then turned about z, then moved. */
export function placed(shape: Mesh, at: Vec3, tilt: number, turn: number): Mesh {
  const [ct, st, cz, sz] = [cos(tilt), sin(tilt), cos(turn), sin(turn)];
  const rotate = (list: Float64Array, offset: Vec3) => {
    const out = new Float64Array(list.length);
    for (let i = 0; i < list.length; i += 3) {
      const [x, y, z] = [list[i] ?? 0, list[i + 1] ?? 0, list[i + 2] ?? 0];
      const forward = ct * x + st * z;
      out[i] = offset[0] + cz * forward - sz * y;
      out[i + 1] = offset[1] + sz * forward + cz * y;
      out[i + 2] = offset[2] + ct * z - st * x;
    }
    return out;
  };
  return { ...shape, positions: rotate(shape.positions, at), normals: rotate(shape.normals, [0, 0, 0]) };
}

/** The same shape, longer or shorter along each axis. */
export function stretched(shape: Mesh, by: Vec3): Mesh {
  const positions = shape.positions.map((value, i) => value * at(by, i % 3));
  const normals = shape.normals.map((value, i) => value / at(by, i % 3));
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [at(normals, i), at(normals, i + 1), at(normals, i + 2)];
    const length = Math.sqrt(x * x + y * y + z * z);
    normals.set([x / length, y / length, z / length], i);
  }
  return { ...shape, positions, normals };
}

/**
 * The same shape with a texture laid on from the side that each triangle looks at most; one repeat is so many metres long.
 * Vertices that triangles of different sides share are doubled: light stays as it is.
 */
export function wrapped(shape: Mesh, tile: number): Mesh {
  const [positions, normals] = [Array.from(shape.positions), Array.from(shape.normals)];
  const uvs: number[] = new Array<number>((2 * positions.length) / 3).fill(0);
  const sides = new Int8Array(positions.length / 3).fill(-1);
  const doubles = new Map<string, number>();
  const triangles = shape.triangles.map((vertex, i) => {
    const corners = shape.triangles.subarray(i - (i % 3), i - (i % 3) + 3);
    const facing = [0, 1, 2].map((k) =>
      Math.abs(corners.reduce((sum, corner) => sum + at(normals, 3 * corner + k), 0)),
    );
    const side = facing.indexOf(Math.max(...facing));
    const name = `${vertex} ${side}`;
    let own = sides[vertex] === -1 || sides[vertex] === side ? vertex : doubles.get(name);
    if (own === undefined) {
      own = positions.length / 3;
      doubles.set(name, own);
      positions.push(...positions.slice(3 * vertex, 3 * vertex + 3));
      normals.push(...normals.slice(3 * vertex, 3 * vertex + 3));
    } else if (own === vertex) sides[vertex] = side;
    const [x, y, z] = [at(positions, 3 * own), at(positions, 3 * own + 1), at(positions, 3 * own + 2)];
    // The grain of wood runs along what is longest in most things: y on top, and sideways on the sides.
    const [u, v] = side === 0 ? [y, z] : side === 1 ? [x, z] : [y, x];
    uvs[2 * own] = u / tile;
    uvs[2 * own + 1] = v / tile;
    return own;
  });
  return {
    ...shape,
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    uvs: Float64Array.from(uvs),
    triangles,
  };
}

/** Several shapes as one, in another size. */
export function merged(shapes: readonly Mesh[], factor: number): Mesh {
  let vertices = 0;
  const triangles = shapes.flatMap((shape) => {
    const first = vertices;
    vertices += shape.positions.length / 3;
    return Array.from(shape.triangles, (vertex) => first + vertex);
  });
  return mesh({
    positions: shapes.flatMap(({ positions }) => Array.from(positions, (value) => value * factor)),
    normals: shapes.flatMap(({ normals }) => Array.from(normals)),
    uvs: shapes.flatMap(({ uvs }) => Array.from(uvs)),
    triangles,
  });
}
