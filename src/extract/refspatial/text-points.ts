import type { Extraction } from '../../contracts/index.ts';
import { type Num, parseFloating, parseInteger } from '../python/number.ts';
import { onError } from './context.ts';
import { boxShape, pointArray } from './point-array.ts';
import { tuples } from './tuples.ts';

type Pair = [x: Num, y: Num];

/** RoboRefer's text2pts: two numbers are a point, four are a box, and all others are skipped once they are read. */
export function textPoints(text: string, toPixel: { point(pair: Pair): Pair; corner(pair: Pair): Pair }): Extraction {
  return onError('dropped', () => {
    const shapes = [...tuples(text)].flatMap((pieces) => {
      const [a = 0n, b = 0n, c = 0n, d = 0n] = pieces.map(readNumber);
      if (pieces.length === 4) return boxShape([...toPixel.corner([a, b]), ...toPixel.corner([c, d])]);
      if (pieces.length !== 2) return [];
      const [x, y] = toPixel.point([a, b]);
      return [{ x, y }];
    });
    return pointArray(shapes);
  });
}

/** With a decimal point it is a float, else an int. */
export function readNumber(piece: string): Num {
  return piece.includes('.') ? parseFloating(piece) : parseInteger(piece);
}
