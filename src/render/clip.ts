import type { FrameBuffer } from './frame.ts';
import { drawTriangle } from './raster.ts';
import { SAMPLES, type View } from './view.ts';

/** Corners of what is left of a triangle: at most four, three numbers each. Used again and again, because many cross the plane. */
const outline = new Float64Array(12);

/** Draws what lies in front of the near plane of a triangle that crosses it. */
export function drawClipped(frame: FrameBuffer, view: View, id: number, a: number, b: number, c: number): void {
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
