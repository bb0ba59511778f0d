import type { Answer, Extraction, Score, Scorer } from '../../contracts/index.ts';
import { isInPolygon, type Polygon, polygonPixels } from '../../util/index.ts';
import { judgePoints, marksOf, withAbort } from '../pointing/judge.ts';
import type { RobospatialSample } from './sample.ts';

type RegionRule = (x: number, y: number, polygon: Polygon) => boolean;

/** The authors' rule: a yes or a no, or the first point in the region. What cannot be read is wrong. */
const official = polygonScorer(isInPolygon);

/** VLMEvalKit casts its ray in another way, and wrongly where an edge is upright. */
const vlmevalkit = polygonScorer(isInPolygonOfKit);

/** lmms-eval: any of the points on the mask. */
const lmms: Scorer<RobospatialSample> = {
  async score(sample, extraction, assets) {
    const { truth, mask } = sample;
    if (typeof truth === 'string') return judgeWord(truth, extraction);
    if (!mask) return { value: 0, note: 'no mask: lmms-eval counts -1 here', facts: { noMask: 1 } };
    const value = ({ hits }: { hits: number }) => (hits > 0 ? 1 : 0);
    const worth = (pixel: number) => (pixel > 0 ? 1 : 0);
    return withAbort(await judgePoints({ mask, extraction, assets, worth, outside: 'miss', value }), extraction);
  },
};

export const scorers = { official, vlmevalkit, lmms };

function polygonScorer(isInside: RegionRule): Scorer<RobospatialSample> {
  return {
    score({ truth, size }, extraction) {
      if (typeof truth === 'string') return judgeWord(truth, extraction);
      const point = fractionsOf(extraction, size);
      if (!point) return { value: 0, note: 'no point', facts: { points: 0, hits: 0 } };
      const [x, y] = point;
      const hit = isInside(x, y, truth);
      const facts = { points: 1, hits: hit ? 1 : 0, x: Math.round(x * 1e4) / 1e4, y: Math.round(y * 1e4) / 1e4 };
      return { value: hit ? 1 : 0, note: hit ? 'inside' : 'outside', facts };
    },
  };
}

/** The first point in fractions of the sides: as it was read, where the reader says so. */
function fractionsOf(extraction: Extraction, size: RobospatialSample['size']): readonly [number, number] | undefined {
  if ('fractions' in extraction) return extraction.fractions?.[0];
  const [mark] = marksOf(extraction);
  if (!mark) return undefined;
  const [x, y] = Array.isArray(mark) ? mark : mark.box;
  return [fraction(x, size.width), fraction(y, size.height)];
}

/** Undoes `fraction * side` for every fraction that was written with up to 15 digits: a point may lie on the border. */
function fraction(pixel: number, side: number): number {
  return Number((pixel / side).toPrecision(15));
}

function judgeWord(gold: string, extraction: Extraction): Score {
  const given = 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
  const facts = { gold, ...(given !== null && { given }) };
  return {
    value: given === gold ? 1 : 0,
    note: `gold ${gold}, ${given === null ? 'none given' : `given ${given}`}`,
    facts,
  };
}

/**
 * Operation for operation. An upright edge counts wherever the point lies beside it, so that nothing is inside an upright rectangle;
 * at corners and on borders, too, it may say something else than the authors' rule.
 */
function isInPolygonOfKit(x: number, y: number, polygon: Polygon): boolean {
  let inside = false;
  const [first = [0, 0], ...others] = polygon;
  let [p1x, p1y] = first;
  for (const [p2x, p2y] of [...others, first]) {
    if (y > Math.min(p1y, p2y) && y <= Math.max(p1y, p2y)) {
      const crossing = p1y === p2y ? p1x : ((y - p1y) * (p2x - p1x)) / (p2y - p1y) + p1x;
      if (p1x === p2x || x <= crossing) inside = !inside;
    }
    [p1x, p1y] = [p2x, p2y];
  }
  return inside;
}

/** Steps of the grid that regions are measured on. */
const GRID = 128;

/** The share of the picture that the region takes: what one point anywhere would score. */
export function shareOf(polygon: Polygon): number {
  const { values } = polygonPixels(polygon, { width: GRID, height: GRID });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The word, or the pixel inside the region that is nearest to the middle of all that are. */
export function truthOf({ truth, size }: RobospatialSample): Answer {
  if (typeof truth === 'string') return { answer: truth };
  const { width, height } = size;
  const inside: [x: number, y: number][] = [];
  for (let y = 0; y < height; y++)
    // The middle of the pixel is what the oracle says.
    for (let x = 0; x < width; x++) if (isInPolygon((x + 0.5) / width, (y + 0.5) / height, truth)) inside.push([x, y]);
  const middle = (axis: 0 | 1) => inside.reduce((sum, point) => sum + point[axis], 0) / inside.length;
  const [mx, my] = [middle(0), middle(1)];
  const distance = ([x, y]: [number, number]) => (x - mx) ** 2 + (y - my) ** 2;
  const best = inside.reduce<[number, number] | undefined>(
    (a, b) => (a === undefined || distance(b) < distance(a) ? b : a),
    undefined,
  );
  return { points: best ? [best] : [] };
}
