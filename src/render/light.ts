import type { Rgb, Scene } from './scene.ts';
import type { Shade } from './shade.ts';

/** Where what is mirrored starts in the list: nine numbers; then the sky: eight; then the lamps: six each, position and colour. */
export const MIRRORED_LIGHT = 16;
export const SKY = 25;
export const LAMPS = 33;

/** Light as it is displayed becomes light. */
const squared = (colour: Rgb) => colour.map((value) => value * value);

/**
 * A scene's lights as plain numbers, three each: direction to the sun, its colour, ambient light on upright surfaces, how much
 * more of it falls on those that look up, the sky at the horizon; from how far away things shelter each other; what glossy things
 * mirror above, around and below; whether the sky has more than one colour, then its zenith, its glow, and its clouds; the lamps.
 */
export function lightNumbers({ lights: { ambient, sun, points, mirrored }, sky }: Scene): Float64Array {
  const [x, y, z] = sun.direction;
  const length = Math.sqrt(x * x + y * y + z * z);
  const { above, below } = ambient;
  return Float64Array.from([
    ...[-x / length, -y / length, -z / length, ...sun.colour],
    ...above.map((value, k) => (value + (below[k] ?? 0)) / 2),
    ...above.map((value, k) => (value - (below[k] ?? 0)) / 2),
    ...squared('horizon' in sky ? sky.horizon : sky),
    ambient.reach ?? 0,
    ...(mirrored ? [mirrored.above, mirrored.around, mirrored.below].flatMap(squared) : new Array<number>(9).fill(0)),
    ...('horizon' in sky
      ? [1, ...squared(sky.zenith), ...squared(sky.glow), sky.clouds]
      : new Array<number>(8).fill(0)),
    ...points.flatMap(({ position, colour }) => [...position, ...colour]),
  ]);
}

/** Steps of light, per unit, that are told apart. */
export const LIGHT_STEPS = 8192;

/** Light that is displayed as it is: less looks darker still, more looks brighter still. */
const PIVOT = 0.42;
/** How much darker and brighter: half as much light as that at the pivot is displayed so much darker. */
const CONTRAST = 0.16;
/** Above this, light is displayed less and less brighter instead of being cut off at white. */
const SHOULDER = 0.72;

/** The tone curve: what is displayed of light, before its root is taken. Gentle at both ends, a little steeper in the middle. */
function toned(light: number): number {
  const bent = light + (CONTRAST * light * (light - PIVOT)) / (light + PIVOT);
  const over = (bent - SHOULDER) / (1 - SHOULDER);
  return over <= 0 ? bent : SHOULDER + (1 - SHOULDER) * (over / (1 + over));
}

/** Light as a byte: what is displayed is the root of light. Light of 2 and more looks the same. */
export const displayed = new Uint8Array(2 * LIGHT_STEPS);
for (let i = 0; i < displayed.length; i += 1) displayed[i] = 255 * Math.sqrt(toned((i + 0.5) / LIGHT_STEPS)) + 0.5;

/** Light as it is displayed. */
export function byteOf(light: number): number {
  return displayed[Math.min(light * LIGHT_STEPS, displayed.length - 1) | 0] ?? 0;
}

/** How many cells around a point say how much of the sun reaches it. */
export const SOFTNESS = 2;

/** A height, and the same bits as a whole number: of two positive ones, the larger is larger in both. */
const heights = new Float32Array(1);
const heightBits = new Int32Array(heights.buffer);

/**
 * How much of the sun reaches a point: the cells around it say whether it is dark, the nearer the more they count. Seen from near,
 * where single cells would show, more of them.
 */
export function sunlight(
  { columns, bits, bottoms, tileShift, tileColumns }: Shade,
  across: number,
  along: number,
  height: number,
  isNear: boolean,
): number {
  const tile = Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift);
  if ((bottoms[tile] ?? 0) > height) return 0;
  heights[0] = height;
  const own = heightBits[0] ?? 0;
  const width = columns | 0;
  if (isNear) {
    const right = across - (across | 0);
    const down = along - (along | 0);
    const cell = (Math.imul(along | 0, width) + (across | 0)) | 0;
    const middle = 2.5 - Math.abs(0.5 - down);
    const dark =
      (1 - down) * wideDarkness(bits, (cell - 2 * width) | 0, own, right) +
      (2 - down) * wideDarkness(bits, (cell - width) | 0, own, right) +
      middle * wideDarkness(bits, cell, own, right) +
      (1 + down) * wideDarkness(bits, (cell + width) | 0, own, right) +
      down * wideDarkness(bits, (cell + 2 * width) | 0, own, right);
    return 1 - dark / ((4 + middle) * (6.5 - Math.abs(0.5 - right)));
  }
  const column = (across - 0.5) | 0;
  const line = (along - 0.5) | 0;
  const right = across - 0.5 - column;
  const down = along - 0.5 - line;
  const cell = (Math.imul(line, width) + column) | 0;
  const dark =
    (1 - down) * darkness(bits, (cell - width) | 0, own, right) +
    (2 - down) * darkness(bits, cell, own, right) +
    (1 + down) * darkness(bits, (cell + width) | 0, own, right) +
    down * darkness(bits, (cell + 2 * width) | 0, own, right);
  return 1 - dark / 16;
}

/** How many of four neighbours in a line are dark, the middle ones counting most. No choices: they are hard to foresee. */
function darkness(bits: Int32Array, cell: number, own: number, right: number): number {
  const a = (own - (bits[cell - 1] ?? 0)) >>> 31;
  const b = (own - (bits[cell] ?? 0)) >>> 31;
  const c = (own - (bits[cell + 1] ?? 0)) >>> 31;
  const d = (own - (bits[cell + 2] ?? 0)) >>> 31;
  return a + b + b + c + right * (c + d - a - b);
}

/** The same of five. */
function wideDarkness(bits: Int32Array, cell: number, own: number, right: number): number {
  const a = (own - (bits[cell - 2] ?? 0)) >>> 31;
  const b = (own - (bits[cell - 1] ?? 0)) >>> 31;
  const c = (own - (bits[cell] ?? 0)) >>> 31;
  const d = (own - (bits[cell + 1] ?? 0)) >>> 31;
  const e = (own - (bits[cell + 2] ?? 0)) >>> 31;
  return a + b + b + d + right * (d + e - a - b) + c * (2.5 - Math.abs(0.5 - right));
}
