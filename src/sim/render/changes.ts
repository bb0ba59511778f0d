import type { Frame } from './frame.ts';
import type { ShadowMap } from './shadow.ts';
import { SAMPLES } from './view.ts';

/** Finds the pixels of a frame that may look different than before. */
export class Changes {
  readonly #oldIds: Int32Array;
  /** Pixels that look at tiles of the shadow map, tile after tile; and where each tile's begin. */
  readonly #watchers: Int32Array;
  readonly #firstWatcher: Int32Array;
  /** What was found, and 1 for each pixel among it. */
  readonly #found: Int32Array;
  readonly #isFound: Uint8Array;

  /** `cells` has the cells of the shadow map, four per pixel, that decide about each pixel as it is now. */
  constructor(frame: Frame, oldIds: Int32Array, cells: Int32Array, shadow: ShadowMap | null) {
    this.#oldIds = oldIds;
    this.#found = new Int32Array(frame.pixels.length);
    this.#isFound = new Uint8Array(frame.pixels.length);
    const tiles = cells.map((cell) => (cell < 0 ? cell : (shadow?.tileOf(cell) ?? 0)));
    const first = new Int32Array((shadow?.target.touched.length ?? 0) + 1);
    for (const tile of tiles) if (tile >= 0) first[tile + 1] = (first[tile + 1] ?? 0) + 1;
    for (let tile = 1; tile < first.length; tile += 1) first[tile] = (first[tile] ?? 0) + (first[tile - 1] ?? 0);
    this.#firstWatcher = first;
    this.#watchers = new Int32Array(first.at(-1) ?? 0);
    const next = first.slice();
    tiles.forEach((tile, i) => {
      if (tile < 0) return;
      this.#watchers[next[tile] ?? 0] = frame.pixels[i >> 2] ?? 0;
      next[tile] = (next[tile] ?? 0) + 1;
    });
  }

  /** Pixels that show something else than before, or look at a tile of the shadow map that was drawn on; until the next call. */
  find(frame: Frame, shadow: ShadowMap | null): Int32Array {
    const found = this.#found;
    const isFound = this.#isFound.fill(0);
    const { width } = frame;
    let count = this.#findCovered(frame);
    const touched = shadow?.target.touched ?? nothing;
    const watchers = this.#watchers;
    const firstWatcher = this.#firstWatcher;
    for (let tile = 0; tile < touched.length; tile += 1) {
      if (touched[tile] === 0) continue;
      const end = firstWatcher[tile + 1] ?? 0;
      for (let i = firstWatcher[tile] ?? 0; i < end; i += 1) {
        const pixel = watchers[i] ?? 0;
        const at = (pixel >> 16) * width + (pixel & 0xffff);
        if (isFound[at] === 1) continue;
        isFound[at] = 1;
        found[count] = pixel;
        count += 1;
      }
    }
    return found.subarray(0, count);
  }

  /** Begins the list with pixels that show other triangles; how many. */
  #findCovered({ ids, width, height, target: { touched, tileColumns, tileShift, width: row } }: Frame): number {
    const old = this.#oldIds;
    const side = (1 << tileShift) / SAMPLES;
    let count = 0;
    for (let tile = 0; tile < touched.length; tile += 1) {
      if (touched[tile] === 0) continue;
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
          this.#found[count] = (v << 16) | u;
          count += 1;
        }
      }
    }
    return count;
  }
}

const nothing = new Uint8Array();
