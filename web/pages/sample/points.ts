import type { Assets, Benchmark, Mark, Mask, Sample } from '../../../src/contracts/index.ts';
import { at } from '../../../src/util/index.ts';

/** Marks that are judged one by one; answers with more are hostile or broken. */
const MOST_MARKS = 200;
/** Masks with more values than this are taken as they look: above 0 is inside. */
const MOST_VALUES = 256;
/** A pixel counts that is worth this share at least: the faint fringe of a JPEG's edges does not. */
const MOSTLY = 0.5;

/** One mark of an answer, judged alone. */
export interface JudgedMark {
  mark: Mark;
  verdict: 'hit' | 'miss' | 'outside';
  /** Pixels to the nearest one that counts; undefined where nothing does. */
  distance?: number;
  nearest?: [x: number, y: number];
}

type MarkScore = (marks: Mark[]) => Promise<number>;

/** A run's own scorer, for single marks. */
export function markScorer(
  benchmark: Benchmark,
  scorer: string,
  sample: Sample,
  assets: Assets,
): MarkScore | undefined {
  const found = benchmark.scorers[scorer];
  const parsed = benchmark.schema.safeParse(sample);
  if (!found || !parsed.success) return undefined;
  return async (points) => (await found.score(parsed.data, { points }, assets)).value ?? 0;
}

/**
 * Judges every mark by the scorer alone: colours on the picture then never say anything else than the score.
 * `isOn` says which values of the mask count where the scorer cannot be asked.
 */
export async function judgeMarks(
  marks: readonly Mark[],
  { mask, isOn }: { mask: Mask; isOn?: ((value: number) => boolean) | undefined },
  score: MarkScore,
): Promise<JudgedMark[]> {
  const counts = isOn ?? (await countingValues(mask, score));
  return Promise.all(
    marks.slice(0, MOST_MARKS).map(async (mark): Promise<JudgedMark> => {
      const share = await score([mark]);
      if (Array.isArray(mark) ? share >= MOSTLY : share > 0) return { mark, verdict: 'hit', distance: 0 };
      const [x, y] = centreOf(mark);
      const nearest = nearestOn(mask, counts, x, y);
      return {
        mark,
        verdict: x >= 0 && y >= 0 && x < mask.width && y < mask.height ? 'miss' : 'outside',
        ...(nearest ? { nearest, distance: Math.hypot(nearest[0] - x, nearest[1] - y) } : {}),
      };
    }),
  );
}

/** Which values of the mask count: what is inside is the scorer's business, so it is asked about one pixel of each. */
export async function countingValues(mask: Mask, score: MarkScore): Promise<(value: number) => boolean> {
  const first = new Map<number, number>();
  for (let i = 0; i < mask.values.length && first.size <= MOST_VALUES; i += 1) {
    const value = at(mask.values, i);
    if (!first.has(value)) first.set(value, i);
  }
  if (first.size > MOST_VALUES) return (value) => value > 0;
  const counting = new Set<number>();
  for (const [value, at] of first) {
    if ((await score([[at % mask.width, Math.floor(at / mask.width)]])) >= MOSTLY) counting.add(value);
  }
  return (value) => counting.has(value);
}

export function centreOf(mark: Mark): [x: number, y: number] {
  if (Array.isArray(mark)) return [mark[0], mark[1]];
  const [x0, y0, x1, y1] = mark.box;
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

function nearestOn(
  { width, height, values }: Mask,
  isOn: (value: number) => boolean,
  x: number,
  y: number,
): [x: number, y: number] | undefined {
  let best = Infinity;
  let found: [number, number] | undefined;
  for (let row = 0; row < height; row += 1) {
    const dy = row - y;
    if (dy * dy >= best) continue;
    for (let column = 0; column < width; column += 1) {
      if (!isOn(at(values, row * width + column))) continue;
      const square = (column - x) ** 2 + dy * dy;
      if (square >= best) continue;
      best = square;
      found = [column, row];
    }
  }
  return found;
}
