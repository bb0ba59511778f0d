import { cameraKinds } from './cameras.ts';
import { distanceKinds } from './distances.ts';
import { frontedKinds } from './fronted.ts';
import type { QuestionKind } from './kind.ts';
import { sideKinds } from './sides.ts';
import { thingKinds } from './things.ts';

/** Every kind of question. */
export const kinds: readonly QuestionKind[] = [
  ...thingKinds,
  ...frontedKinds,
  ...cameraKinds(2, [0, 0]),
  ...cameraKinds(3, [1, 3]),
  ...distanceKinds,
  ...sideKinds,
];
