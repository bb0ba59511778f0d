import {
  boxMesh,
  capsuleMesh,
  cylinderMesh,
  ellipsoidMesh,
  type Gloss,
  type Mesh,
  planeMesh,
  type Rgb,
  sphereMesh,
  standing,
  type Thing,
} from '../../render/index.ts';
import type { Geom } from '../physics/physics.ts';
import { prefix } from '../robot/arms.ts';

const white: Rgb = [1, 1, 1];
const black: Rgb = [10 / 255, 10 / 255, 20 / 255];

/** What a block of each colour looks like. White ones all look alike but for their letter. */
export const blockColours: Readonly<Record<string, { face: Rgb; ink: Rgb }>> = {
  red: { face: [0.8, 0.15, 0.15], ink: white },
  green: { face: [0.13, 0.55, 0.25], ink: white },
  blue: { face: [0.15, 0.32, 0.78], ink: white },
  yellow: { face: [0.95, 0.78, 0.15], ink: black },
  white: { face: [235 / 255, 235 / 255, 230 / 255], ink: black },
};

/** Patterns repeat after this many metres. */
const TILE = 0.8;

/** Things as a person would name them; blocks come after them. A name's place is its id in segmentations. */
export const parts: readonly string[] = [
  'nothing',
  'ground',
  'wall',
  'table',
  'zone',
  'left arm',
  'right arm',
  'stand',
];

/** What the arms stand on: no part of the physics, for nothing gets there. */
export const stand: Thing = {
  ...standing([0.005, -0.47, 0.341]),
  mesh: boxMesh([0.42, 0.13, 0.341]),
  colour: [0.3, 0.31, 0.34],
  id: 7,
  castsShadow: true,
  shelters: true,
};

const varnish: Gloss = { strength: 0.3, sharpness: 5 };
const plastic: Gloss = { strength: 0.5, sharpness: 5 };
const glaze: Gloss = { strength: 0.5, sharpness: 6 };
const steel: Gloss = { strength: 0.6, sharpness: 5, metal: true };

/** What shines, by name; of the arms, their shells do. Blocks are matt: their letters must be legible from everywhere. */
const glosses: Readonly<Record<string, Gloss>> = {
  table: varnish,
  clutter_can: steel,
  clutter_jar: glaze,
  clutter_plate: glaze,
  clutter_phone: glaze,
};

export function glossOf({ name, type }: Geom): Gloss | undefined {
  return type === 'capsule' ? plastic : glosses[name];
}

/** Whether a shape takes light from what is close to it. Arms move all the time, and are seldom close to anything but what they hold. */
export function isSheltering({ name }: Geom): boolean {
  return /^(ground|wall|table|block|clutter)/.test(name);
}

/** What stands for each block in segmentations. */
export function blockIds({ blocks }: { blocks: readonly unknown[] }): number[] {
  return blocks.map((_, i) => parts.length + i);
}

/** What a shape of the model with so many blocks belongs to: things that lie about share the number after the blocks. */
export function idOf({ name }: Geom, blocks: number): number {
  if (name.startsWith('clutter_')) return parts.length + blocks;
  const block = /^block(\d+)$/.exec(name);
  if (block) return parts.length + Number(block[1]);
  for (const side of ['left', 'right'] as const) {
    if (name.startsWith(`${prefix[side]}_`) || name.startsWith(`${side}_`)) return parts.indexOf(`${side} arm`);
  }
  const id = parts.indexOf(name.startsWith('table_') ? 'table' : name);
  if (id > 0) return id;
  throw new Error(`shape ${name} belongs to nothing that has a name`);
}

export function meshOf({ type, size, body }: Geom): Mesh {
  const [a, b] = size;
  switch (type) {
    case 'box':
      return body === 0 ? boxMesh(size, TILE) : boxMesh(size);
    case 'plane':
      return planeMesh(a, b, TILE);
    case 'sphere':
      return sphereMesh(a);
    case 'ellipsoid':
      return ellipsoidMesh(size);
    case 'capsule':
      return capsuleMesh(a, b);
    case 'cylinder':
      return cylinderMesh(a, b);
  }
}
