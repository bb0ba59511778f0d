import { turnZ } from '../geometry/index.ts';
import type { Thing } from '../render/index.ts';
import { demand } from '../util/index.ts';
import { colours } from './colours.ts';
import { finishOf } from './finish.ts';
import { modelOf } from './kinds/index.ts';
import type { ItemKind, Part } from './model.ts';
import { meshOnce, type Surface } from './settings/surroundings.ts';
import { merged } from './shapes.ts';
import { cover } from './textures.ts';
import type { Stand } from './types.ts';

/** How a part of an item is drawn, in the item's colour. */
export function coloured(
  kind: ItemKind,
  paint: Part['paint'],
  colour?: string,
): Pick<Thing, 'colour' | 'gloss' | 'texture'> {
  const { gloss, cover: name } = finishOf(kind, paint);
  return {
    colour: paint !== 'own' ? paint : colour === undefined ? [0.5, 0.5, 0.5] : demand(colours, colour),
    ...(gloss ? { gloss } : {}),
    ...(name ? { texture: cover(name).texture } : {}),
  };
}

/** Something of a kind that only stands there: part of the surroundings, not to be asked about. */
export function prop(kind: ItemKind, { position, yaw }: Stand, colour?: string, factor = 1): Surface[] {
  return modelOf(kind, 'medium', 'room').parts.map(({ mesh, paint }, n) => ({
    ...coloured(kind, paint, colour),
    mesh: factor === 1 ? mesh : meshOnce(`${kind.kind} ${n} ${factor}`, () => merged([mesh], factor)),
    position,
    rotation: turnZ(yaw),
    castsShadow: true,
  }));
}
