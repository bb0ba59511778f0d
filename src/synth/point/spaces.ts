import type { Random } from '../../stats/index.ts';
import { isOwn, isSeenByOthers, type SpaceExpression, sides } from './expression.ts';
import type { SpaceForm } from './free.ts';
import { referToAll } from './refer.ts';
import { peersOf, type SeenItem, type Situation } from './situation.ts';
import type { Wish } from './wish.ts';

/** How free space may be asked for. */
export type SpaceWay = 'beside' | 'own side' | 'towards' | 'between' | 'top' | 'inside' | 'corner' | 'edge' | 'region';

/** How many steps each takes at least, and at most, and how readily it is taken. To point on top or inside of something, it has only to be found. */
const ways: readonly { way: SpaceWay; least: number; most: number; weight: number }[] = [
  { way: 'region', least: 1, most: 1, weight: 1 },
  { way: 'top', least: 1, most: Infinity, weight: 3 },
  { way: 'inside', least: 1, most: Infinity, weight: 3 },
  { way: 'beside', least: 2, most: Infinity, weight: 3 },
  { way: 'own side', least: 2, most: Infinity, weight: 3 },
  { way: 'corner', least: 2, most: 3, weight: 3 },
  { way: 'edge', least: 2, most: 3, weight: 3 },
  { way: 'towards', least: 3, most: Infinity, weight: 3 },
  { way: 'between', least: 3, most: Infinity, weight: 3 },
];

export function spaceWaysFor(steps: number): { way: SpaceWay; weight: number }[] {
  return ways.filter(({ least, most }) => least <= steps && steps <= most);
}

/** Free space that may be asked for, beside which things. */
export interface Space {
  form: SpaceForm;
  anchors: readonly SeenItem[];
}

/** Every free space of a way, beside things of a kind. */
export function spacesOf(
  situation: Situation,
  { way, kind, viewed }: { way: SpaceWay } & Pick<Wish, 'kind' | 'viewed'>,
): Space[] {
  const { place, demands } = situation;
  const possible = situation.seen.filter(
    ({ clear, item }) => clear && peersOf(situation, item.kind).length >= Math.min(3, demands.candidates),
  );
  const anchors = possible.filter(({ item }) => item.kind === kind);
  const mats = place.regions.filter(({ kind, id }) => kind === 'rug' && id !== undefined).map(({ name }) => name);
  const pairs = (ordered: boolean) =>
    anchors.flatMap((a) => possible.filter((b) => a !== b && (ordered || a.item.id < b.item.id)).map((b) => [a, b]));
  switch (way) {
    case 'beside':
    case 'own side': {
      const own = way === 'own side';
      // Of what has a front, the viewer's sides might be taken for its own.
      const fit = anchors.filter(({ item }) => item.front === own);
      const fitting = own ? sides : sides.filter((side) => side === viewed);
      return fit.flatMap((anchor) =>
        fitting.map((side): Space => ({ form: { space: 'beside', side, own }, anchors: [anchor] })),
      );
    }
    case 'towards':
      return pairs(true).map((both) => ({ form: { space: 'towards' }, anchors: both }));
    case 'between':
      return pairs(false).map((both) => ({ form: { space: 'between' }, anchors: both }));
    case 'top':
    case 'inside':
      return anchors.map((anchor) => ({ form: { space: way }, anchors: [anchor] }));
    case 'corner':
    case 'edge':
      return mats.flatMap((region) => anchors.map((anchor) => ({ form: { space: way, region }, anchors: [anchor] })));
    case 'region':
      return mats.map((region) => ({ form: { space: 'region', region }, anchors: [] }));
  }
}

/** What to say of a space in exactly so many steps; undefined if there is nothing. */
export function referToSpace(
  situation: Situation,
  { form, anchors }: Space,
  { steps, viewed }: Pick<Wish, 'steps' | 'viewed'>,
  dice: Random,
): SpaceExpression | undefined {
  if (form.space === 'region') return { space: 'region', region: form.region, to: [] };
  const left = isFoundOnly(form.space) ? steps : steps - 1;
  const [first, second] =
    referToAll(anchors, {
      situation,
      steps: left,
      dice,
      used: [],
      viewed: form.space === 'beside' ? undefined : viewed,
    }) ?? [];
  if (!first) return undefined;
  switch (form.space) {
    case 'towards':
    case 'between':
      if (!second || isSeenByOthers(first) || isSeenByOthers(second)) return undefined;
      return { space: form.space, to: [first, second] };
    case 'top':
    case 'inside':
      return { space: form.space, to: [first] };
    case 'corner':
    case 'edge':
      return { ...form, to: [first] };
    case 'beside':
      return isSeenByOthers(first) || (form.own && isOwn(first)) ? undefined : { ...form, to: [first] };
  }
}

/** Where to point is the thing itself: that is no step of its own. */
export function isFoundOnly(way: SpaceWay): boolean {
  return way === 'top' || way === 'inside';
}
