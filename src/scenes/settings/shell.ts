import type { Vec3 } from '../../geometry/index.ts';
import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import { sheet } from '../shapes.ts';
import { type Cover, cover, outlook } from '../textures.ts';
import type { Region } from '../types.ts';
import { laid, meshOnce, plain, type Surface } from './surroundings.ts';

/** A room by half its sides, and its height. */
export interface RoomSize {
  half: readonly [x: number, y: number];
  height: number;
}

/** Rotations that make a sheet that looks up a wall that looks inward, by the side of the room that it stands on. */
const inward = {
  north: [1, 0, 0, 0, 0, -1, 0, 1, 0],
  south: [-1, 0, 0, 0, 0, 1, 0, 1, 0],
  east: [0, 0, -1, -1, 0, 0, 0, 1, 0],
  west: [0, 0, 1, 1, 0, 0, 0, 1, 0],
} as const;
const downward = [1, 0, 0, 0, -1, 0, 0, 0, -1] as const;
export type WallSide = keyof typeof inward;
export const wallSides: readonly WallSide[] = ['north', 'south', 'east', 'west'];

/** Floor, walls and ceiling go on beyond the room's edges: whoever steps back through a wall, which only its inside shows, still sees a room. */
const BEYOND = 2.5;
/** Light is worked out at the corners of pieces of this side. */
const PIECE = 0.7;
const white: Rgb = [0.95, 0.95, 0.94];
/** Brighter than anything in the room. */
const daylit: Rgb = [1.35, 1.35, 1.35];

/** Floor, ceiling, four walls with skirting boards. */
export function shell({ half, height }: RoomSize, floor: Cover, paint: Rgb): Surface[] {
  const wide = [half[0] + BEYOND, half[1] + BEYOND] as const;
  const wall = (side: WallSide): Surface[] => {
    const [along, edge] = side === 'north' || side === 'south' ? [wide[0], half[1]] : [wide[1], half[0]];
    const { texture, tile } = cover('plaster');
    const mesh = meshOnce(`wall ${along} ${height}`, () => sheet(along, height / 2, { piece: PIECE, tile }));
    const skirting = meshOnce(`skirting ${along}`, () => sheet(along, 0.045, { piece: 4 * PIECE, tile: 1 }));
    const rotation = inward[side];
    return [
      { mesh, position: against(side, edge, 0, height / 2), rotation, colour: paint, texture },
      { mesh: skirting, position: against(side, edge - 0.012, 0, 0.045), rotation, colour: white },
    ];
  };
  const ceiling = meshOnce(`ceiling ${wide}`, () => sheet(wide[0], wide[1], { piece: PIECE, tile: 1 }));
  return [
    laid(floor, { centre: [0, 0], half: wide, z: 0 }, 'floor'),
    plain([0.35, 0.35, 0.025], [0, 0, height - 0.025], daylit),
    { mesh: ceiling, position: [0, 0, height], rotation: downward, colour: white },
    ...wallSides.flatMap(wall),
  ];
}

/** So far from the middle towards a side, so far along its wall, that high. */
function against(side: WallSide, out: number, along: number, z: number): Vec3 {
  const sign = side === 'north' || side === 'east' ? 1 : -1;
  return side === 'north' || side === 'south' ? [along, sign * out, z] : [sign * out, along, z];
}

/** A window or door of a wall: where its middle is along it, and half its width. */
export interface Opening {
  what: 'window' | 'door';
  side: WallSide;
  along: number;
}

const halfWidths = { window: 0.8, door: 0.45 } as const;
const leaves: readonly Rgb[] = [
  [0.6, 0.44, 0.3],
  [0.5, 0.56, 0.6],
  [0.86, 0.85, 0.82],
];

/** What is seen of it: a frame, and a pane or a leaf that shows its region. */
export function opening({ what, side, along }: Opening, { half }: RoomSize, dice: Random): Surface[] {
  const [z, halfHeight] = what === 'window' ? [1.55, 0.62] : [1.02, 1.02];
  const width = halfWidths[what];
  const edge = side === 'north' || side === 'south' ? half[1] : half[0];
  const put = (depth: number, sideways: number, up: number) => against(side, edge - depth, along + sideways, up);
  const size = (depth: number, wide: number, high: number): Vec3 =>
    side === 'north' || side === 'south' ? [wide, depth, high] : [depth, wide, high];
  const frame = plain(size(0.015, width + 0.07, halfHeight + 0.07), put(0.015, 0, z), white);
  if (what === 'door') {
    return [
      frame,
      plain(size(0.01, width, halfHeight), put(0.03, 0, z), dice.pick(leaves), { region: what }),
      plain(size(0.02, 0.06, 0.012), put(0.06, 0.33, 1), [0.75, 0.75, 0.7]),
    ];
  }
  return [
    frame,
    {
      mesh: meshOnce(`pane ${width} ${halfHeight}`, () => sheet(width, halfHeight, { piece: 1, tile: 2 * width })),
      position: put(0.036, 0, z),
      rotation: inward[side],
      colour: daylit,
      texture: outlook(),
      region: what,
    },
    plain(size(0.012, 0.025, halfHeight), put(0.042, 0, z), white),
    plain(size(0.012, width, 0.02), put(0.042, 0, z + 0.2), white),
    plain(size(0.09, width + 0.1, 0.015), put(0.09, 0, z - halfHeight - 0.08), white),
  ];
}

/** Where the light of a window comes from: somewhat within the room, so that its own wall has some of it. */
export function windowLight({ side, along }: Opening, { half }: RoomSize): Vec3 {
  return against(side, (side === 'north' || side === 'south' ? half[1] : half[0]) - 0.7, along, 1.7);
}

/** The regions of an opening: its wall, and itself; both by their foot lines. */
export function openingRegions({ what, side, along }: Opening, { half }: RoomSize): Omit<Region, 'id'>[] {
  const lengthways = side === 'north' || side === 'south';
  const [length, edge] = lengthways ? half : [half[1], half[0]];
  const foot = (from: number, to: number): [number, number][] =>
    [from, to].map((at) => {
      const [x, y] = against(side, edge, at, 0);
      return [x, y];
    });
  const width = halfWidths[what];
  return [
    { name: `wall with the ${what}`, kind: 'wall', outline: foot(-length, length), z: 0, on: null },
    { name: what, kind: what, outline: foot(along - width, along + width), z: 0, on: null },
  ];
}
