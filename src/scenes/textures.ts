import { type Motif, noise, type Rgb, type Texture, texture } from '../render/index.ts';
import { random } from '../stats/index.ts';

const SIDE = 128;

/** What a surface is covered with: plain names, so that a place can be described. */
export type Cover = 'planks' | 'table wood' | 'tiles' | 'carpet' | 'grass' | 'asphalt' | 'paving' | 'cloth' | 'stone';

/** Side of one repeat in metres, two colours, and how much of the second there is. Calm, so that things stand out. */
const covers: Readonly<Record<Cover, { tile: number; first: Rgb; second: Rgb; motif: (cover: string) => Motif }>> = {
  planks: { tile: 1.2, first: [0.76, 0.62, 0.46], second: [0.62, 0.48, 0.34], motif: (seed) => boards(seed, 6) },
  'table wood': { tile: 1, first: [0.8, 0.68, 0.52], second: [0.7, 0.56, 0.4], motif: grain },
  tiles: { tile: 1.2, first: [0.76, 0.77, 0.76], second: [0.58, 0.6, 0.6], motif: () => squares(3, 0.03) },
  carpet: { tile: 1, first: [0.66, 0.68, 0.72], second: [0.6, 0.62, 0.67], motif: clouds },
  grass: { tile: 4, first: [0.52, 0.62, 0.36], second: [0.42, 0.54, 0.28], motif: clouds },
  asphalt: { tile: 4, first: [0.5, 0.5, 0.51], second: [0.44, 0.44, 0.46], motif: clouds },
  paving: { tile: 1.6, first: [0.72, 0.68, 0.62], second: [0.54, 0.5, 0.46], motif: () => squares(4, 0.05) },
  cloth: { tile: 0.6, first: [0.66, 0.74, 0.8], second: [0.58, 0.67, 0.75], motif: () => squares(4, 0.5) },
  stone: { tile: 1.5, first: [0.68, 0.68, 0.66], second: [0.58, 0.58, 0.57], motif: clouds },
};

const made = new Map<Cover, Texture>();

/** The texture of a cover, made once, and the side of its repeat. */
export function cover(name: Cover): { texture: Texture; tile: number } {
  const { tile, first, second, motif } = covers[name];
  const known = made.get(name);
  if (known) return { texture: known, tile };
  const part = motif(name);
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const share = part((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE);
    for (const k of [0, 1, 2] as const) rgb[3 * i + k] = Math.round(255 * (first[k] + share * (second[k] - first[k])));
  }
  const drawn = texture(SIDE, rgb);
  made.set(name, drawn);
  return { texture: drawn, tile };
}

function clouds(seed: string): Motif {
  const dice = random('cover', seed);
  const layers = [noise(dice, 4), noise(dice, 8), noise(dice, 16)];
  return (x, y) => layers.reduce((sum, layer) => sum + layer(x, y) / layers.length, 0);
}

function grain(seed: string): Motif {
  const bend = noise(random('cover', seed), 4);
  return (x, y) => {
    const part = (5 * (y + 0.12 * bend(x, y))) % 1;
    return 1 - Math.abs(2 * part - 1);
  };
}

function boards(seed: string, count: number): Motif {
  const dice = random('cover', seed);
  const tones = Array.from({ length: count }, () => 0.7 * dice.next());
  return (_, y) => {
    const board = Math.floor(count * y);
    return (count * y) % 1 < 0.06 ? 1 : (tones[board] ?? 0);
  };
}

function squares(count: number, joint: number): Motif {
  return (x, y) => (Math.min((count * x) % 1, (count * y) % 1) < joint ? 1 : 0);
}
