import { clear, type Shape } from './scene.ts';

/** Four ways to look, with the words for them. `along` grows in that direction, `across` is the other axis. */
export const directions = [
  { most: 'leftmost', side: 'to the left of', along: (s: Shape) => -s.x, across: (s: Shape) => s.y },
  { most: 'rightmost', side: 'to the right of', along: (s: Shape) => s.x, across: (s: Shape) => s.y },
  { most: 'topmost', side: 'above', along: (s: Shape) => -s.y, across: (s: Shape) => s.x },
  { most: 'bottommost', side: 'below', along: (s: Shape) => s.y, across: (s: Shape) => s.x },
] as const;

export type Direction = (typeof directions)[number];

/** The shape furthest in a direction, unless another one comes close. */
export function furthest(shapes: readonly Shape[], { along }: Direction): Shape | undefined {
  const [first, second] = shapes.toSorted((a, b) => along(b) - along(a));
  return first && second && along(first) - along(second) >= clear ? first : undefined;
}

/** The shapes that are clearly on one side of another one, and those that are clearly on the opposite side. */
export function sides(
  shapes: readonly Shape[],
  anchor: Shape,
  { along }: Direction,
): { there: Shape[]; opposite: Shape[] } {
  return {
    there: shapes.filter((shape) => along(shape) - along(anchor) >= clear),
    opposite: shapes.filter((shape) => along(anchor) - along(shape) >= clear),
  };
}

/** The only shape in the same row or column on that side. */
export function beside(shapes: readonly Shape[], anchor: Shape, direction: Direction): Shape | undefined {
  const { across } = direction;
  const lane = sides(shapes, anchor, direction).there.filter(
    (shape) => Math.abs(across(shape) - across(anchor)) < clear,
  );
  return lane.length === 1 ? lane[0] : undefined;
}

/** The shape closest to another one, unless a second one is almost as close; the margin outweighs the difference in size. */
export function closest(shapes: readonly Shape[], anchor: Shape): Shape | undefined {
  const distance = (shape: Shape) => Math.sqrt((shape.x - anchor.x) ** 2 + (shape.y - anchor.y) ** 2);
  const [first, second] = shapes.filter((shape) => shape !== anchor).toSorted((a, b) => distance(a) - distance(b));
  return first && second && distance(second) - distance(first) >= 25 ? first : undefined;
}
