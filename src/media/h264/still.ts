import type { Blocks } from './blocks.ts';
import { continueSquare, difference, fits, shapes } from './intra.ts';
import type { Neighbours } from './neighbours.ts';
import type { YuvPicture } from './picture.ts';
import type { Fineness } from './quantiser.ts';
import type { BlockWriter } from './write.ts';

/** What macroblocks are coded with. */
export interface Tools {
  source: YuvPicture;
  blocks: Blocks;
  neighbours: Neighbours;
  writer: BlockWriter;
}

/** Codes macroblocks of pictures that stand alone, from what is around them. */
export class Still {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  code(into: YuvPicture, column: number, row: number, { luma, colour }: Fineness): void {
    const { source, blocks, writer } = this.#tools;
    const x = 16 * column;
    const y = 16 * row;
    const shape = this.#continueLuma(into, x, y);
    blocks.square(source.y.pixels, into.y, into.y.at(x, y), luma);
    const colourShape = this.#continueColours(into, x / 2, y / 2);
    const at = into.u.at(x / 2, y / 2);
    blocks.colours(source, into, at, colour);
    blocks.addColours(into, at);
    writer.square(column, row, shape, colourShape);
  }

  #continueLuma({ y: plane }: YuvPicture, x: number, y: number): number {
    const { pixels } = this.#tools.source.y;
    let best = Number.MAX_SAFE_INTEGER;
    for (const shape of shapes) {
      if (!fits(shape, x, y)) continue;
      continueSquare(plane, x, y, 16, shape);
      best = Math.min(best, 4 * difference(pixels, plane.pixels, plane.at(x, y), plane.stride, 16) + shape);
    }
    continueSquare(plane, x, y, 16, best & 3);
    return best & 3;
  }

  #continueColours({ u, v }: YuvPicture, x: number, y: number): number {
    const { source } = this.#tools;
    const at = u.at(x, y);
    let best = Number.MAX_SAFE_INTEGER;
    for (const shape of shapes) {
      if (!fits(shape, x, y)) continue;
      continueSquare(u, x, y, 8, shape);
      continueSquare(v, x, y, 8, shape);
      const ofU = difference(source.u.pixels, u.pixels, at, u.stride, 8);
      best = Math.min(best, 4 * (ofU + difference(source.v.pixels, v.pixels, at, v.stride, 8)) + shape);
    }
    continueSquare(u, x, y, 8, best & 3);
    continueSquare(v, x, y, 8, best & 3);
    return best & 3;
  }
}
