import type { Side, Superlative } from './relations.ts';
import type { Situation } from './situation.ts';

/** Where in the picture something is: the part of its width and height. */
type Part = (u: number, v: number) => number;

const toTheRight: Part = (u) => 1 - u;
const toTheLeft: Part = (u) => u;
const above: Part = (_, v) => v;
const below: Part = (_, v) => 1 - v;

/** How much of the picture there must be for a word to be true, and how steeply its truth depends on it: found by counting. */
const words: Readonly<Record<Side | Superlative | 'closest to', { room: Part; power: number }>> = {
  leftmost: { room: toTheRight, power: 1 },
  rightmost: { room: toTheLeft, power: 1 },
  closest: { room: above, power: 1 },
  farthest: { room: below, power: 1.5 },
  'to the left of': { room: toTheRight, power: 1.7 },
  'to the right of': { room: toTheLeft, power: 1.7 },
  'in front of': { room: above, power: 1.7 },
  behind: { room: below, power: 1.7 },
  'closest to': { room: () => 0, power: 1 },
};
const LEAST = 0.3;

/**
 * How likely a word is to be used of something where it would be true. What is to the left of another thing is mostly in the left of
 * the picture: it is called so the less often the more it is there, so that words do not tell where to look.
 */
export function fairness(
  { shot: { picture } }: Situation,
  at: { u: number; v: number },
  word: keyof typeof words,
): number {
  const { room, power } = words[word];
  const part = room(at.u / picture.width, at.v / picture.height);
  return part <= LEAST ? 1 : (LEAST / part) ** power;
}
