import type { Extractor } from '../../contracts/index.ts';
import { parseFloating, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { pointArray } from './point-array.ts';
import { onError, onGrid, pixelsOf, sizeOf } from './write.ts';

const pair = pythonRegex('x\\d+="(-?\\d+(?:\\.\\d*)?)"\\s+y\\d+="(-?\\d+(?:\\.\\d*)?)"', 'g');

/**
 * RoboRefer's xml2pts for Molmo: numbered attributes `x1="61.5" y1="40.4"` in percent of the sides. Molmo's own form for one
 * point, `<point x="…" y="…">`, has no numbers and is not read.
 * @example refspatialMolmoXml.extract('<points x1="50" y1="50"/>', { width: 640, height: 480 }) // { points: [[320, 240]] }
 */
export const refspatialMolmoXml: Extractor = {
  id: 'refspatial/molmo-xml',
  about: 'RoboRefer: every x1="…" y1="…" in percent of the sides',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    const pixel = (percent: string, side: number) => truncate((parseFloating(percent) / 100) * side);
    return onError('dropped', () =>
      pointArray(
        Array.from(text.matchAll(pair), ([, x = '', y = '']) => ({ x: pixel(x, width), y: pixel(y, height) })),
      ),
    );
  },
  write(answer, context) {
    const points = onGrid(pixelsOf(answer), context, 100).map(([x, y], i) => `x${i + 1}="${x}" y${i + 1}="${y}"`);
    return `<points ${points.join(' ')} alt="it">it</points>`;
  },
};
