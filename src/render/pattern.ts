import { type Random, random } from '../stats/index.ts';
import type { Rgb } from './scene.ts';
import { type Texture, texture } from './texture.ts';

const SIDE = 256;

/** How much of the second colour there is at (x, y), 0 … 1; everything repeats after 1. */
export type Motif = (x: number, y: number) => number;

/**
 * A background drawn from a seed: cloudy stone, wood, tiles or speckles, in two colours of one family.
 * @example patternTexture(7)
 */
export function patternTexture(seed: number): Texture {
  const dice = random('pattern', seed);
  const first = tint(dice);
  const second: Rgb = [shade(first[0], dice), shade(first[1], dice), shade(first[2], dice)];
  const motif = dice.pick([clouds, wood, tiles, speckles])(dice);
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const part = motif((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE);
    for (const k of [0, 1, 2] as const) rgb[3 * i + k] = Math.round(255 * (first[k] + part * (second[k] - first[k])));
  }
  return texture(SIDE, rgb);
}

/** Neither black nor glaring, so that blocks of any colour stand out. */
function tint(dice: Random): Rgb {
  return [0.25 + 0.6 * dice.next(), 0.25 + 0.6 * dice.next(), 0.25 + 0.6 * dice.next()];
}

function shade(value: number, dice: Random): number {
  return value * (0.6 + 0.3 * dice.next());
}

function clouds(dice: Random): Motif {
  const layers = [noise(dice, 4), noise(dice, 8), noise(dice, 16), noise(dice, 64)];
  return (x, y) => layers.reduce((sum, layer, n) => sum + layer(x, y) / (2 << n), 0);
}

function wood(dice: Random): Motif {
  const bend = noise(dice, 4);
  const grain = noise(dice, 128);
  const rings = 5 + dice.int(5);
  return (x, y) => 0.7 * wave(rings * (y + 0.15 * bend(x, y))) + 0.3 * grain(x / 16, y);
}

function tiles(dice: Random): Motif {
  const rows = 2 + dice.int(4);
  const stone = noise(dice, 32);
  return (x, y) => {
    const [column, row] = [Math.floor(rows * x), Math.floor(rows * y)];
    const edge = Math.min((rows * x) % 1, (rows * y) % 1);
    return edge < 0.04 ? 1 : 0.5 * ((column + row) % 2) + 0.2 * stone(x, y);
  };
}

function speckles(dice: Random): Motif {
  const fine = noise(dice, 32);
  const edge = 0.5 + 0.2 * dice.next();
  return (x, y) => (fine(x, y) > edge ? 1 : 0.15);
}

/** 0 … 1 and back, once per unit. */
function wave(x: number): number {
  const part = x - Math.floor(x);
  return 1 - Math.abs(2 * part - 1);
}

/** Random values on a lattice, smoothly joined; of squares, unless it has more or fewer rows than columns. */
export function noise(dice: Random, cells: number, rows = cells): Motif {
  const values = Float64Array.from({ length: cells * rows }, () => dice.next());
  const smooth = (t: number) => t * t * (3 - 2 * t);
  // Plain numbers, no lists: textures ask it a million times before the first picture.
  return (x, y) => {
    const column = Math.floor(x * cells);
    const row = Math.floor(y * rows);
    const a = smooth(x * cells - column);
    const b = smooth(y * rows - row);
    const left = column % cells;
    const right = (column + 1) % cells;
    const upper = (row % rows) * cells;
    const lower = ((row + 1) % rows) * cells;
    const top = (values[upper + left] ?? 0) * (1 - a) + (values[upper + right] ?? 0) * a;
    const bottom = (values[lower + left] ?? 0) * (1 - a) + (values[lower + right] ?? 0) * a;
    return top * (1 - b) + bottom * b;
  };
}
