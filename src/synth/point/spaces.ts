import type { Random } from '../../stats/index.ts';
import { type SpaceExpression, sides } from './expression.ts';
import { areaOf, type FreeArea, type Ground, type SpaceForm } from './free.ts';
import { referToAll } from './refer.ts';
import { peersOf, type SeenItem, type Situation } from './situation.ts';

/** How free space may be asked for. */
export type SpaceWay = 'beside' | 'own side' | 'towards' | 'between' | 'top' | 'corner' | 'region';

/** How many steps each takes at least, and at most, and how readily it is taken. To point on top of something, it has only to be found. */
const ways: readonly { way: SpaceWay; least: number; most: number; weight: number }[] = [
  { way: 'region', least: 1, most: 1, weight: 1 },
  { way: 'top', least: 1, most: Infinity, weight: 3 },
  { way: 'beside', least: 2, most: Infinity, weight: 3 },
  { way: 'own side', least: 2, most: Infinity, weight: 4 },
  { way: 'corner', least: 2, most: Infinity, weight: 6 },
  { way: 'towards', least: 3, most: Infinity, weight: 3 },
  { way: 'between', least: 3, most: Infinity, weight: 3 },
];

export function spaceWaysFor(steps: number): { way: SpaceWay; weight: number }[] {
  return ways.filter(({ least, most }) => least <= steps && steps <= most);
}

/** Free space that may be asked for. */
export interface Space {
  form: SpaceForm;
  anchors: readonly SeenItem[];
  area: FreeArea;
}

/** Every free space of a way that is near a place of the picture, and free. */
export function spacesNear(
  situation: Situation,
  ground: Ground,
  way: SpaceWay,
  isWanted: (middle: readonly [u: number, v: number], area: FreeArea) => boolean,
): Space[] {
  return formsOf(situation, way).flatMap(({ form, anchors }) => {
    const area = areaOf(situation, form, anchors);
    return area && isWanted(ground.middle(area), area) && ground.offers(area) ? [{ form, anchors, area }] : [];
  });
}

function formsOf(situation: Situation, way: SpaceWay): { form: SpaceForm; anchors: SeenItem[] }[] {
  const { place, demands } = situation;
  const anchors = situation.seen.filter(
    ({ clear, item }) => clear && peersOf(situation, item.kind).length >= Math.min(3, demands.candidates),
  );
  const mats = place.regions.filter(({ kind, id }) => kind === 'rug' && id !== undefined).map(({ name }) => name);
  const pairs = (ordered: boolean) =>
    anchors.flatMap((a, n) => anchors.filter((b, m) => a !== b && (ordered || m > n)).map((b) => [a, b]));
  switch (way) {
    case 'beside':
    case 'own side': {
      const own = way === 'own side';
      // Of what has a front, the viewer's sides might be taken for its own.
      const fit = anchors.filter(({ item }) => item.front === own);
      return fit.flatMap((anchor) =>
        sides.map((side) => ({ form: { space: 'beside', side, own }, anchors: [anchor] })),
      );
    }
    case 'towards':
      return pairs(true).map((both) => ({ form: { space: 'towards' }, anchors: both }));
    case 'between':
      return pairs(false).map((both) => ({ form: { space: 'between' }, anchors: both }));
    case 'top':
      return anchors.map((anchor) => ({ form: { space: 'top' }, anchors: [anchor] }));
    case 'corner':
      return mats.flatMap((region) =>
        anchors.map((anchor) => ({ form: { space: 'corner', region }, anchors: [anchor] })),
      );
    case 'region':
      return mats.map((region) => ({ form: { space: 'region', region }, anchors: [] }));
  }
}

/** What to say of a space in exactly so many steps; undefined if there is nothing. */
export function referToSpace(
  situation: Situation,
  { form, anchors }: Space,
  steps: number,
  dice: Random,
): SpaceExpression | undefined {
  if (form.space === 'region') return { space: 'region', region: form.region, to: [] };
  const left = form.space === 'top' ? steps : steps - 1;
  const [first, second] = referToAll(anchors, { situation, steps: left, dice, used: [] }) ?? [];
  if (!first) return undefined;
  if (form.space === 'towards' || form.space === 'between') return second && { space: form.space, to: [first, second] };
  if (form.space === 'corner') return { space: 'corner', region: form.region, to: [first] };
  if (form.space === 'beside') return { ...form, to: [first] };
  return { space: 'top', to: [first] };
}
