import type { Extractor } from '../../contracts/index.ts';
import { textPoints } from './text-points.ts';
import { rowsOf, writeTuples } from './write.ts';

/**
 * RoboRefer's text2pts for RoboBrain and Qwen: all numbers are pixels. One decimal point anywhere in a point and the official
 * script ends, because its scorer takes floats for an index; in a box it drops the sample.
 * Points outside the picture are kept; it is the scorer that counts them as misses.
 * @example refspatialTextAbsolute.extract('(320, 240)', {}) // { points: [[320, 240]] }
 */
export const refspatialTextAbsolute: Extractor = {
  id: 'refspatial/text-absolute',
  about: 'RoboRefer: every (x, y) and (x0, y0, x1, y1) in pixels',
  extract: (text) => textPoints(text, { point: (pair) => pair, corner: (pair) => pair }),
  write: (answer) => writeTuples(rowsOf(answer)),
};
