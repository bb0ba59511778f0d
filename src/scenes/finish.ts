import type { Gloss, Rgb } from '../render/index.ts';
import { paint } from './colours.ts';
import type { ItemKind, Part } from './model.ts';
import type { Cover } from './textures.ts';

/** How a surface shines, and what it is covered with; matt and even unless it says otherwise. */
interface SurfaceFinish {
  gloss?: Gloss;
  cover?: Cover;
}

const satin: Gloss = { strength: 0.08, sharpness: 4 };
const plastic: Gloss = { strength: 0.12, sharpness: 5 };
const polish: Gloss = { strength: 0.13, sharpness: 6 };
const glaze: Gloss = { strength: 0.14, sharpness: 6 };
const pane: Gloss = { strength: 0.26, sharpness: 7 };
const steel: Gloss = { strength: 0.55, sharpness: 5, metal: true };

const materials: Readonly<Record<string, SurfaceFinish>> = {
  wooden: { gloss: satin, cover: 'painted wood' },
  fabric: { cover: 'weave' },
  metal: { gloss: polish },
  ceramic: { gloss: glaze },
  glass: { gloss: pane },
  plastic: { gloss: plastic },
  rubber: { gloss: satin },
  cardboard: { cover: 'fibres' },
};

const paints = new Map<Rgb, SurfaceFinish>([
  [paint.steel, { gloss: steel, cover: 'brushed metal' }],
  [paint.glass, { gloss: pane }],
  [paint.wood, { gloss: satin, cover: 'wood grain' }],
  [paint.woodDark, { gloss: satin, cover: 'wood grain' }],
  [paint.bark, { cover: 'bark' }],
  [paint.leaf, { cover: 'leaves' }],
  [paint.leafDark, { cover: 'leaves' }],
  [paint.dark, { gloss: satin }],
  [paint.beak, { gloss: plastic }],
  [paint.smoked, { gloss: plastic }],
]);

/** How a part of an item looks beside its colour: what is painted in the item's own colour, by its material. */
export function finishOf({ material = '' }: ItemKind, painted: Part['paint']): SurfaceFinish {
  return (painted === 'own' ? materials[material] : paints.get(painted)) ?? {};
}
