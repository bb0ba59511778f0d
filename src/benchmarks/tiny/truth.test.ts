import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeMask } from '../../media/index.ts';
import { makePicture } from './generate.ts';
import { colours, type DrawnShape, nameOf, size } from './scene.ts';

/** A shape as it can be seen: its pixels and their bounds. Only the form is taken from the plan. */
interface SeenShape {
  name: string;
  form: string;
  colour: string;
  pixels: Set<number>;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: number;
  y: number;
}

const neighbours = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => dy * size.width + dx));

/** Finds the patches of one colour in the decoded picture. */
async function look(png: Uint8Array, scene: readonly DrawnShape[]): Promise<SeenShape[]> {
  const rgb = await sharp(png).removeAlpha().raw().toBuffer();
  const colourAt = (i: number) =>
    Object.entries(colours).find(([, value]) => value.every((part, k) => part === rgb[3 * i + k]))?.[0];
  const seen: SeenShape[] = [];
  const done = new Set<number>();
  for (let start = 0; start < size.width * size.height; start++) {
    const colour = colourAt(start);
    if (!colour || done.has(start)) continue;
    const pixels = new Set([start]);
    for (const i of pixels)
      for (const next of neighbours.map((step) => i + step)) if (colourAt(next) === colour) pixels.add(next);
    for (const i of pixels) done.add(i);
    const xs = [...pixels].map((i) => i % size.width);
    const ys = [...pixels].map((i) => Math.floor(i / size.width));
    const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
    const planned = scene.find((shape) => shape.colour === colour && pixels.has(shape.y * size.width + shape.x));
    seen.push({
      name: planned ? nameOf(planned) : 'a stain',
      form: planned?.form ?? '',
      colour,
      pixels,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
      x: mean(xs),
      y: mean(ys),
    });
  }
  return seen;
}

/** Whether `a` lies wholly on that side of `b`. */
const wholly: Record<string, (a: SeenShape, b: SeenShape) => boolean> = {
  'to the left of': (a, b) => a.right < b.left,
  'to the right of': (a, b) => a.left > b.right,
  above: (a, b) => a.bottom < b.top,
  below: (a, b) => a.top > b.bottom,
  leftmost: (a, b) => a.right < b.left,
  rightmost: (a, b) => a.left > b.right,
  topmost: (a, b) => a.bottom < b.top,
  bottommost: (a, b) => a.top > b.bottom,
};
const is = (word: string, a: SeenShape, b: SeenShape) => wholly[word]?.(a, b) ?? false;

function named(seen: readonly SeenShape[], name: string): SeenShape {
  const [shape, ...more] = seen.filter((candidate) => candidate.name === name);
  if (!shape || more.length > 0) throw new Error(`there is not one ${name}`);
  return shape;
}

const side = '(to the left of|to the right of|above|below)';
const most = '(leftmost|rightmost|topmost|bottommost)';
type Reading = (seen: readonly SeenShape[], first: string, second: string) => SeenShape[] | number;

