/** What a decoder knows of the macroblocks around one: how many coefficients their blocks have, and how they moved. */
export class Neighbours {
  readonly columns: number;
  readonly luma: CoefficientCounts;
  readonly u: CoefficientCounts;
  readonly v: CoefficientCounts;
  readonly #dx: Int16Array;
  readonly #dy: Int16Array;
  /** What `expect` found. */
  expectedX = 0;
  expectedY = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.luma = new CoefficientCounts(4 * columns, 4 * rows);
    this.u = new CoefficientCounts(2 * columns, 2 * rows);
    this.v = new CoefficientCounts(2 * columns, 2 * rows);
    this.#dx = new Int16Array(columns * rows);
    this.#dy = new Int16Array(columns * rows);
  }

  /** Before a picture that stands alone. */
  forget(): void {
    this.#dx.fill(0);
    this.#dy.fill(0);
  }

  setMotion(at: number, dx: number, dy: number): void {
    this.#dx[at] = dx;
    this.#dy[at] = dy;
  }

  /** Of a macroblock that comes before the one at hand, or of a later one in the picture before. */
  dxAt(at: number): number {
    return this.#dx[at] ?? 0;
  }

  dyAt(at: number): number {
    return this.#dy[at] ?? 0;
  }

  /** The motion that a decoder expects: the middle one of left, above, and above to the right (or left, at the edge). */
  expect(column: number, row: number): void {
    const { columns } = this;
    const at = row * columns + column;
    const above = at - columns;
    const third = column + 1 < columns ? above + 1 : above - 1;
    const leftX = column > 0 ? this.dxAt(at - 1) : 0;
    const leftY = column > 0 ? this.dyAt(at - 1) : 0;
    // Where there is only one of them, it is that.
    if (row === 0) this.#expect(leftX, leftY);
    else if (columns === 1) this.#expect(this.dxAt(above), this.dyAt(above));
    else
      this.#expect(
        middle(leftX, this.dxAt(above), this.dxAt(third)),
        middle(leftY, this.dyAt(above), this.dyAt(third)),
      );
  }

  #expect(dx: number, dy: number): void {
    this.expectedX = dx;
    this.expectedY = dy;
  }

  /** Whether a macroblock that is left out stands still, whatever `expect` says: at edges, and beside what stands still. */
  isStill(column: number, row: number): boolean {
    if (column === 0 || row === 0) return true;
    const left = row * this.columns + column - 1;
    const above = left + 1 - this.columns;
    return (this.dxAt(left) === 0 && this.dyAt(left) === 0) || (this.dxAt(above) === 0 && this.dyAt(above) === 0);
  }
}

function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** How many coefficients the blocks of 4 of one plane have. */
export class CoefficientCounts {
  readonly #columns: number;
  readonly #counts: Uint8Array;

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#counts = new Uint8Array(columns * rows);
  }

  set(x: number, y: number, count: number): void {
    this.#counts[y * this.#columns + x] = count;
  }

  /** The mean of left and above, or the one that there is. */
  around(x: number, y: number): number {
    const at = y * this.#columns + x;
    const left = x > 0 ? (this.#counts[at - 1] ?? 0) : 0;
    const top = y > 0 ? (this.#counts[at - this.#columns] ?? 0) : 0;
    return x > 0 && y > 0 ? (left + top + 1) >> 1 : left + top;
  }
}
