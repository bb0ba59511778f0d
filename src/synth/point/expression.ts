import { type Item, kindNamed } from '../../scenes/index.ts';

/** What a question says, before it is put into words. */

export const sides = ['left', 'right', 'front', 'back'] as const;
export type Side = (typeof sides)[number];

/** How what is meant stands to one anchor, or to two. `own` sides are the anchor's, by its front; the others are the viewer's. */
export type Relation =
  | { by: 'side'; side: Side; own: boolean }
  | { by: 'closest' | 'farthest' | 'between' | 'facing' | 'on' | 'under' };

export const superlatives = ['leftmost', 'rightmost', 'nearest', 'farthest', 'largest', 'smallest'] as const;
export type Superlative = (typeof superlatives)[number];

/** Words that name exactly one thing in a picture. */
export type ThingExpression =
  | { by: 'name'; kind: string; adjective: string }
  | { by: 'extreme'; kind: string; which: Superlative; rank: 1 | 2 | 3; off?: string }
  | { by: 'relation'; kind: string; relation: Relation; to: readonly ThingExpression[]; off?: string };

/** Free space that is meant. */
export type SpaceExpression =
  | { space: 'beside'; side: Side; own: boolean; to: readonly [ThingExpression] }
  | { space: 'towards' | 'between'; to: readonly [ThingExpression, ThingExpression] }
  | { space: 'top'; to: readonly [ThingExpression] }
  | { space: 'corner'; region: string; to: readonly [ThingExpression] }
  | { space: 'region'; region: string; to: readonly [] };

export type Expression = ThingExpression | SpaceExpression;

/** A thing by any of the words that tell it from others of its kind. */
export function adjectivesOf({ kind, colour, material, size }: Item): string[] {
  const hasSize = size !== 'medium' && !kindNamed(kind).oneSize;
  return [colour, material, hasSize ? size : undefined].filter((word) => word !== undefined);
}

/** Whether it depends on where the viewer stands. */
export function isViewed(meant: Expression): boolean {
  if ('space' in meant) return (meant.space === 'beside' && !meant.own) || meant.to.some(isViewed);
  if (meant.by === 'name') return false;
  if (meant.by === 'extreme') return meant.which !== 'largest' && meant.which !== 'smallest';
  return (meant.relation.by === 'side' && !meant.relation.own) || meant.to.some(isViewed);
}

/** Whether left and right are a thing's own somewhere in it. */
export function isOwn(meant: Expression): boolean {
  if ('space' in meant) return (meant.space === 'beside' && meant.own) || meant.to.some(isOwn);
  return meant.by === 'relation' && ((meant.relation.by === 'side' && meant.relation.own) || meant.to.some(isOwn));
}
