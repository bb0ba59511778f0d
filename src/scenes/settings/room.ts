import type { Vec3 } from '../../geometry/index.ts';
import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import type { Area, Arrangement } from '../arrange.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { Region } from '../types.ts';
import {
  daylight,
  laid,
  mat,
  plain,
  rectangle,
  type SettingPlan,
  type Surface,
  type Surroundings,
  walls,
} from './surroundings.ts';

const HALF = [2.4, 2.1] as const;
const HEIGHT = 2.5;
const floors = ['planks', 'tiles', 'carpet'] as const;
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
const yaws = { north: -Math.PI / 2, east: Math.PI, west: 0 };
type Wall = keyof typeof yaws;

/** Furniture along three walls, a table with chairs, a rug; the south side stays open for the camera. */
export const room: SettingPlan = {
  gap: 0.1,
  surroundings,
  furnish,
  movable: kinds.filter(({ settings, furniture, colours }) => {
    return settings.includes('room') && !settings.includes('tabletop') && !furniture && colours.length > 0;
  }),
  // Nothing that could be taken for what stands on the floor: a ball, a potted plant.
  onTops: ['table lamp', 'vase', 'bottle', 'gift box', 'teapot', 'clock', 'toy duck', 'laptop', 'bowl', 'pyramid'],
  without: [],
  rows: ['stool', 'waste bin', 'bucket', 'beach ball', 'cushion'],
};

function surroundings(dice: Random): Surroundings {
  const [first, second] = dice.shuffle<Wall>(['north', 'east', 'west']);
  const rug = {
    centre: [2.6 * (dice.next() - 0.5), 1.6 * dice.next() - 1.3] as const,
    half: [0.85, 0.6] as const,
    z: 0.004,
  };
  return {
    scene: 'indoor',
    extent: { half: HALF, z: 0 },
    surfaces: [
      // From outside, cameras see the hall around the room instead of nothing.
      plain([30, 30, 0.01], [0, 0, -0.11], [0.45, 0.46, 0.49]),
      plain([HALF[0] + 0.05, HALF[1] + 0.05, 0.04], [0, 0, -0.045], [0.9, 0.9, 0.88]),
      laid(dice.pick(floors), { centre: [0, 0], half: HALF, z: 0 }, 'floor'),
      ...walls(HALF, HEIGHT, dice.pick(paints)),
      ...(first ? opening('window', first, dice) : []),
      ...(second ? opening('door', second, dice) : []),
      mat(rug, dice.pick(rugs), 'rug'),
    ],
    regions: [
      { name: 'floor', kind: 'floor', outline: rectangle({ centre: [0, 0], half: HALF, z: 0 }), z: 0, on: null },
      { name: 'rug', kind: 'rug', outline: rectangle(rug), z: rug.z, on: null },
      ...(first ? [footOf('wall with the window', 'wall', first, 10), footOf('window', 'window', first, 0.7)] : []),
      ...(second ? [footOf('wall with the door', 'wall', second, 10), footOf('door', 'door', second, 0.45)] : []),
    ],
    lights: daylight(
      6.6,
      0.01,
      0,
      dice.pick([
        [0.3, 0.6, -1.2],
        [-0.3, 0.6, -1.2],
      ]),
    ),
    sky: [0.93, 0.93, 0.93],
  };
}

/** Where along its wall a door or window is: windows in the middle, doors towards the open side. */
const along = { door: { north: 1.5, east: -1.5, west: -1.5 }, window: { north: 0, east: 0, west: 0 } } as const;

