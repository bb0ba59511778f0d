import { displayed, LIGHT_STEPS } from './display.ts';
import { POINT, type Shade } from './shade.ts';

const BRIGHTEST = displayed.length - 1;

/** Colours pixels of one point of which only the shadow may have changed: as shading would, but from what it noted. */
export function relight(
  pixels: Int32Array,
  points: Float64Array,
  { columns, depth, tops, tileShift, tileColumns }: Shade,
  rgb: Uint8Array,
): void {
  const bytes = displayed;
  for (let k = 0; k < pixels.length; k += 1) {
    const pixel = pixels[k] ?? 0;
    const at = POINT * pixel;
    const across = points[at + 7] ?? 0;
    const along = points[at + 8] ?? 0;
    const height = points[at + 9] ?? 0;
    const column = across | 0;
    const line = along | 0;
    const cell = line * columns + column;
    let sun = points[at + 3] ?? 0;
    if ((tops[(line >> tileShift) * tileColumns + (column >> tileShift)] ?? 0) > height) {
      const right = across - column;
      const down = along - line;
      const before = 0.5 * (1 - right) * (1 - right);
      const after = 0.5 * right * right;
      const middle = 1 - before - after;
      const upper =
        ((depth[cell - columns - 1] ?? 0) > height ? before : 0) +
        ((depth[cell - columns] ?? 0) > height ? middle : 0) +
        ((depth[cell - columns + 1] ?? 0) > height ? after : 0);
      const level =
        ((depth[cell - 1] ?? 0) > height ? before : 0) +
        ((depth[cell] ?? 0) > height ? middle : 0) +
        ((depth[cell + 1] ?? 0) > height ? after : 0);
      const lower =
        ((depth[cell + columns - 1] ?? 0) > height ? before : 0) +
        ((depth[cell + columns] ?? 0) > height ? middle : 0) +
        ((depth[cell + columns + 1] ?? 0) > height ? after : 0);
      const above = 0.5 * (1 - down) * (1 - down);
      const below = 0.5 * down * down;
      sun *= 1 - above * upper - (1 - above - below) * level - below * lower;
    }
    const red = (points[at] ?? 0) + sun * (points[at + 4] ?? 0);
    const green = (points[at + 1] ?? 0) + sun * (points[at + 5] ?? 0);
    const blue = (points[at + 2] ?? 0) + sun * (points[at + 6] ?? 0);
    rgb[3 * pixel] = bytes[Math.min(red * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 1] = bytes[Math.min(green * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 2] = bytes[Math.min(blue * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
  }
}
