import type { Scene } from './scene.ts';

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
