import type { YuvPicture } from './picture.ts';
import type { Fineness } from './quantiser.ts';
import type { ReferencePicture } from './reference.ts';
import { Search } from './search.ts';
import type { Tools } from './still.ts';

/** Codes macroblocks from the picture before. */
export class Moved {
  readonly #tools: Tools;
  readonly #fineness: Fineness;
  readonly #search: Search;
  #last: ReferencePicture;

  constructor(tools: Tools, fineness: Fineness, last: ReferencePicture) {
    this.#tools = tools;
    this.#fineness = fineness;
    this.#search = new Search(tools.source.y.pixels, last, fineness.bit);
    this.#last = last;
  }

  begin(last: ReferencePicture): void {
    this.#last = last;
    this.#search.look(last);
  }

  code(into: YuvPicture, column: number, row: number): void {
    const { neighbours, writer, blocks } = this.#tools;
    const x = 16 * column;
    const y = 16 * row;
    const at = row * neighbours.columns + column;
    neighbours.expect(column, row);
    const { expectedX, expectedY } = neighbours;
    const isStill = neighbours.isStill(column, row);
    const likelyX = isStill ? 0 : expectedX;
    const likelyY = isStill ? 0 : expectedY;
    const isTried = this.#last.reaches(x, y, likelyX, likelyY);
    if (isTried && this.#isEnough(into, x, y, likelyX, likelyY)) {
      neighbours.setMotion(at, likelyX, likelyY);
      writer.skip(column, row);
      return;
    }
    const { dx, dy } = this.#find(column, row, expectedX, expectedY);
    if (!isTried || dx !== likelyX || dy !== likelyY) this.#predict(into, x, y, dx, dy);
    this.#predictColours(into, x, y, dx, dy);
    blocks.addRest(into.y, into.y.at(x, y));
    blocks.addColours(into, into.u.at(x / 2, y / 2));
    neighbours.setMotion(at, dx, dy);
    writer.moved(column, row, dx - expectedX, dy - expectedY);
  }

  /** Begins with how this place moved before, and with how those around it move. */
  #find(column: number, row: number, expectedX: number, expectedY: number): Search {
    const { neighbours } = this.#tools;
    const search = this.#search;
    const at = row * neighbours.columns + column;
    const above = at - neighbours.columns;
    search.begin(16 * column, 16 * row, expectedX, expectedY);
    search.guess(neighbours.dxAt(at), neighbours.dyAt(at));
    if (column > 0) search.guess(neighbours.dxAt(at - 1), neighbours.dyAt(at - 1));
    if (row > 0) search.guess(neighbours.dxAt(above), neighbours.dyAt(above));
    search.refine();
    return search;
  }

  /** Whether nothing has to be added to what stands so far away. */
  #isEnough(into: YuvPicture, x: number, y: number, dx: number, dy: number): boolean {
    this.#predict(into, x, y, dx, dy);
    if (this.#tools.blocks.pattern !== 0) return false;
    this.#predictColours(into, x, y, dx, dy);
    return this.#tools.blocks.colour === 0;
  }

  #predict(into: YuvPicture, x: number, y: number, dx: number, dy: number): void {
    const { source, blocks } = this.#tools;
    this.#last.predict(into, x, y, dx, dy);
    blocks.rest(source.y.pixels, into.y, into.y.at(x, y), this.#fineness.luma);
  }

  #predictColours(into: YuvPicture, x: number, y: number, dx: number, dy: number): void {
    const { source, blocks } = this.#tools;
    this.#last.predictColours(into, x, y, dx, dy);
    blocks.colours(source, into, into.u.at(x / 2, y / 2), this.#fineness.colour);
  }
}
