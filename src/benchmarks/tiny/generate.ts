import type { MediaRef } from '../../contracts/index.ts';
import { describeImage } from '../../media/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type ChoiceQuestion, choiceQuestions } from './choice-questions.ts';
import { drawMask, drawScene } from './draw.ts';
import { pointQuestions } from './point-questions.ts';
import type { TinySample } from './sample.ts';
import { makeScene, type Shape, size } from './scene.ts';

/** Another name whenever the same seed gives another picture or question. */
export const generator = 'tiny-1';

const letters = ['A', 'B', 'C', 'D'];

const howToPoint =
  'Answer with one point as (x, y), both between 0 and 1: x is the fraction of the width from the left, y the fraction of the height from the top.';
const howToChoose = "Answer with the option's letter only.";

/** A picture with its two questions, one to point and one to choose, and the files they refer to. */
export interface TinyPicture {
  scene: readonly Shape[];
  samples: readonly [point: TinySample, choice: TinySample];
  files: readonly Drawn[];
}

interface Drawn {
  ref: MediaRef;
  bytes: Uint8Array;
}

/** @example idOf(7, 12) // 's7-000012' */
export function idOf(seed: number, index: number): string {
  return `s${seed}-${String(index).padStart(6, '0')}`;
}

/** Picture `number` of a seed, the same on every machine. Its questions are the units `2 * number` and `2 * number + 1`. */
export function makePicture(seed: number, number: number): TinyPicture {
  const stream = (name: string, at = number) => random(seed, generator, name, at);
  const scene = makeScene(stream('scene'));
  const point = choose(pointQuestions, scene, stream('point'));
  const choice = choose(choiceQuestions, scene, stream('choice'));
  const picture = file(drawScene(scene));
  const mask = file(drawMask(point.target));
  const shared = { cluster: `s${seed}-picture-${number}`, media: [picture.ref] };
  // Letters are dealt four at a time, so that each is right equally often.
  const answer = at(stream('letters', Math.floor(number / 4)).shuffle(letters), number % 4);
  return {
    scene,
    files: [picture, mask],
    samples: [
      {
        id: idOf(seed, 2 * number),
        ...shared,
        groups: { kind: 'point', relation: point.relation, steps: String(point.steps) },
        kind: 'point',
        question: point.question,
        suffix: howToPoint,
        size,
        mask: mask.ref,
      },
      {
        id: idOf(seed, 2 * number + 1),
        ...shared,
        groups: { kind: 'choice', relation: choice.relation, steps: String(choice.steps) },
        kind: 'choice',
        question: choice.question,
        suffix: howToChoose,
        choices: options(choice, answer, stream('options')),
        answer,
      },
    ],
  };
}

/** Any relation first, so that those with many questions are not asked more often; then any of its questions. */
function choose<Q>(
  relations: Readonly<Record<string, (scene: readonly Shape[]) => Iterable<Q>>>,
  scene: readonly Shape[],
  random: Random,
): Q & { relation: string } {
  const all = Object.entries(relations).map(([relation, ask]) =>
    [...ask(scene)].map((asked) => ({ ...asked, relation })),
  );
  return random.pick(random.pick(all.filter((questions) => questions.length > 0)));
}

function options({ right, wrong }: ChoiceQuestion, answer: string, random: Random): Record<string, string> {
  const others = random.shuffle(wrong);
  return Object.fromEntries(letters.map((letter) => [letter, letter === answer ? right : (others.pop() ?? '')]));
}

function file(bytes: Uint8Array): Drawn {
  return { ref: describeImage(bytes), bytes };
}
