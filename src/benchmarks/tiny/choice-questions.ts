import { closest, directions, furthest, sides } from './relations.ts';
import { nameOf, type Shape } from './scene.ts';

export interface ChoiceQuestion {
  question: string;
  /** 1: look once. 2: find a shape first, then what stands in relation to it. */
  steps: 1 | 2;
  right: string;
  /** At least three, none of them right. */
  wrong: string[];
}

/** By relation: all questions that a scene has exactly one answer to. There is always one of `count`. */
export const choiceQuestions: Readonly<Record<string, (scene: readonly Shape[]) => Iterable<ChoiceQuestion>>> = {
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

function shapes(right: Shape, others: readonly Shape[]): { right: string; wrong: string[] } {
  return { right: nameOf(right), wrong: others.filter((shape) => shape !== right).map(nameOf) };
}

function numbers(right: number): { right: string; wrong: string[] } {
  const near = [right - 2, right - 1, right + 1, right + 2, right + 3];
  return { right: String(right), wrong: near.filter((number) => number >= 0).map(String) };
}
