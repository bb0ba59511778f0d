import { type Item, kindNamed } from '../../scenes/index.ts';

/** What a question says, before it is put into words. */

export const sides = ['left', 'right', 'front', 'back'] as const;
export type Side = (typeof sides)[number];

/**
 * How what is meant stands to one anchor, or to two. `own` sides are the anchor's, by its front; the others are the viewer's. `seen` are
 * those that the first anchor has for who stands at the place of the second.
 */
export type Relation =
  | { by: 'side'; side: Side; own: boolean }
  | { by: 'seen'; side: Side }
  | { by: 'closest' | 'farthest' | 'between' | 'facing' | 'on' | 'under' };

export const superlatives = ['leftmost', 'rightmost', 'nearest', 'farthest', 'largest', 'smallest'] as const;
export type Superlative = (typeof superlatives)[number];

/** Words that name exactly one thing in a picture. */
export type ThingExpression =
  | { by: 'name'; kind: string; adjective: string }
  | { by: 'extreme'; kind: string; which: Superlative; rank: 1 | 2 | 3; off?: string }
  | {
      by: 'relation';
      kind: string;
      relation: Relation;
      to: readonly ThingExpression[];
      off?: string;
      material?: string;
    };

/** Free space that is meant. */
export type SpaceExpression =
  | { space: 'beside'; side: Side; own: boolean; to: readonly [ThingExpression] }
  | { space: 'towards' | 'between'; to: readonly [ThingExpression, ThingExpression] }
  | { space: 'top' | 'inside'; to: readonly [ThingExpression] }
  | { space: 'corner' | 'edge'; region: string; to: readonly [ThingExpression] }
  | { space: 'region'; region: string; to: readonly [] };

export type Expression = ThingExpression | SpaceExpression;

/** A thing by any of the words that tell it from others of its kind. */
export function adjectivesOf({ kind, colour, material, size }: Item): string[] {
  const hasSize = size !== 'medium' && !kindNamed(kind).oneSize;
  return [colour, material, hasSize ? size : undefined].filter((word) => word !== undefined);
}

/** Words that depend on where the viewer stands: sides as the viewer has them, and the order in which the viewer sees things. */
export const viewed = [...sides, 'leftmost', 'rightmost', 'nearest', 'farthest'] as const;
export type Viewed = (typeof viewed)[number];

/** Those of the viewer's words that something takes. */
export function viewedIn(meant: Expression): Set<Viewed> {
  const inner = 'to' in meant ? meant.to.flatMap((each) => [...viewedIn(each)]) : [];
  return new Set([...ownWord(meant), ...inner]);
}

function ownWord(meant: Expression): Viewed[] {
  if ('space' in meant) return meant.space === 'beside' && !meant.own ? [meant.side] : [];
  if (meant.by === 'extreme') return viewed.filter((word) => word === meant.which);
  return meant.by === 'relation' && meant.relation.by === 'side' && !meant.relation.own ? [meant.relation.side] : [];
}

/** Whether sides are taken as somebody else than the viewer sees them. */
export function isSeenByOthers(meant: Expression): boolean {
  const isIt = !('space' in meant) && meant.by === 'relation' && meant.relation.by === 'seen';
  return isIt || ('to' in meant && meant.to.some(isSeenByOthers));
}

/** Whether left and right are a thing's own somewhere in it. */
export function isOwn(meant: Expression): boolean {
  if ('space' in meant) return (meant.space === 'beside' && meant.own) || meant.to.some(isOwn);
  return meant.by === 'relation' && ((meant.relation.by === 'side' && meant.relation.own) || meant.to.some(isOwn));
}
