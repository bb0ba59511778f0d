import type { Answer, Assets, Extraction, Mark, Mask, Score } from '../../contracts/index.ts';
import { plural } from '../../util/index.ts';
import { scoreAnswer } from '../score-answer.ts';
import type { TinySample } from './sample.ts';

/** Right letter: 1. Points: the share of them that lies on the shape. Unreadable answers get 0. */
export async function score(sample: TinySample, extraction: Extraction, assets: Assets): Promise<Score> {
  if (sample.kind === 'choice') return scoreAnswer(sample.answer, extraction);
  const points = 'points' in extraction ? extraction.points : [];
  const mask = await assets.mask(sample.mask);
  let [inside, total] = [0, 0];
  for (const mark of points) {
    const hit = hits(mask, mark);
    inside += hit.inside;
    total += hit.total;
  }
  return { value: total > 0 ? inside / total : 0, note: `${inside} of ${plural(total, 'point')} inside` };
}

/** The letter, or the pixel of the shape that is nearest to its centre of mass. */
export async function truth(sample: TinySample, assets: Assets): Promise<Answer> {
  if (sample.kind === 'choice') return { answer: sample.answer };
  const { width, values } = await assets.mask(sample.mask);
  const pixels: [x: number, y: number][] = [];
  for (const [i, value] of values.entries()) if (value > 0) pixels.push([i % width, Math.floor(i / width)]);
  const mean = (axis: 0 | 1) => pixels.reduce((sum, pixel) => sum + pixel[axis], 0) / pixels.length;
  const [cx, cy] = [mean(0), mean(1)];
  const distance = ([x, y]: [number, number]) => (x - cx) * (x - cx) + (y - cy) * (y - cy);
  const [first, ...others] = pixels;
  return { points: first ? [others.reduce((a, b) => (distance(b) < distance(a) ? b : a), first)] : [] };
}

/** How many of a mark's points lie on the mask; a box stands for every pixel in it. */
function hits({ width, height, values }: Mask, mark: Mark): { inside: number; total: number } {
  const on = (x: number, y: number) => x >= 0 && x < width && y >= 0 && y < height && (values[y * width + x] ?? 0) > 0;
  if (Array.isArray(mark)) return { inside: on(Math.floor(mark[0]), Math.floor(mark[1])) ? 1 : 0, total: 1 };
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = mark.box.map(Math.floor);
  let inside = 0;
  for (let y = Math.max(0, y0); y < Math.min(height, y1); y++)
    for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) if (on(x, y)) inside++;
  return { inside, total: Math.max(0, x1 - x0) * Math.max(0, y1 - y0) };
}
