import type { Scene } from './scene.ts';
import type { Shade } from './shade.ts';

/** Where lamps start in the list: six numbers each, position and colour. */
export const LAMPS = 15;

/**
 * A scene's lights as plain numbers, three each: direction to the sun, its colour, ambient light on upright surfaces, how much
 * more of it falls on those that look up, the sky; then the lamps.
 */
export function lightNumbers({ lights: { ambient, sun, points }, sky }: Scene): Float64Array {
  const [x, y, z] = sun.direction;
  const length = Math.sqrt(x * x + y * y + z * z);
  const { above, below } = ambient;
  return Float64Array.from([
    ...[-x / length, -y / length, -z / length, ...sun.colour],
    ...above.map((value, k) => (value + (below[k] ?? 0)) / 2),
    ...above.map((value, k) => (value - (below[k] ?? 0)) / 2),
    ...sky.map((value) => value * value),
    ...points.flatMap(({ position, colour }) => [...position, ...colour]),
  ]);
}

/** Steps of light, per unit, that are told apart. */
export const LIGHT_STEPS = 8192;

/** Above this, light is displayed less and less brighter instead of being cut off at white. */
const SHOULDER = 0.8;

/** Light as a byte: what is displayed is the root of light. Light of 2 and more looks the same. */
export const displayed = new Uint8Array(2 * LIGHT_STEPS);
for (let i = 0; i < displayed.length; i += 1) {
  const light = (i + 0.5) / LIGHT_STEPS;
  const over = (light - SHOULDER) / (1 - SHOULDER);
  displayed[i] = 255 * Math.sqrt(over <= 0 ? light : SHOULDER + (1 - SHOULDER) * (over / (1 + over))) + 0.5;
}

/** How much of the sun reaches a point: the nine cells around it say whether it is dark, the nearer the more they count. */
export function sunlight(
  { columns, depth, bottoms, tileShift, tileColumns }: Shade,
  across: number,
  along: number,
  height: number,
): number {
  const column = across | 0;
  const line = along | 0;
  if ((bottoms[(line >> tileShift) * tileColumns + (column >> tileShift)] ?? 0) > height) return 0;
  const cell = line * columns + column;
  const right = across - column;
  const down = along - line;
  const before = 0.5 * (1 - right) * (1 - right);
  const after = 0.5 * right * right;
  const above = 0.5 * (1 - down) * (1 - down);
  const below = 0.5 * down * down;
  return (
    1 -
    above * darkness(depth, cell - columns, height, before, after) -
    (1 - above - below) * darkness(depth, cell, height, before, after) -
    below * darkness(depth, cell + columns, height, before, after)
  );
}

/** How much of three neighbours in a line is dark. A function of its own, because only short ones are put in place of their calls. */
function darkness(depth: Float32Array, cell: number, height: number, before: number, after: number): number {
  return (
    ((depth[cell - 1] ?? 0) > height ? before : 0) +
    ((depth[cell] ?? 0) > height ? 1 - before - after : 0) +
    ((depth[cell + 1] ?? 0) > height ? after : 0)
  );
}
