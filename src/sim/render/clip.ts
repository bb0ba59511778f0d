import type { Frame } from './frame.ts';
import { drawTriangle } from './raster.ts';
import { SAMPLES, type View } from './view.ts';

/** Draws what lies in front of the near plane of a triangle that crosses it. */
export function drawClipped(frame: Frame, view: View, id: number, a: number, b: number, c: number): void {
  const { places } = frame;
  const corner = (vertex: number) => places.subarray(3 * vertex, 3 * vertex + 3);
  const kept: number[] = [];
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    const [x = 0, y = 0, z = 0] = corner(from);
    const [nextX = 0, nextY = 0, nextZ = 0] = corner(to);
    if (z > view.near) pushScreen(kept, view, x, y, z);
    if (z > view.near === nextZ > view.near) continue;
    const part = (view.near - z) / (nextZ - z);
    pushScreen(kept, view, x + part * (nextX - x), y + part * (nextY - y), view.near);
  }
  const outline = Float64Array.from(kept);
  for (let last = 2; last < outline.length / 3; last += 1) drawTriangle(frame.target, id, outline, 0, last - 1, last);
}

function pushScreen(list: number[], view: View, x: number, y: number, z: number): void {
  const focal = SAMPLES * view.focal;
  const w = 1 / z;
  list.push((SAMPLES * view.width) / 2 + focal * x * w, (SAMPLES * view.height) / 2 + focal * y * w, w);
}
