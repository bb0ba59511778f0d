import { displayed, LIGHT_STEPS } from './display.ts';
import { type Notes, POINT, type Shade } from './shade.ts';
import { sunlight } from './sunlight.ts';

const BRIGHTEST = displayed.length - 1;

/** Colours pixels of one point of which only the shadow may have changed: as shading would, but from what it noted. */
export function relight(
  { dimmed, dark }: { dimmed: Int32Array; dark: Int32Array },
  { points, heights, dark: colours }: Notes,
  shade: Shade,
  rgb: Uint8Array,
): void {
  const bytes = displayed;
  for (let k = 0; k < dark.length; k += 1) {
    const at = 3 * (dark[k] ?? 0);
    rgb[at] = colours[at] ?? 0;
    rgb[at + 1] = colours[at + 1] ?? 0;
    rgb[at + 2] = colours[at + 2] ?? 0;
  }
  for (let k = 0; k < dimmed.length; k += 1) {
    const pixel = dimmed[k] ?? 0;
    const at = POINT * pixel;
    const part = sunlight(shade, points[at + 7] ?? 0, points[at + 8] ?? 0, heights[pixel] ?? 0);
    const sun = part * (points[at + 3] ?? 0);
    const red = (points[at] ?? 0) + sun * (points[at + 4] ?? 0);
    const green = (points[at + 1] ?? 0) + sun * (points[at + 5] ?? 0);
    const blue = (points[at + 2] ?? 0) + sun * (points[at + 6] ?? 0);
    rgb[3 * pixel] = bytes[Math.min(red * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 1] = bytes[Math.min(green * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 2] = bytes[Math.min(blue * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
  }
}
