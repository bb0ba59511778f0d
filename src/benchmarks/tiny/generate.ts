import type { MediaRef } from '../../contracts/index.ts';
import { describeImage, encodePng, type Rgb8 } from '../../media/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type ChoiceQuestion, choiceQuestions, pointQuestions } from './questions.ts';
import type { TinySample } from './sample.ts';
import { colours, type DrawnShape, makeScene, outlines, radius, size } from './scene.ts';

/** Another name whenever the same seed gives another picture or question. */
export const generator = 'tiny-1';

const letters = ['A', 'B', 'C', 'D'];

const howToPoint =
  'Answer with one point as (x, y), both between 0 and 1: x is the fraction of the width from the left, y the fraction of the height from the top.';
const howToChoose = "Answer with the option's letter only.";

/** A picture with its two questions, one to point and one to choose, and the files they refer to. */
export interface TinyPicture {
  scene: readonly DrawnShape[];
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
  relations: Readonly<Record<string, (scene: readonly DrawnShape[]) => Iterable<Q>>>,
  scene: readonly DrawnShape[],
  random: Random,
): Q & { relation: string } {
  const all = Object.entries(relations).map(([relation, ask]) =>
    [...ask(scene)].map((asked) => ({ ...asked, relation })),
  );
  return random.pick(random.pick(all.filter((questions) => questions.length > 0)));
}

function options({ right, wrong }: ChoiceQuestion, answer: string, random: Random): Record<string, string> {
  const others = random.shuffle(wrong);
  return Object.fromEntries(letters.map((letter) => [letter, letter === answer ? right : at(others.splice(-1), 0)]));
}

function file(bytes: Uint8Array): Drawn {
  return { ref: describeImage(bytes), bytes };
}

const background: Rgb8 = [244, 243, 238];

/** Used again for every picture: fresh ones would pile up until the collector comes. */
const canvas = new Uint8Array(size.width * size.height);

/** The picture of a scene, as PNG. */
function drawScene(scene: readonly DrawnShape[]): Uint8Array {
  const pixels = canvas.fill(0);
  for (const shape of scene) fill(pixels, shape, 1 + Object.keys(colours).indexOf(shape.colour));
  return encodePng({ ...size, pixels, palette: [background, ...Object.values(colours)] });
}

/** The pixels of one shape, as PNG: 255 inside, 0 outside. */
function drawMask(shape: DrawnShape): Uint8Array {
  const pixels = canvas.fill(0);
  fill(pixels, shape, 255);
  return encodePng({ ...size, pixels });
}

/** A pixel belongs to a shape when its middle does. */
function fill(pixels: Uint8Array, shape: DrawnShape, value: number): void {
  const r = radius[shape.size];
  const column = (edge: number) => Math.ceil(shape.x + (edge * r) / 100 - 0.5);
  const rows = at(edges[shape.size], Object.keys(outlines).indexOf(shape.form));
  for (let row = 0; row < rows.length; row++) {
    const start = (shape.y - r + row) * size.width;
    const crossed = at(rows, row);
    for (let i = 0; i < crossed.length; i += 2)
      pixels.fill(value, start + column(at(crossed, i)), start + column(at(crossed, i + 1)));
  }
}

/** By form, the crossings of each of its rows. Made once: a hundred thousand pictures have the same few. */
const edges = { small: edgesOf(radius.small), large: edgesOf(radius.large) };

function edgesOf(r: number): number[][][] {
  return Object.values(outlines).map((outline) =>
    Array.from({ length: 2 * r }, (_, row) => crossings(outline, (100 * (row - r + 0.5)) / r)),
  );
}

/** Where a horizontal line enters and leaves an outline, from left to right. */
function crossings(outline: readonly (readonly [number, number])[], line: number): number[] {
  if (outline.length === 0) {
    const half = Math.sqrt(Math.max(0, 92 * 92 - line * line));
    return [-half, half];
  }
  return outline
    .flatMap(([x, y], i) => {
      const [toX, toY] = outline[(i + 1) % outline.length] ?? [x, y];
      return y > line === toY > line ? [] : [x + ((toX - x) * (line - y)) / (toY - y)];
    })
    .sort((a, b) => a - b);
}
