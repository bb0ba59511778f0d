import type { FrameBuffer } from './frame-buffer.ts';
import { drawTriangle } from './raster.ts';
import type { Thing } from './scene.ts';
import { SAMPLES, seenFrom, transform, type View } from './view.ts';

/** Draws those triangles of a thing that look at the camera; `number` is the thing's place in the scene. */
export function drawThing(frame: FrameBuffer, view: View, thing: Thing, number: number): void {
  if (!inSight(view, thing)) return;
  const { places, screen, target, catalogue } = frame;
  const { positions, triangles } = thing.mesh;
  const first = catalogue.firstVertex[number] ?? 0;
  transform(thing, view, places, first);
  const focal = SAMPLES * view.focal;
  const centreX = (SAMPLES * view.width) / 2;
  const centreY = (SAMPLES * view.height) / 2;
  for (let at = 3 * first; at < 3 * first + positions.length; at += 3) {
    const w = 1 / (places[at + 2] ?? 0);
    screen[at] = centreX + focal * (places[at] ?? 0) * w;
    screen[at + 1] = centreY + focal * (places[at + 1] ?? 0) * w;
    screen[at + 2] = w;
  }
  let id = catalogue.firstTriangle[number] ?? 0;
  for (let i = 0; i < triangles.length; i += 3, id += 1) {
    const a = first + (triangles[i] ?? 0);
    const b = first + (triangles[i + 1] ?? 0);
    const c = first + (triangles[i + 2] ?? 0);
    if (volume(places, 3 * a, 3 * b, 3 * c) >= 0) continue;
    const az = places[3 * a + 2] ?? 0;
    const bz = places[3 * b + 2] ?? 0;
    const cz = places[3 * c + 2] ?? 0;
    if (Math.min(az, bz, cz) > view.near) drawTriangle(target, id, screen, a, b, c);
    else if (Math.max(az, bz, cz) > view.near) drawClipped(frame, view, id, a, b, c);
  }
}

/** Whether the ball around a thing may be seen. */
function inSight(view: View, { position, mesh: { radius } }: Thing): boolean {
  const { width, height, focal, near } = view;
  const z = seenFrom(view, position, 2);
  if (z + radius < near) return false;
  const beside = Math.abs(seenFrom(view, position, 0)) * focal - (z * width) / 2;
  const above = Math.abs(seenFrom(view, position, 1)) * focal - (z * height) / 2;
  return (
    beside < radius * Math.sqrt(focal * focal + (width * width) / 4) &&
    above < radius * Math.sqrt(focal * focal + (height * height) / 4)
  );
}

/** What three vertices span with the eye (six times the volume): negative when the triangle's outside is seen. */
function volume(places: Float64Array, a: number, b: number, c: number): number {
  const bx = places[b] ?? 0;
  const by = places[b + 1] ?? 0;
  const bz = places[b + 2] ?? 0;
  const cx = places[c] ?? 0;
  const cy = places[c + 1] ?? 0;
  const cz = places[c + 2] ?? 0;
  return (
    (places[a] ?? 0) * (by * cz - bz * cy) +
    (places[a + 1] ?? 0) * (bz * cx - bx * cz) +
    (places[a + 2] ?? 0) * (bx * cy - by * cx)
  );
}

/** Corners of what is left of a triangle: at most four, three numbers each. Used again and again, because many cross the plane. */
const outline = new Float64Array(12);

/** Draws what lies in front of the near plane of a triangle that crosses it. */
function drawClipped(frame: FrameBuffer, view: View, id: number, a: number, b: number, c: number): void {
  const { places } = frame;
  const { near } = view;
  let corners = 0;
  for (let side = 0; side < 3; side += 1) {
    const from = 3 * (side === 0 ? a : side === 1 ? b : c);
    const to = 3 * (side === 0 ? b : side === 1 ? c : a);
    const x = places[from] ?? 0;
    const y = places[from + 1] ?? 0;
    const z = places[from + 2] ?? 0;
    const nextZ = places[to + 2] ?? 0;
    if (z > near) corners = addCorner(corners, view, x, y, z);
    if (z > near === nextZ > near) continue;
    const part = (near - z) / (nextZ - z);
    const nextX = places[to] ?? 0;
    const nextY = places[to + 1] ?? 0;
    corners = addCorner(corners, view, x + part * (nextX - x), y + part * (nextY - y), near);
  }
  for (let last = 2; last < corners; last += 1) drawTriangle(frame.target, id, outline, 0, last - 1, last);
}

function addCorner(corner: number, view: View, x: number, y: number, z: number): number {
  const focal = SAMPLES * view.focal;
  const w = 1 / z;
  outline[3 * corner] = (SAMPLES * view.width) / 2 + focal * x * w;
  outline[3 * corner + 1] = (SAMPLES * view.height) / 2 + focal * y * w;
  outline[3 * corner + 2] = w;
  return corner + 1;
}
