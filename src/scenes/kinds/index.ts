import type { Vec3 } from '../../geometry/index.ts';
import { finishOf } from '../finish.ts';
import type { ItemKind, Part } from '../model.ts';
import { merged, wrapped } from '../shapes.ts';
import { cover } from '../textures.ts';
import type { Item, ItemSize, Setting } from '../types.ts';
import { floorThings, furniture } from './furniture.ts';
import { objects } from './objects.ts';
import { people } from './people.ts';
import { street } from './street.ts';
import { tableware } from './tableware.ts';

/** Every kind of item. */
export const kinds: readonly ItemKind[] = [
  ...tableware,
  ...objects,
  ...furniture,
  ...floorThings,
  ...street,
  ...people,
];

/** Enough between two sizes to be told apart side by side. */
const factors: Readonly<Record<ItemSize, number>> = { small: 0.8, medium: 1, large: 1.25 };
/** Small things in rooms and yards are seen from farther away. */
const distant: Readonly<Record<Setting, number>> = { tabletop: 1, room: 1.5, yard: 1 };

/** A kind in one size: its shapes and its box. */
export interface ItemModel {
  kind: ItemKind;
  parts: readonly Part[];
  half: Vec3;
  tops: NonNullable<ItemKind['tops']>;
  top?: NonNullable<Item['top']>;
  mouth?: NonNullable<Item['mouth']>;
}

/** What lies this much lower than the highest point belongs to the top as well. */
const RIBBON = 0.003;

const models = new Map<string, ItemModel>();

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));

export function kindNamed(name: string): ItemKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`no kind is called ${name}`);
  return kind;
}

/** Made once for every size, so that scenes share meshes. */
export function modelOf(kind: ItemKind, size: ItemSize, setting: Setting): ItemModel {
  const factor = kind.oneSize ? 1 : factors[size] * (kind.settings[0] === 'tabletop' ? distant[setting] : 1);
  const key = `${kind.kind} ${factor}`;
  const known = models.get(key);
  if (known) return known;
  // One mesh per paint: fewer things to draw.
  const paints = [...new Set(kind.parts.map(({ paint }) => paint))];
  const parts = paints.map((paint) => {
    const mesh = merged(
      kind.parts.filter((part) => part.paint === paint).map((part) => part.mesh),
      factor,
    );
    const { cover: name } = finishOf(kind, paint);
    return { mesh: name ? wrapped(mesh, cover(name).tile) : mesh, paint };
  });
  const [x, y, height] = reachOf(parts);
  const [topX, topY] = reachOf(parts, height - RIBBON);
  const model: ItemModel = {
    kind,
    parts,
    half: [x, y, height / 2],
    ...(kind.tops ? { top: { half: [topX, topY], round: kind.body === 'cylinder' } } : {}),
    ...(kind.mouth ? { mouth: { radius: kind.mouth.radius * factor, z: kind.mouth.z * factor } } : {}),
    tops: (kind.tops ?? []).map(({ z, half }) => ({ z: z * factor, half: [half[0] * factor, half[1] * factor] })),
  };
  models.set(key, model);
  return model;
}

/** How far something reaches from the z axis, and up; of all of it, or of what is above a height. */
function reachOf(parts: readonly Part[], above = -Infinity): Vec3 {
  let [x, y, z] = [0, 0, 0];
  for (const { mesh } of parts) {
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const height = mesh.positions[i + 2] ?? 0;
      if (height < above) continue;
      x = Math.max(x, Math.abs(mesh.positions[i] ?? 0));
      y = Math.max(y, Math.abs(mesh.positions[i + 1] ?? 0));
      z = Math.max(z, height);
    }
  }
  return [x, y, z];
}
