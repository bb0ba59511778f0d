import { clear, type DrawnShape, nameOf } from './scene.ts';

export interface ChoiceQuestion {
  question: string;
  /** 1: look once. 2: find a shape first, then what stands in relation to it. */
  steps: 1 | 2;
  right: string;
  /** At least three, none of them right. */
  wrong: string[];
}

/** By relation: all questions that a scene has exactly one answer to. There is always one of `count`. */
export const choiceQuestions: Readonly<Record<string, (scene: readonly DrawnShape[]) => Iterable<ChoiceQuestion>>> = {
  *count(scene) {
    yield { question: 'How many shapes are there?', steps: 1, ...numbers(scene.length) };
    for (const colour of new Set(scene.map((shape) => shape.colour))) {
      const count = scene.filter((shape) => shape.colour === colour).length;
      yield { question: `How many ${colour} shapes are there?`, steps: 1, ...numbers(count) };
    }
    for (const anchor of scene)
      for (const direction of directions) {
        const { there, opposite } = sides(scene, anchor, direction);
        const question = `How many shapes are ${direction.side} the ${nameOf(anchor)}?`;
        // Shapes in the same row or column would be on neither side.
        if (there.length + opposite.length === scene.length - 1) yield { question, steps: 2, ...numbers(there.length) };
      }
  },

  *extreme(scene) {
    for (const direction of directions) {
      const right = furthest(scene, direction);
      if (right) yield { question: `Which shape is the ${direction.most} one?`, steps: 1, ...shapes(right, scene) };
    }
  },

  *side(scene) {
    for (const anchor of scene)
      for (const direction of directions) {
        const { there, opposite } = sides(scene, anchor, direction);
        if (opposite.length < 3) continue;
        const question = `Which of these shapes is ${direction.side} the ${nameOf(anchor)}?`;
        for (const right of there) yield { question, steps: 2, ...shapes(right, opposite) };
      }
  },

  *closest(scene) {
    for (const anchor of scene) {
      const right = closest(scene, anchor);
      const others = scene.filter((shape) => shape !== anchor);
      if (right)
        yield { question: `Which shape is closest to the ${nameOf(anchor)}?`, steps: 2, ...shapes(right, others) };
    }
  },
};

function shapes(right: DrawnShape, others: readonly DrawnShape[]): { right: string; wrong: string[] } {
  return { right: nameOf(right), wrong: others.filter((shape) => shape !== right).map(nameOf) };
}

function numbers(right: number): { right: string; wrong: string[] } {
  const near = [right - 2, right - 1, right + 1, right + 2, right + 3];
  return { right: String(right), wrong: near.filter((number) => number >= 0).map(String) };
}

/** Four ways to look, with the words for them. `along` grows in that direction, `across` is the other axis. */
export const directions = [
  { most: 'leftmost', side: 'to the left of', along: (s: DrawnShape) => -s.x, across: (s: DrawnShape) => s.y },
  { most: 'rightmost', side: 'to the right of', along: (s: DrawnShape) => s.x, across: (s: DrawnShape) => s.y },
  { most: 'topmost', side: 'above', along: (s: DrawnShape) => -s.y, across: (s: DrawnShape) => s.x },
  { most: 'bottommost', side: 'below', along: (s: DrawnShape) => s.y, across: (s: DrawnShape) => s.x },
] as const;

export type Direction = (typeof directions)[number];

/** The shape furthest in a direction, unless another one comes close. */
function furthest(shapes: readonly DrawnShape[], { along }: Direction): DrawnShape | undefined {
  const [first, second] = shapes.toSorted((a, b) => along(b) - along(a));
  return first && second && along(first) - along(second) >= clear ? first : undefined;
}

/** The shapes that are clearly on one side of another one, and those that are clearly on the opposite side. */
function sides(
  shapes: readonly DrawnShape[],
  anchor: DrawnShape,
  { along }: Direction,
): { there: DrawnShape[]; opposite: DrawnShape[] } {
  return {
    there: shapes.filter((shape) => along(shape) - along(anchor) >= clear),
    opposite: shapes.filter((shape) => along(anchor) - along(shape) >= clear),
  };
}

/** The only shape in the same row or column on that side. */
function beside(shapes: readonly DrawnShape[], anchor: DrawnShape, direction: Direction): DrawnShape | undefined {
  const { across } = direction;
  const lane = sides(shapes, anchor, direction).there.filter(
    (shape) => Math.abs(across(shape) - across(anchor)) < clear,
  );
  return lane.length === 1 ? lane[0] : undefined;
}

/** The shape closest to another one, unless a second one is almost as close; the margin outweighs the difference in size. */
function closest(shapes: readonly DrawnShape[], anchor: DrawnShape): DrawnShape | undefined {
  const distance = (shape: DrawnShape) => Math.sqrt((shape.x - anchor.x) ** 2 + (shape.y - anchor.y) ** 2);
  const [first, second] = shapes.filter((shape) => shape !== anchor).toSorted((a, b) => distance(a) - distance(b));
  return first && second && distance(second) - distance(first) >= 25 ? first : undefined;
}

interface PointQuestion {
  question: string;
  /** 1: one shape is to be found. 2: first another one, then what stands in relation to it. */
  steps: 1 | 2;
  target: DrawnShape;
}

/** By relation: all questions that a scene has exactly one answer to. There is always one by `name`. */
export const pointQuestions: Readonly<Record<string, (scene: readonly DrawnShape[]) => Iterable<PointQuestion>>> = {
  *name(scene) {
    for (const target of scene) yield { question: `Point to the ${nameOf(target)}.`, steps: 1, target };
  },

  *size(scene) {
    for (const target of scene) {
      const { form, size } = target;
      const same = scene.filter((shape) => shape.form === form);
      const onlyOne = same.length > 1 && same.filter((shape) => shape.size === size).length === 1;
      if (onlyOne) yield { question: `Point to the ${size} ${form}.`, steps: 1, target };
    }
  },

  *extreme(scene) {
    for (const form of new Set(scene.map((shape) => shape.form))) {
      const same = scene.filter((shape) => shape.form === form);
      for (const direction of directions) {
        const target = furthest(same, direction);
        if (target) yield { question: `Point to the ${direction.most} ${form}.`, steps: 1, target };
      }
    }
  },

  *beside(scene) {
    for (const anchor of scene)
      for (const direction of directions) {
        const target = beside(scene, anchor, direction);
        const question = `Point to the shape directly ${direction.side} the ${nameOf(anchor)}.`;
        if (target) yield { question, steps: 2, target };
      }
  },

  *closest(scene) {
    for (const anchor of scene) {
      const target = closest(scene, anchor);
      if (target) yield { question: `Point to the shape closest to the ${nameOf(anchor)}.`, steps: 2, target };
    }
  },
};
