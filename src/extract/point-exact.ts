import type { Extractor } from '../contracts/index.ts';
import { toPixel, tuple, writeTuples } from './point-tuple.ts';

const whole = new RegExp(`^${tuple.source}$`);

/**
 * One `(x, y)` and nothing else around it but white space; the numbers mean what they mean to `point/tuple`.
 * @example pointExact.extract('It is at (12, 30).', {}) // { points: [] }
 */
export const pointExact: Extractor = {
  id: 'point/exact',
  about: 'one (x, y) and nothing else',
  extract(text, context) {
    const match = whole.exec(text.trim());
    return { points: match ? toPixel(match, context) : [] };
  },
  write: writeTuples,
};
