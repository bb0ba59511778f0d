import type { Vec3 } from '../geometry/index.ts';

/** What a piece of a mesh looks like from some way off: a box along the mesh's axes, an upright cylinder within it, or a ball. */
export interface Solid {
  form: 'box' | 'cylinder' | 'ball';
  centre: Vec3;
  half: Vec3;
}

/** How far from round something may be to count as round. */
const ROUND = 1.06;

/** One around each piece of a mesh: triangles that have corners at the same places hang together. */
export function solidsOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): Solid[] {
  const pieces = new Map<number, Set<number>>();
  const next = standIns(positions);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => follow(next, triangles[i + corner] ?? 0)) as [number, number, number];
    next[b] = a;
    next[follow(next, c)] = a;
  }
  for (let i = 0; i < triangles.length; i += 1) {
    const vertex = triangles[i] ?? 0;
    const piece = follow(next, vertex);
    const known = pieces.get(piece);
    if (known) known.add(vertex);
    else pieces.set(piece, new Set([vertex]));
  }
  return [...pieces.values()].map((vertices) => around(positions, [...vertices]));
}

/** For every vertex, the first one at its place. */
function standIns(positions: ArrayLike<number>): Int32Array {
  const places = new Map<string, number>();
  return Int32Array.from({ length: positions.length / 3 }, (_, i) => {
    const key = `${positions[3 * i]} ${positions[3 * i + 1]} ${positions[3 * i + 2]}`;
    const first = places.get(key) ?? i;
    places.set(key, first);
    return first;
  });
}

function follow(next: Int32Array, vertex: number): number {
  let at = vertex;
  while (next[at] !== at) at = next[at] ?? 0;
  return at;
}

function around(positions: ArrayLike<number>, vertices: readonly number[]): Solid {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of vertices) {
    for (let k = 0; k < 3; k += 1) {
      const value = positions[3 * vertex + k] ?? 0;
      low[k] = Math.min(low[k] ?? 0, value);
      high[k] = Math.max(high[k] ?? 0, value);
    }
  }
  const middle = (k: number) => ((low[k] ?? 0) + (high[k] ?? 0)) / 2;
  const side = (k: number) => ((high[k] ?? 0) - (low[k] ?? 0)) / 2;
  const centre: Vec3 = [middle(0), middle(1), middle(2)];
  const half: Vec3 = [side(0), side(1), side(2)];
  let across = 0;
  let farthest = 0;
  for (const vertex of vertices) {
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((k) => (positions[3 * vertex + k] ?? 0) - middle(k));
    across = Math.max(across, x * x + y * y);
    farthest = Math.max(farthest, x * x + y * y + z * z);
  }
  const wide = ROUND * Math.min(half[0], half[1]);
  if (across > wide * wide) return { form: 'box', centre, half };
  const deep = ROUND * Math.min(wide / ROUND, half[2]);
  return { form: farthest <= deep * deep ? 'ball' : 'cylinder', centre, half };
}
