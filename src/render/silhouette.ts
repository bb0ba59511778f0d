import type { Camera, Thing } from './scene.ts';
import { transform, viewOf } from './view.ts';

/** Used again and again: fresh memory of this size costs as much as stamping it. Every count has a stamp of its own. */
let room = new Uint16Array();
let stamps = 0;
let places = new Float64Array();

/**
 * How many pixels some things would have together if they were alone and the picture were twice as wide and high: what hides them, and
 * the edge of the picture, then show. What reaches behind the camera counts only as far as its triangles are before it.
 * @example wholeSize(partsOf(mug), camera)
 */
export function wholeSize(things: readonly Thing[], camera: Camera): number {
  const view = viewOf(camera);
  const [width, height] = [2 * view.width, 2 * view.height];
  if (room.length < width * height || stamps === LAST_STAMP) {
    room = new Uint16Array(Math.max(room.length, width * height));
    stamps = 0;
  }
  stamps += 1;
  let count = 0;
  for (const thing of things) {
    const { positions, triangles } = thing.mesh;
    if (places.length < positions.length) places = new Float64Array(positions.length);
    transform(thing, view, places, 0);
    for (let at = 0; at < positions.length; at += 3) {
      const w = view.focal / (places[at + 2] ?? 0);
      places[at] = width / 2 + (places[at] ?? 0) * w;
      places[at + 1] = height / 2 + (places[at + 1] ?? 0) * w;
    }
    for (let i = 0; i < triangles.length; i += 3) {
      const a = 3 * (triangles[i] ?? 0);
      const b = 3 * (triangles[i + 1] ?? 0);
      const c = 3 * (triangles[i + 2] ?? 0);
      if (Math.min(places[a + 2] ?? 0, places[b + 2] ?? 0, places[c + 2] ?? 0) <= view.near) continue;
      count += stamp(room, width, height, stamps, places, a, b, c);
    }
  }
  return count;
}

const LAST_STAMP = 2 ** 16 - 1;

/** Marks the pixels whose centre lies in a triangle that is seen from outside; how many did not have this mark yet. */
function stamp(
  stamped: Uint16Array,
  width: number,
  height: number,
  own: number,
  places: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  const ax = places[a] ?? 0;
  const ay = places[a + 1] ?? 0;
  const bx = places[b] ?? 0;
  const by = places[b + 1] ?? 0;
  const cx = places[c] ?? 0;
  const cy = places[c + 1] ?? 0;
  if ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay) >= 0) return 0;
  const first = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)) | 0;
  const end = Math.min(height, Math.ceil(Math.max(ay, by, cy) - 0.5)) | 0;
  let count = 0;
  for (let row = first; row < end; row += 1) {
    const y = row + 0.5;
    let left = Infinity;
    let right = -Infinity;
    // Each side that this row crosses.
    if (y < ay !== y < by) {
      const x = ax + ((y - ay) * (bx - ax)) / (by - ay);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (y < by !== y < cy) {
      const x = bx + ((y - by) * (cx - bx)) / (cy - by);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (y < cy !== y < ay) {
      const x = cx + ((y - cy) * (ax - cx)) / (ay - cy);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    const begin = Math.max(0, Math.ceil(left - 0.5)) | 0;
    const stop = Math.min(width, Math.ceil(right - 0.5)) | 0;
    for (let i = row * width + begin; i < row * width + stop; i += 1) {
      if (stamped[i] === own) continue;
      stamped[i] = own;
      count += 1;
    }
  }
  return count;
}