function opening(what: 'window' | 'door', wall: Wall, dice: Random): Surface[] {
  const [halfWidth, z, halfHeight] = what === 'window' ? [0.7, 1.75, 0.45] : [0.45, 1.02, 1.02];
  const isNorth = wall === 'north';
  const edge = isNorth ? HALF[1] : wall === 'east' ? HALF[0] : -HALF[0];
  const leaf: Rgb =
    what === 'window'
      ? [0.72, 0.86, 0.95]
      : dice.pick<Rgb>([
          [0.6, 0.44, 0.3],
          [0.5, 0.56, 0.6],
        ]);
  const at = (depth: number, sideways: number, up: number): Vec3 => {
    const inner = edge - Math.sign(edge) * depth;
    return isNorth ? [along[what][wall] + sideways, inner, up] : [inner, along[what][wall] + sideways, up];
  };
  const half = (depth: number, width: number, height: number): Vec3 =>
    isNorth ? [width, depth, height] : [depth, width, height];
  const frame: Rgb = [0.95, 0.95, 0.94];
  return [
    plain(half(0.012, halfWidth + 0.07, halfHeight + 0.07), at(0.012, 0, z), frame),
    plain(half(0.008, halfWidth, halfHeight), at(0.026, 0, z), leaf, { region: what }),
    ...(what === 'window'
      ? [
          plain(half(0.01, 0.03, halfHeight), at(0.034, 0, z), frame),
          plain(half(0.01, halfWidth, 0.02), at(0.034, 0, z), frame),
        ]
      : [plain(half(0.02, 0.06, 0.015), at(0.05, 0.3, 1), [0.75, 0.75, 0.7])]),
  ];
}

function footOf(name: string, kind: Region['kind'], wall: Wall, half: number): Omit<Region, 'id'> {
  const length = Math.min(half, wall === 'north' ? HALF[0] : HALF[1]);
  const middle = kind === 'wall' ? 0 : along[kind === 'door' ? 'door' : 'window'][wall];
  const ends = [middle - length, middle + length];
  const outline = ends.map((end): [number, number] =>
    wall === 'north' ? [end, HALF[1]] : [wall === 'east' ? HALF[0] : -HALF[0], end],
  );
  return { name, kind, outline, z: 0, on: null };
}

/** The big pieces; what is free afterwards: the floor, and their tops. */
function furnish(arrangement: Arrangement): Area[] {
  const { dice } = arrangement;
  const pieces = dice.shuffle(['sofa', 'bookshelf', 'cabinet', 'armchair']);
  const sides: Wall[] = dice.shuffle<Wall>(['north', 'east', 'west', 'north']);
  for (const [n, name] of pieces.slice(0, 3).entries()) placeAtWall(arrangement, name, at(sides, n));
  const table = arrangement.scatter(
    kindNamed('table'),
    { centre: [0, 0.5], half: [1.4, 1.1], z: 0, on: null },
    { yaw: dice.pick([0, Math.PI / 2]), size: 'medium' },
  );
  if (table) {
    const lengthways = table.yaw === 0;
    for (const side of dice.shuffle([1, -1]).slice(0, 1 + dice.int(2))) {
      const [x, y] = table.position;
      const away = 0.72 * side;
      const stand = {
        position: [lengthways ? x + away : x + 0.2, lengthways ? y + 0.2 : y + away, 0] as const,
        yaw: (lengthways ? 0 : Math.PI / 2) + (side > 0 ? Math.PI : 0),
      };
      arrangement.put(kindNamed('dining chair'), stand);
    }
  }
  for (const name of dice.shuffle(['floor lamp', 'potted tree', 'stool', 'armchair']).slice(0, 2)) {
    const kind = kindNamed(name);
    arrangement.scatter(kind, floor, { size: 'medium', ...(kind.front ? { yaw: -Math.PI / 2 } : {}) });
  }
  return [floor];
}

const floor: Area = { centre: [0, -0.2], half: [2.2, 1.7], z: 0, on: null };

function placeAtWall(arrangement: Arrangement, name: string, wall: Wall): void {
  const { dice } = arrangement;
  const kind = kindNamed(name);
  const depth = { sofa: 0.42, bookshelf: 0.19, cabinet: 0.26, armchair: 0.42 }[name] ?? 0.3;
  const edge = wall === 'north' ? HALF[1] : HALF[0];
  const inner = edge - depth - 0.06;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const sideways = (wall === 'north' ? 1.3 : 0.9) * (2 * dice.next() - 1) + (wall === 'north' ? 0 : 0.3);
    const position: Vec3 = wall === 'north' ? [sideways, inner, 0] : [wall === 'east' ? inner : -inner, sideways, 0];
    if (arrangement.put(kind, { position, yaw: yaws[wall] })) return;
  }
}
