import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';

const alone = pythonRegex('\\b([A-D])\\b', 'i');

/**
 * ViewSpatial-Bench's extract_option: the first A to D that stands alone on the last line, in either case. The article "a" is A.
 * @example viewspatialOfficial.extract('It is right.\nB', {}) // { answer: 'B' }
 */
export const viewspatialOfficial = letterExtractor({
  id: 'viewspatial/official',
  about: 'ViewSpatial-Bench: the first A to D alone on the last line, in either case; the article "a" is A',
  read: (text) => alone.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1]?.toUpperCase() ?? null,
  say: (letter) => letter,
});
