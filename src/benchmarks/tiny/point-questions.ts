import { beside, closest, directions, furthest } from './relations.ts';
import { nameOf, type Shape } from './scene.ts';

export interface PointQuestion {
  question: string;
  /** 1: one shape is to be found. 2: first another one, then what stands in relation to it. */
  steps: 1 | 2;
  target: Shape;
}

/** By relation: all questions that a scene has exactly one answer to. There is always one by `name`. */
export const pointQuestions: Readonly<Record<string, (scene: readonly Shape[]) => Iterable<PointQuestion>>> = {
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
