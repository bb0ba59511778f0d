import { boxMesh, type Mesh, type MeshParts, mesh, type Scene, type Thing, turnedMesh } from '../render/index.ts';
import type { Place } from './types.ts';

/** Sides of what is round. */
const SIDES = 6;
/** Pieces of a thing that are so much smaller than its largest, as a part, are left out. */
const SMALL = 0.25;
/** What has no more triangles is left as it is. */
const FEW = 60;

/** Small enough for its sides to be of one piece. */
const UNIT = 0.125;
const cube = boxMesh([UNIT, UNIT, UNIT]);

const scenes = new WeakMap<Scene, Scene>();
const meshes = new WeakMap<Mesh, Mesh>();

/** A place in plain forms, without what cannot be asked about: enough to see what hides what, and drawn many times faster. */
export function coarseScene({ drawn, items, regions }: Place): Scene {
  const known = scenes.get(drawn);
  if (known) return known;
  const named = drawn.things.filter(({ id }) => id <= items.length + regions.length);
  const coarse = { ...drawn, things: named.map((thing): Thing => ({ ...thing, mesh: coarseMesh(thing.mesh) })) };
  scenes.set(drawn, coarse);
  return coarse;
}

function coarseMesh(fine: Mesh): Mesh {
  const known = meshes.get(fine) ?? plain(fine);
  meshes.set(fine, known);
  return known;
}

/** A box, a column or a double cone for every piece. */
function plain(fine: Mesh): Mesh {
  if (fine.triangles.length <= 3 * FEW) return fine;
  const parts: MeshParts = { positions: [], normals: [], uvs: [], triangles: [] };
  const largest = Math.max(...fine.solids.map(({ half }) => Math.max(...half)));
  for (const { form, centre, half } of fine.solids) {
    const [x, y, z] = half;
    if (Math.max(x, y, z) < SMALL * largest) continue;
    const flank = (z0: number, z1: number) => [[1, z0, 1, 0] as const, [1, z1, 1, 0] as const];
    const round = form === 'ball' ? 0.6 : 1;
    const outline = [[0, 1, 0, 1] as const, ...flank(round, -round), [0, -1, 0, -1] as const];
    const piece = form === 'box' ? cube : turnedMesh(outline, SIDES);
    const unit = form === 'box' ? UNIT : 1;
    const first = parts.positions.length / 3;
    for (let i = 0; i < piece.positions.length; i += 3) {
      const [px = 0, py = 0, pz = 0] = piece.positions.subarray(i, i + 3);
      parts.positions.push(centre[0] + (x * px) / unit, centre[1] + (y * py) / unit, centre[2] + (z * pz) / unit);
    }
    parts.normals.push(...piece.normals);
    parts.uvs.push(...piece.uvs);
    for (const vertex of piece.triangles) parts.triangles.push(first + vertex);
  }
  return mesh(parts);
}
