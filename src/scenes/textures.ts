import { type Motif, noise, type Rgb, type Texture, texture } from '../render/index.ts';
import { random } from '../stats/index.ts';
import { boards, bricks, checks, clouds, fibres, grain, leaves, panes, squares, veins, weave } from './motifs.ts';

const SIDE = 256;

/** What a surface is covered with: plain names, so that a place can be described. */
export type Cover = keyof typeof covers;

interface CoverPlan {
  /** Side of one repeat in metres. */
  tile: number;
  /** Two colours, and how much of the second there is. Calm, so that things stand out. */
  first: Rgb;
  second: Rgb;
  motif(dice: ReturnType<typeof random>): Motif;
}

const white: Rgb = [1, 1, 1];
const grey = (value: number): Rgb => [value, value, value];

/** Floors, walls and grounds in their own colours; what items are made of in greys, which their colours are multiplied by. */
const covers = {
  planks: { tile: 1.2, first: [0.78, 0.62, 0.45], second: [0.52, 0.37, 0.24], motif: (dice) => boards(dice, 8) },
  'dark planks': { tile: 1.2, first: [0.55, 0.4, 0.28], second: [0.33, 0.22, 0.14], motif: (dice) => boards(dice, 8) },
  'table wood': { tile: 1.1, first: [0.8, 0.65, 0.47], second: [0.58, 0.41, 0.26], motif: grain },
  tiles: { tile: 1.6, first: [0.8, 0.8, 0.78], second: [0.56, 0.57, 0.57], motif: (dice) => squares(dice, 4, 0.025) },
  carpet: { tile: 0.8, first: [0.7, 0.7, 0.72], second: [0.5, 0.52, 0.56], motif: fibres },
  grass: { tile: 2.2, first: [0.5, 0.59, 0.31], second: [0.33, 0.45, 0.19], motif: leaves },
  asphalt: { tile: 2, first: [0.52, 0.52, 0.53], second: [0.35, 0.35, 0.37], motif: fibres },
  paving: { tile: 1.6, first: [0.74, 0.7, 0.64], second: [0.48, 0.44, 0.4], motif: (dice) => bricks(dice, 8) },
  cloth: { tile: 0.3, first: [0.74, 0.8, 0.85], second: [0.52, 0.63, 0.74], motif: checks },
  stone: { tile: 1.2, first: [0.78, 0.78, 0.76], second: [0.6, 0.6, 0.6], motif: veins },
  plaster: { tile: 1.5, first: white, second: grey(0.94), motif: clouds },
  'fence boards': { tile: 1, first: white, second: grey(0.6), motif: (dice) => boards(dice, 8) },
  'painted wood': { tile: 0.8, first: white, second: grey(0.87), motif: grain },
  'wood grain': { tile: 0.8, first: white, second: grey(0.7), motif: grain },
  weave: { tile: 0.2, first: white, second: grey(0.76), motif: weave },
  fibres: { tile: 0.4, first: white, second: grey(0.86), motif: fibres },
  'brushed metal': { tile: 0.4, first: white, second: grey(0.82), motif: (dice) => noise(dice, 2, 128) },
  bark: { tile: 0.6, first: white, second: grey(0.55), motif: (dice) => noise(dice, 48, 6) },
  leaves: { tile: 0.9, first: [1.25, 1.25, 1.1], second: grey(0.45), motif: leaves },
  shrubs: { tile: 1.6, first: [0.4, 0.5, 0.24], second: [0.13, 0.21, 0.09], motif: leaves },
  'house front': { tile: 6, first: [0.84, 0.8, 0.72], second: [0.3, 0.36, 0.42], motif: panes },
  roof: { tile: 1.2, first: [0.5, 0.3, 0.25], second: [0.3, 0.17, 0.15], motif: (dice) => bricks(dice, 6) },
} as const satisfies Readonly<Record<string, CoverPlan>>;

const made = new Map<Cover, Texture>();

/** The texture of a cover, made once, and the side of its repeat. */
export function cover(name: Cover): { texture: Texture; tile: number } {
  const plan: CoverPlan = covers[name];
  const known = made.get(name);
  if (known) return { texture: known, tile: plan.tile };
  const motif = plan.motif(random('cover', name));
  const [red, green, blue] = plan.first;
  const [red2, green2, blue2] = plan.second;
  const drawn = painted((x, y) => {
    const share = Math.min(1, Math.max(0, motif(x, y)));
    return [red + share * (red2 - red), green + share * (green2 - green), blue + share * (blue2 - blue)];
  });
  made.set(name, drawn);
  return { texture: drawn, tile: plan.tile };
}

function painted(colour: (x: number, y: number) => Rgb): Texture {
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const [red, green, blue] = colour((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE);
    rgb[3 * i] = Math.min(255, Math.round(255 * red));
    rgb[3 * i + 1] = Math.min(255, Math.round(255 * green));
    rgb[3 * i + 2] = Math.min(255, Math.round(255 * blue));
  }
  return texture(SIDE, rgb);
}

let outside: Texture | undefined;

/** What one sees through a window, not quite sharp: sky, trees, a lawn. From its first row up. */
export function outlook(): Texture {
  if (outside) return outside;
  const dice = random('cover', 'outlook');
  const [hills, crowns] = [noise(dice, 5, 1), noise(dice, 24)];
  outside = painted((x, y) => {
    const edge = 0.28 + 0.16 * hills(x, 0) + 0.05 * crowns(x, 0.3);
    if (y > edge) return [0.7 + 0.25 * (1 - y), 0.84 + 0.12 * (1 - y), 0.97];
    const leaf = 0.65 + 0.5 * crowns(x, y);
    return y > 0.2 ? [0.34 * leaf, 0.46 * leaf, 0.26 * leaf] : [0.5 * leaf + 0.1, 0.6 * leaf + 0.08, 0.34 * leaf];
  });
  return outside;
}
