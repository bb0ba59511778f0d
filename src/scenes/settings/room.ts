import type { Vec3 } from '../../geometry/index.ts';
import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';
import type { Area, Arrangement, ItemDraft } from '../arrange.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import { indoorLight } from './lights.ts';
import {
  type Opening,
  opening,
  openingRegions,
  type RoomSize,
  shell,
  type WallSide,
  wallSides,
  windowLight,
} from './shell.ts';
import { mat, rectangle, type SettingPlan, type Surroundings } from './surroundings.ts';

const size: RoomSize = { half: [3.3, 2.9], height: 2.6 };
const [HALF_X, HALF_Y] = size.half;
const floors = ['planks', 'dark planks', 'tiles', 'carpet'] as const;
const paints: readonly Rgb[] = [
  [0.88, 0.86, 0.8],
  [0.8, 0.85, 0.88],
  [0.86, 0.88, 0.8],
  [0.9, 0.83, 0.79],
];
const rugs: readonly Rgb[] = [
  [0.62, 0.5, 0.46],
  [0.48, 0.56, 0.64],
  [0.55, 0.6, 0.5],
];
/** Which way something looks that stands before a wall. */
const yaws: Readonly<Record<WallSide, number>> = {
  north: -Math.PI / 2,
  south: Math.PI / 2,
  east: Math.PI,
  west: 0,
};

/** Furniture along the walls, tables with chairs, a rug, people. */
export const room: SettingPlan = {
  gap: 0.1,
  surroundings,
  furnish,
  movable: kinds.filter(({ settings, furniture, colours, worn }) => {
    return settings.includes('room') && !settings.includes('tabletop') && !furniture && !worn && colours.length > 0;
  }),
  // Nothing that could be taken for what stands on the floor: a ball, a potted plant.
  onTops: ['table lamp', 'vase', 'bottle', 'gift box', 'teapot', 'clock', 'toy duck', 'laptop', 'bowl', 'pyramid'],
  without: [],
  rows: ['stool', 'waste bin', 'bucket', 'beach ball', 'cushion'],
};

function surroundings(dice: Random): Surroundings {
  const sides = dice.shuffle(wallSides);
  const window: Opening = { what: 'window', side: at(sides, 0), along: 0 };
  const openings: Opening[] = [window, { what: 'door', side: at(sides, 1), along: dice.pick([-1.7, 1.7]) }];
  const rug = {
    centre: [3.4 * (dice.next() - 0.5), 2.6 * (dice.next() - 0.5)] as const,
    half: [1, 0.7] as const,
    z: 0.004,
  };
  return {
    scene: 'indoor',
    extent: { half: size.half, z: 0 },
    surfaces: [
      ...shell(size, dice.pick(floors), dice.pick(paints)),
      ...openings.flatMap((one) => opening(one, size, dice)),
      mat(rug, dice.pick(rugs), 'rug'),
    ],
    regions: [
      { name: 'floor', kind: 'floor', outline: rectangle({ centre: [0, 0], half: size.half, z: 0 }), z: 0, on: null },
      { name: 'rug', kind: 'rug', outline: rectangle(rug), z: rug.z, on: null },
      ...openings.flatMap((one) => openingRegions(one, size)),
    ],
    lights: indoorLight(
      { size: 9.2, cell: 0.012, z: 0 },
      dice.pick<Vec3>([
        [0.3, 0.6, -1.2],
        [-0.3, 0.6, -1.2],
      ]),
      windowLight(window, size),
    ),
    sky: [0.93, 0.93, 0.93],
  };
}

const floor: Area = { centre: [0, 0], half: [HALF_X - 0.3, HALF_Y - 0.3], z: 0, on: null };

/** The big pieces; what is free afterwards: the floor, and their tops. */
function furnish(arrangement: Arrangement): Area[] {
  const { dice } = arrangement;
  const pieces = dice.shuffle(['sofa', 'bookshelf', 'cabinet', 'armchair', 'armchair', 'cabinet']);
  const sides = dice.shuffle([...wallSides, ...wallSides]);
  for (const [n, name] of pieces.slice(0, 4).entries()) placeAtWall(arrangement, name, at(sides, n));
  const middle: Area = { centre: [0, 0], half: [HALF_X - 1, HALF_Y - 1], z: 0, on: null };
  const straight = () => ({ yaw: dice.pick([0, Math.PI / 2]), size: 'medium' }) as const;
  const table = arrangement.scatter(kindNamed('table'), middle, straight());
  if (table) seat(arrangement, table);
  if (dice.int(2) === 0) arrangement.scatter(kindNamed('coffee table'), middle, straight());
  for (const name of dice.shuffle(['floor lamp', 'potted tree', 'stool', 'stool']).slice(0, 3)) {
    arrangement.scatter(kindNamed(name), floor, { size: 'medium' });
  }
  for (let n = dice.int(3); n > 0; n -= 1) arrangement.scatter(kindNamed('person'), floor, { size: 'medium' });
  return [floor];
}

/** Chairs at one or both of a table's sides. */
function seat(arrangement: Arrangement, { position: [x, y], yaw }: ItemDraft): void {
  const { dice } = arrangement;
  const lengthways = yaw === 0;
  for (const side of dice.shuffle([1, -1]).slice(0, 1 + dice.int(2))) {
    for (const aside of dice.shuffle([0.32, -0.32]).slice(0, 1 + dice.int(2))) {
      const away = 0.72 * side;
      const stand = {
        position: [x + (lengthways ? away : aside), y + (lengthways ? aside : away), 0] as const,
        yaw: (lengthways ? 0 : Math.PI / 2) + (side > 0 ? Math.PI : 0),
      };
      arrangement.put(kindNamed('dining chair'), stand);
    }
  }
}

function placeAtWall(arrangement: Arrangement, name: string, wall: WallSide): void {
  const { dice } = arrangement;
  const kind = kindNamed(name);
  const depth = demand({ sofa: 0.42, bookshelf: 0.19, cabinet: 0.26, armchair: 0.42 }, name);
  const lengthways = wall === 'north' || wall === 'south';
  const inner = (lengthways ? HALF_Y : HALF_X) - depth - 0.06;
  const out = wall === 'north' || wall === 'east' ? inner : -inner;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const sideways = (lengthways ? HALF_X - 1.1 : HALF_Y - 1.1) * (2 * dice.next() - 1);
    const position: Vec3 = lengthways ? [sideways, out, 0] : [out, sideways, 0];
    if (arrangement.put(kind, { position, yaw: yaws[wall] })) return;
  }
}
