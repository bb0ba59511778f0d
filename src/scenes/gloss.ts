import type { Gloss, Rgb } from '../render/index.ts';
import { paint } from './colours.ts';
import type { ItemKind, Part } from './model.ts';

const satin: Gloss = { strength: 0.12, sharpness: 4 };
const plastic: Gloss = { strength: 0.3, sharpness: 5 };
const polish: Gloss = { strength: 0.5, sharpness: 6 };
const steel: Gloss = { strength: 0.55, sharpness: 5, metal: true };

const glosses = new Map<Rgb, Gloss>([
  [paint.steel, steel],
  [paint.glass, polish],
  [paint.wood, satin],
  [paint.woodDark, satin],
  [paint.dark, satin],
  [paint.beak, plastic],
  [paint.smoked, plastic],
]);

/** How a part of an item shines. Furniture in a colour of its own is upholstered or painted matt. */
export function glossOf({ furniture }: ItemKind, painted: Part['paint']): Gloss | undefined {
  return painted === 'own' ? (furniture ? undefined : plastic) : glosses.get(painted);
}
