import { noise, type Rgb, type Texture, texture } from '../../render/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';

/** A place on the table, 0 … 1 both ways; everything repeats after 1. */
type Painter = (x: number, y: number) => Rgb;

const SIDE = 512;

/** What a table may be covered with. Never as dark as ink nor as bright as a block: letters and blocks must stand out. */
const painters: Readonly<Record<string, (dice: Random) => Painter>> = {
  /** Boards of one timber, each with a grain and a tone of its own. */
  wood(dice) {
    const boards = 6;
    const tones = Array.from({ length: boards }, () => 0.85 + 0.15 * dice.next());
    const starts = tones.map(() => dice.next());
    const [bend, grain] = [noise(dice, 8), noise(dice, 128)];
    const timber = dice.pick<Rgb>([
      [0.72, 0.52, 0.34],
      [0.62, 0.44, 0.3],
      [0.78, 0.64, 0.46],
    ]);
    return (x, y) => {
      const board = Math.floor(boards * y);
      const shifted = x + at(starts, board);
      const rings = ramp(9 * y + 0.8 * bend(shifted, y));
      const joint = (boards * y) % 1 < 0.02 ? 0.7 : 1;
      return scaled(timber, joint * at(tones, board) * (0.82 + 0.12 * rings + 0.06 * grain(shifted / 8, y)));
    };
  },
  /** Threads across each other, with a wide check in a second colour. */
  cloth(dice) {
    const [threads, checks] = [128, 3 + dice.int(3)];
    const plain: Rgb = [0.78, 0.75, 0.7];
    const dyed = dice.pick<Rgb>([
      [0.5, 0.58, 0.66],
      [0.62, 0.5, 0.48],
      [0.52, 0.6, 0.5],
    ]);
    return (x, y) => {
      const isOver = (Math.floor(threads * x) + Math.floor(threads * y)) % 2 === 0;
      const along = isOver ? x : y;
      const round = 0.9 + 0.1 * ramp(threads * (isOver ? y : x));
      return scaled((checks * along) % 1 < 0.5 ? dyed : plain, round);
    };
  },
  /** Stone with grains of three sizes. */
  stone(dice) {
    const grains = [noise(dice, 16), noise(dice, 128), noise(dice, 256)];
    const base: Rgb = dice.pick<Rgb>([
      [0.62, 0.62, 0.6],
      [0.66, 0.6, 0.54],
    ]);
    return (x, y) => {
      const [large = 0, middle = 0, small = 0] = grains.map((grain) => grain(x, y));
      const grain = small > 0.72 ? 0.62 : middle > 0.7 ? 1.18 : 1;
      return scaled(base, grain * (0.92 + 0.12 * large));
    };
  },
};

/** Names of all of them. */
export const tableCovers: readonly string[] = Object.keys(painters);

/**
 * A covering of a table, drawn from a seed.
 * @example tableTexture({ cover: 'wood', seed: 7 })
 */
export function tableTexture({ cover, seed }: { cover: string; seed: number }): Texture {
  const make = Object.hasOwn(painters, cover) ? painters[cover] : undefined;
  if (!make) throw new Error(`no table is covered with ${cover}: there are ${tableCovers.join(', ')}`);
  const paint = make(random('table', cover, seed));
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const colour = paint((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE);
    for (const k of [0, 1, 2] as const) rgb[3 * i + k] = Math.round(255 * colour[k]);
  }
  return texture(SIDE, rgb);
}

/** 0 … 1 and back, once per unit. */
function ramp(x: number): number {
  return 1 - Math.abs(2 * (x - Math.floor(x)) - 1);
}

function scaled([red, green, blue]: Rgb, by: number): Rgb {
  return [Math.min(1, red * by), Math.min(1, green * by), Math.min(1, blue * by)];
}
