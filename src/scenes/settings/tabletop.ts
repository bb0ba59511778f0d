import type { Rgb } from '../../render/index.ts';
import { kinds } from '../kinds/index.ts';
import { opening, type RoomSize, shell, wallSides } from './shell.ts';
import { daylight, laid, mat, plain, rectangle, type SettingPlan } from './surroundings.ts';

const HEIGHT = 0.75;
const HALF = [0.62, 0.44] as const;
const around: RoomSize = { half: [3, 3], height: 2.6 };
const covers = ['table wood', 'cloth', 'stone'] as const;
const floors = ['planks', 'tiles', 'carpet'] as const;
const paints: readonly Rgb[] = [
  [0.86, 0.84, 0.78],
  [0.78, 0.83, 0.86],
  [0.84, 0.86, 0.78],
  [0.88, 0.8, 0.76],
];

const mats: readonly Rgb[] = [
  [0.5, 0.42, 0.5],
  [0.36, 0.48, 0.46],
  [0.85, 0.8, 0.66],
];

/** A table with things on it, in a room that is not furnished further. */
export const tabletop: SettingPlan = {
  gap: 0.045,
  surroundings(dice) {
    const top = { centre: [0, 0] as const, half: [HALF[0] + 0.06, HALF[1] + 0.06] as const, z: HEIGHT };
    const placemat = {
      centre: [0.8 * (dice.next() - 0.5), 0.5 * (dice.next() - 0.5)] as const,
      half: [0.16, 0.115] as const,
      z: HEIGHT + 0.001,
    };
    const leg = (x: number, y: number) => plain([0.03, 0.03, 0.35], [x, y, 0.35], [0.4, 0.3, 0.22]);
    return {
      scene: 'indoor',
      extent: { half: HALF, z: HEIGHT },
      surfaces: [
        laid(dice.pick(covers), { ...top, z: HEIGHT + 0.0005 }, 'table top'),
        mat(placemat, dice.pick(mats), 'placemat'),
        plain([top.half[0], top.half[1], 0.02], [0, 0, HEIGHT - 0.02], [0.5, 0.37, 0.26], { castsShadow: true }),
        ...[leg(0.6, 0.42), leg(-0.6, 0.42), leg(0.6, -0.42), leg(-0.6, -0.42)],
        ...shell(around, dice.pick(floors), dice.pick(paints)),
        ...dice
          .shuffle(wallSides)
          .slice(0, 3)
          .flatMap((side, n) =>
            opening({ what: n === 2 ? 'door' : 'window', side, along: 1.2 * (n - 1) }, around, dice),
          ),
      ],
      regions: [
        { name: 'table top', kind: 'top', outline: rectangle(top), z: HEIGHT, on: null },
        { name: 'placemat', kind: 'rug', outline: rectangle(placemat), z: HEIGHT, on: null },
        {
          name: 'floor',
          kind: 'floor',
          outline: rectangle({ centre: [0, 0], half: around.half, z: 0 }),
          z: 0,
          on: null,
        },
      ],
      lights: daylight(
        1.9,
        0.004,
        HEIGHT,
        dice.pick([
          [0.35, 0.5, -1],
          [-0.35, 0.5, -1],
          [-0.4, -0.3, -1],
        ]),
      ),
      sky: [0.9, 0.9, 0.9],
    };
  },
  furnish: () => [{ centre: [0, 0], half: HALF, z: HEIGHT, on: null }],
  movable: kinds.filter(({ settings, furniture }) => settings.includes('tabletop') && !furniture),
  onTops: ['mug', 'can', 'cube', 'candle', 'toy car', 'cone', 'toy duck'],
  without: [],
  rows: ['mug', 'can', 'cube', 'bottle', 'candle', 'cone', 'toy duck', 'book', 'bowl'],
};
