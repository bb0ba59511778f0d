import type { Frame } from './frame.ts';
import { type Notes, POINT } from './shade.ts';
import type { ShadowMap } from './shadow.ts';
import { SAMPLES } from './view.ts';

/** Finds the pixels of a frame that may look different than before. */
export class Changes {
  readonly #frame: Frame;
  readonly #shadow: ShadowMap | null;
  /** The tiles of the shadow map that each pixel looks at: four numbers, −1 for none. */
  readonly #tiles: Int32Array;
  /** Pixels that look at tiles of the shadow map, tile after tile: twice their number, and 1 more for those of one point. */
  #watchers = new Int32Array();
  /** Where each tile's begin. */
  readonly #firstWatcher: Int32Array;
  /** Pixels to shade anew, and to light anew; 1 for each that is among either. */
  readonly #anew: Int32Array;
  readonly #dimmed: Int32Array;
  readonly #isFound: Uint8Array;

  constructor(frame: Frame, shadow: ShadowMap | null) {
    const { length } = frame.pixels;
    this.#frame = frame;
    this.#shadow = shadow;
    this.#tiles = new Int32Array(4 * length).fill(-1);
    this.#firstWatcher = new Int32Array((shadow?.target.touched.length ?? 0) + 1);
    this.#anew = new Int32Array(length);
    this.#dimmed = new Int32Array(length);
    this.#isFound = new Uint8Array(length);
  }

  /** Learns what was noted about pixels when they were shaded. */
  watch(pixels: Int32Array, { cells, points }: Notes): void {
    const tiles = this.#tiles;
    const first = this.#firstWatcher.fill(0);
    for (const place of pixels) {
      const at = 4 * ((place >> 16) * this.#frame.width + (place & 0xffff));
      for (let i = at; i < at + 4; i += 1) {
        const cell = cells[i] ?? -1;
        tiles[i] = cell < 0 ? -1 : (this.#shadow?.tileOf(cell) ?? -1);
      }
    }
    for (let i = 0; i < tiles.length; i += 1) {
      const tile = tiles[i] ?? -1;
      if (tile >= 0) first[tile + 1] = (first[tile + 1] ?? 0) + 1;
    }
    for (let tile = 1; tile < first.length; tile += 1) first[tile] = (first[tile] ?? 0) + (first[tile - 1] ?? 0);
    const watchers = new Int32Array(first.at(-1) ?? 0);
    const next = first.slice();
    for (let i = 0; i < tiles.length; i += 1) {
      const tile = tiles[i] ?? -1;
      if (tile < 0) continue;
      const pixel = i >> 2;
      const place = next[tile] ?? 0;
      watchers[place] = 2 * pixel + Number(!Number.isNaN(points[POINT * pixel] ?? 0));
      next[tile] = place + 1;
    }
    this.#watchers = watchers;
  }

  /**
   * Pixels that show other triangles than these, or that look at one of these tiles of the shadow map; until the next call.
   * Those of the second kind that were noted as one point are `dimmed`, by number; all others `anew`, as row · 65536 + column.
   */
  find(oldIds: Int32Array, tiles: Int32Array): { anew: Int32Array; dimmed: Int32Array } {
    const isFound = this.#isFound.fill(0);
    let anew = this.#findCovered(oldIds);
    let dimmed = 0;
    const { pixels } = this.#frame;
    const watchers = this.#watchers;
    const firstWatcher = this.#firstWatcher;
    for (let k = 0; k < tiles.length; k += 1) {
      const tile = tiles[k] ?? 0;
      const end = firstWatcher[tile + 1] ?? 0;
      for (let i = firstWatcher[tile] ?? 0; i < end; i += 1) {
        const watcher = watchers[i] ?? 0;
        const pixel = watcher >> 1;
        if (isFound[pixel] === 1) continue;
        isFound[pixel] = 1;
        if ((watcher & 1) === 0) {
          this.#anew[anew] = pixels[pixel] ?? 0;
          anew += 1;
        } else {
          this.#dimmed[dimmed] = pixel;
          dimmed += 1;
        }
      }
    }
    return { anew: this.#anew.subarray(0, anew), dimmed: this.#dimmed.subarray(0, dimmed) };
  }

  /** All of them together, as row · 65536 + column. */
  findAll(oldIds: Int32Array, tiles: Int32Array): Int32Array {
    const { anew, dimmed } = this.find(oldIds, tiles);
    const all = new Int32Array(anew.length + dimmed.length);
    all.set(anew);
    for (let i = 0; i < dimmed.length; i += 1) all[anew.length + i] = this.#frame.pixels[dimmed[i] ?? 0] ?? 0;
    return all;
  }

  /** Begins the list of pixels to shade anew with those that show other triangles; how many. */
  #findCovered(old: Int32Array): number {
    const { ids, width, height, target } = this.#frame;
    const { marked, marks, tileColumns, tileShift, width: row } = target;
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
