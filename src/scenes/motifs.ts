import { type Motif, noise } from '../render/index.ts';
import type { Random } from '../stats/index.ts';
import { at } from '../util/index.ts';

/** Several layers of noise, each finer and weaker than the one before, 0 … 1. */
function layered(dice: Random, cells: readonly (readonly [columns: number, rows: number, weight: number])[]): Motif {
  const layers = cells.map(([columns, rows, weight]) => ({ weight, layer: noise(dice, columns, rows) }));
  const whole = cells.reduce((sum, [, , weight]) => sum + weight, 0);
  return (x, y) => layers.reduce((sum, { layer, weight }) => sum + weight * layer(x, y), 0) / whole;
}

export function clouds(dice: Random): Motif {
  return layered(dice, [
    [6, 6, 1],
    [24, 24, 0.7],
    [96, 96, 0.5],
  ]);
}

export function fibres(dice: Random): Motif {
  return layered(dice, [
    [8, 8, 0.5],
    [48, 48, 0.5],
    [128, 128, 1.4],
  ]);
}

/** Light tips and dark gaps. */
export function leaves(dice: Random): Motif {
  const all = layered(dice, [
    [6, 6, 0.6],
    [32, 32, 1],
    [80, 80, 1.4],
  ]);
  return (x, y) => 1.9 * (all(x, y) - 0.5) + 0.5;
}

/** Wood cut lengthways: the grain runs along x, in bands. */
export function grain(dice: Random): Motif {
  const bend = noise(dice, 2, 5);
  const fine = layered(dice, [
    [2, 64, 1],
    [6, 128, 1.2],
  ]);
  return (x, y) => {
    const ring = Math.abs(2 * ((7 * (y + 0.22 * bend(x, y))) % 1) - 1);
    return 0.35 * ring * ring + 0.75 * (fine(x, y) - 0.2);
  };
}

/** Boards along x, each in its tone, every other one beginning elsewhere. */
export function boards(dice: Random, count: number): Motif {
  const tones = Array.from({ length: 2 * count }, () => dice.next());
  const starts = Array.from({ length: count }, () => dice.next());
  const wood = grain(dice);
  return (x, y) => {
    const board = Math.min(count - 1, Math.floor(count * y));
    const along = (x + at(starts, board)) % 1;
    const gap = (count * y) % 1 < 0.05 || (2 * along) % 1 < 0.006;
    return gap ? 1 : 0.45 * at(tones, 2 * board + Math.floor(2 * along)) + 0.5 * wood(x, y);
  };
}

/** Square slabs with joints, each in its tone. */
export function squares(dice: Random, count: number, joint: number): Motif {
  const tones = Array.from({ length: count * count }, () => 0.22 * dice.next());
  const stains = clouds(dice);
  return (x, y) => {
    if (Math.min((count * x) % 1, (count * y) % 1) < joint) return 1;
    return at(tones, Math.floor(count * y) * count + Math.floor(count * x)) + 0.16 * stains(x, y);
  };
}

/** Bricks, twice as long as high, every other row shifted. */
export function bricks(dice: Random, rows: number): Motif {
  const columns = rows / 2;
  const tones = Array.from({ length: rows * columns }, () => 0.35 * dice.next());
  const rough = fibres(dice);
  return (x, y) => {
    const row = Math.floor(rows * y);
    const along = (columns * x + (row % 2) / 2) % columns;
    if ((rows * y) % 1 < 0.1 || along % 1 < 0.05) return 1;
    return at(tones, row * columns + Math.floor(along)) + 0.2 * rough(x, y);
  };
}

/** Woven checks. */
export function checks(dice: Random): Motif {
  const threads = weave(dice);
  return (x, y) => 0.4 * Number((2 * x) % 1 < 0.5) + 0.4 * Number((2 * y) % 1 < 0.5) + 0.2 * threads(x, y);
}

/** Threads over and under each other. */
export function weave(dice: Random): Motif {
  const uneven = fibres(dice);
  return (x, y) => {
    const [a, b] = [(32 * x) % 1, (32 * y) % 1];
    const isOver = (Math.floor(32 * x) + Math.floor(32 * y)) % 2 === 0;
    const across = isOver ? a : b;
    return 0.75 * Math.abs(2 * across - 1) + 0.45 * (uneven(x, y) - 0.3);
  };
}

/** Polished stone with veins. */
export function veins(dice: Random): Motif {
  const bend = clouds(dice);
  const rough = fibres(dice);
  return (x, y) => {
    const vein = 1 - Math.min(1, 9 * Math.abs(bend(x, y) - 0.5));
    return 0.45 * vein * vein + 0.4 * rough(x, y);
  };
}

/** A front with two by two windows. */
export function panes(dice: Random): Motif {
  const rough = fibres(dice);
  return (x, y) => {
    const [a, b] = [(2 * x) % 1, (2 * y) % 1];
    const isPane = a > 0.3 && a < 0.7 && b > 0.25 && b < 0.75 && Math.abs(a - 0.5) > 0.015;
    return isPane ? 0.8 + 0.2 * b : 0.12 * rough(x, y);
  };
}