/** What the questions mean, worked out again from what can be seen: all shapes that fit, or a number. */
const readings: [pattern: string, Reading][] = [
  [
    'Point to the (small|large) (\\w+)\\.',
    (seen, word, form) => {
      const same = seen.filter((shape) => shape.form === form);
      const areas = same.map((shape) => shape.pixels.size);
      const wanted = word === 'small' ? Math.min(...areas) : Math.max(...areas);
      // Small and large differ by a factor of three in area.
      return same.filter((shape) => Math.abs(shape.pixels.size - wanted) < wanted / 3);
    },
  ],
  [
    `Point to the ${most} (\\w+)\\.`,
    (seen, word, form) => {
      const same = seen.filter((shape) => shape.form === form);
      return same.filter((shape) => same.every((rival) => rival === shape || is(word, shape, rival)));
    },
  ],
  ['Point to the (\\w+ \\w+)\\.', (seen, name) => [named(seen, name)]],
  [
    `Which shape is the ${most} one\\?`,
    (seen, word) => seen.filter((shape) => seen.every((rival) => rival === shape || is(word, shape, rival))),
  ],
  [
    `Point to the shape directly ${side} the (\\w+ \\w+)\\.`,
    (seen, word, name) => {
      const anchor = named(seen, name);
      const axis = word === 'above' || word === 'below' ? 'x' : 'y';
      return seen.filter((shape) => is(word, shape, anchor) && Math.abs(shape[axis] - anchor[axis]) < 30);
    },
  ],
  [
    '(Point to the shape|Which shape is) closest to the (\\w+ \\w+)[.?]',
    (seen, _, name) => {
      const anchor = named(seen, name);
      const others = seen.filter((shape) => shape !== anchor);
      const distance = (shape: SeenShape) => Math.hypot(shape.x - anchor.x, shape.y - anchor.y);
      return others.filter((shape) => distance(shape) < Math.min(...others.map(distance)) + 15);
    },
  ],
  [
    `Which of these shapes is ${side} the (\\w+ \\w+)\\?`,
    (seen, word, name) => seen.filter((shape) => is(word, shape, named(seen, name))),
  ],
  ['How many shapes are there\\?', (seen) => seen.length],
  ['How many (\\w+) shapes are there\\?', (seen, colour) => seen.filter((shape) => shape.colour === colour).length],
  [
    `How many shapes are ${side} the (\\w+ \\w+)\\?`,
    (seen, word, name) => seen.filter((shape) => is(word, shape, named(seen, name))).length,
  ],
];

function solve(question: string, seen: readonly SeenShape[]): SeenShape[] | number {
  for (const [pattern, reading] of readings) {
    const match = new RegExp(`^${pattern}$`).exec(question);
    if (match) return reading(seen, match[1] ?? '', match[2] ?? '');
  }
  throw new Error(`no reading of ${question}`);
}

describe('every question has one right answer, and it is the one we say', () => {
  it.each([1, 2, 3])('seed %i', async (seed) => {
    for (let number = 0; number < 60; number++) {
      const { scene, samples, files } = makePicture(seed, number);
      const seen = await look(files[0]?.bytes ?? new Uint8Array(), scene);
      expect(seen.map(({ name }) => name).sort()).toEqual(scene.map(nameOf).sort());

      for (const sample of samples) {
        const solved = solve(sample.question, seen);
        const names = typeof solved === 'number' ? [String(solved)] : solved.map(({ name }) => name);
        if (sample.kind === 'choice') {
          const right = Object.entries(sample.choices).filter(([, option]) => names.includes(option));
          expect({ question: sample.question, right }).toEqual({
            question: sample.question,
            right: [[sample.answer, sample.choices[sample.answer]]],
          });
          expect(new Set(Object.values(sample.choices)).size).toBe(4);
          if (typeof solved !== 'number')
            for (const option of Object.values(sample.choices)) expect(seen.map(({ name }) => name)).toContain(option);
        } else {
          const [target, ...others] = typeof solved === 'number' ? [] : solved;
          expect(others.map(({ name }) => `${sample.question} also ${name}`)).toEqual([]);
          const { values } = await decodeMask(files[1]?.bytes ?? new Uint8Array());
          const inside = [...values.keys()].filter((i) => (values[i] ?? 0) > 0);
          expect(inside).toEqual([...(target?.pixels ?? [])].sort((a, b) => a - b));
        }
      }
    }
  });

  it('keeps shapes apart from each other and from the border', async () => {
    for (let number = 0; number < 60; number++) {
      const { scene, files } = makePicture(9, number);
      const seen = await look(files[0]?.bytes ?? new Uint8Array(), scene);
      for (const a of seen) {
        expect(Math.min(a.left, a.top, size.width - 1 - a.right, size.height - 1 - a.bottom)).toBeGreaterThan(2);
        for (const b of seen)
          if (a !== b)
            expect(Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)).toBeGreaterThan(5);
      }
    }
  });
});
