import type { Frame } from './frame.ts';
import { type Notes, POINT } from './shade.ts';
import type { ShadowMap } from './shadow.ts';
import { SAMPLES } from './view.ts';

/** Finds the pixels of a frame that may look different than before. */
export class Changes {
  readonly #oldIds: Int32Array;
  /** Pixels that look at tiles of the shadow map, tile after tile: twice their number, and 1 more for those of one point. */
  readonly #watchers: Int32Array;
  /** Where each tile's begin. */
  readonly #firstWatcher: Int32Array;
  /** Pixels to shade anew, and to light anew; 1 for each that is among either. */
  readonly #anew: Int32Array;
  readonly #dimmed: Int32Array;
  readonly #isFound: Uint8Array;

  constructor(frame: Frame, oldIds: Int32Array, { cells, points }: Notes, shadow: ShadowMap | null) {
    this.#oldIds = oldIds;
    this.#anew = new Int32Array(frame.pixels.length);
    this.#dimmed = new Int32Array(frame.pixels.length);
    this.#isFound = new Uint8Array(frame.pixels.length);
    const tiles = new Int32Array(cells.length);
    const first = new Int32Array((shadow?.target.touched.length ?? 0) + 1);
    for (let i = 0; i < cells.length; i += 1) {
      const cell = cells[i] ?? 0;
      const tile = cell < 0 ? cell : (shadow?.tileOf(cell) ?? 0);
      tiles[i] = tile;
      if (tile >= 0) first[tile + 1] = (first[tile + 1] ?? 0) + 1;
    }
    for (let tile = 1; tile < first.length; tile += 1) first[tile] = (first[tile] ?? 0) + (first[tile - 1] ?? 0);
    this.#firstWatcher = first;
    this.#watchers = new Int32Array(first.at(-1) ?? 0);
    const next = first.slice();
    for (let i = 0; i < tiles.length; i += 1) {
      const tile = tiles[i] ?? 0;
      if (tile < 0) continue;
      const pixel = i >> 2;
      this.#watchers[next[tile] ?? 0] = 2 * pixel + Number(!Number.isNaN(points[POINT * pixel] ?? 0));
      next[tile] = (next[tile] ?? 0) + 1;
    }
  }

  /**
   * Pixels that show something else than before, or that look at a tile of the shadow map that was drawn on; until the next call.
   * Those of the second kind that were noted as one point are `dimmed`, by number; all others `anew`, as row · 65536 + column.
   */
  find(frame: Frame, shadow: ShadowMap | null): { anew: Int32Array; dimmed: Int32Array } {
    const isFound = this.#isFound.fill(0);
    let anew = this.#findCovered(frame);
    let dimmed = 0;
    const marks = shadow?.target.marks ?? 0;
    const marked = shadow?.target.marked ?? nothing;
    const watchers = this.#watchers;
    const firstWatcher = this.#firstWatcher;
    for (let mark = 0; mark < marks; mark += 1) {
      const tile = marked[mark] ?? 0;
      const end = firstWatcher[tile + 1] ?? 0;
      for (let i = firstWatcher[tile] ?? 0; i < end; i += 1) {
        const watcher = watchers[i] ?? 0;
        const pixel = watcher >> 1;
        if (isFound[pixel] === 1) continue;
        isFound[pixel] = 1;
        if ((watcher & 1) === 0) {
          this.#anew[anew] = frame.pixels[pixel] ?? 0;
          anew += 1;
        } else {
          this.#dimmed[dimmed] = pixel;
          dimmed += 1;
        }
      }
    }
    return { anew: this.#anew.subarray(0, anew), dimmed: this.#dimmed.subarray(0, dimmed) };
  }

  /** Begins the list of pixels to shade anew with those that show other triangles; how many. */
  #findCovered({ ids, width, height, target: { marked, marks, tileColumns, tileShift, width: row } }: Frame): number {
    const old = this.#oldIds;
    const side = (1 << tileShift) / SAMPLES;
    let count = 0;
    for (let mark = 0; mark < marks; mark += 1) {
      const tile = marked[mark] ?? 0;
      const left = (tile % tileColumns) * side;
      const top = Math.floor(tile / tileColumns) * side;
      const right = Math.min(left + side, width);
      const bottom = Math.min(top + side, height);
      for (let v = top; v < bottom; v += 1) {
        for (let u = left; u < right; u += 1) {
          const i = SAMPLES * (v * row + u);
          const j = i + row;
          const upperSame = ids[i] === old[i] && ids[i + 1] === old[i + 1];
          if (upperSame && ids[j] === old[j] && ids[j + 1] === old[j + 1]) continue;
          this.#isFound[v * width + u] = 1;
          this.#anew[count] = (v << 16) | u;
          count += 1;
        }
      }
    }
    return count;
  }
}

const nothing = new Int32Array();
