import type { Vec3 } from '../../geometry/index.ts';
import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import { prop } from '../prop.ts';
import { indoorLight } from './lights.ts';
import { type Opening, opening, type RoomSize, shell, wallSides, windowLight } from './shell.ts';
import { laid, mat, plain, rectangle, type SettingPlan, type Surface } from './surroundings.ts';

const HEIGHT = 0.75;
const HALF = [0.62, 0.44] as const;
const around: RoomSize = { half: [3, 3], height: 2.6 };
const covers = ['table wood', 'cloth', 'stone'] as const;
const floors = ['planks', 'dark planks', 'tiles', 'carpet'] as const;
const paints: readonly Rgb[] = [
  [0.86, 0.84, 0.78],
  [0.78, 0.83, 0.86],
  [0.84, 0.86, 0.78],
  [0.88, 0.8, 0.76],
];

/** Where light from above shines to. */
const suns: readonly Vec3[] = [
  [0.35, 0.5, -1],
  [-0.35, 0.5, -1],
  [-0.4, -0.3, -1],
];
const mats: readonly Rgb[] = [
  [0.5, 0.42, 0.5],
  [0.36, 0.48, 0.46],
  [0.85, 0.8, 0.66],
];

/** What stands along the walls, in no way of doors and windows; none of it is asked about. */
function furnished(dice: Random): Surface[] {
  const pieces = dice.shuffle(['sofa', 'bookshelf', 'cabinet', 'armchair', 'potted tree', 'floor lamp', 'bookshelf']);
  const corners = [
    [-2.1, 2.5],
    [2.2, 2.5],
    [-2.1, -2.5],
    [2.2, -2.5],
    [2.5, 0.9],
    [-2.5, -0.9],
  ] as const;
  return corners.flatMap(([x, y], n) => {
    const kind = kindNamed(at(pieces, n));
    const yaw = Math.abs(x) > Math.abs(y) ? (x > 0 ? Math.PI : 0) : y > 0 ? -Math.PI / 2 : Math.PI / 2;
    return prop(kind, { position: [x, y, 0], yaw }, kind.colours.length > 0 ? dice.pick(kind.colours) : undefined);
  });
}

/** A table with things on it, in a room. */
export const tabletop: SettingPlan = {
  gap: 0.045,
  surroundings(dice) {
    const top = { centre: [0, 0] as const, half: [HALF[0] + 0.06, HALF[1] + 0.06] as const, z: HEIGHT };
    const placemat = {
      centre: [0.8 * (dice.next() - 0.5), 0.5 * (dice.next() - 0.5)] as const,
      half: [0.16, 0.115] as const,
      z: HEIGHT + 0.001,
    };
    const [first = 'north', second = 'east', third = 'west'] = dice.shuffle(wallSides);
    const window: Opening = { what: 'window', side: first, along: 0.6 };
    const door: Opening = { what: 'door', side: third, along: 1.2 };
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
        ...[window, { ...window, side: second, along: -0.8 }, door].flatMap((one) => opening(one, around, dice)),
        ...furnished(dice),
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
      lights: indoorLight({ size: 1.9, cell: 0.004, z: HEIGHT }, dice.pick(suns), windowLight(window, around)),
      sky: [0.9, 0.9, 0.9],
    };
  },
  furnish: () => [{ centre: [0, 0], half: HALF, z: HEIGHT, on: null }],
  movable: kinds.filter(({ settings, furniture }) => settings.includes('tabletop') && !furniture),
  onTops: ['mug', 'can', 'cube', 'candle', 'toy car', 'cone', 'toy duck'],
  without: [],
  rows: ['mug', 'can', 'cube', 'bottle', 'candle', 'cone', 'toy duck', 'book', 'bowl'],
};
