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
  #count = 0;

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
    this.#isFound.fill(0);
    this.#count = 0;
    this.#findCovered(frame);
    const touched = shadow?.target.touched;
    if (touched) {
      for (let tile = 0; tile < touched.length; tile += 1) {
        if (touched[tile] === 0) continue;
        const end = this.#firstWatcher[tile + 1] ?? 0;
        for (let i = this.#firstWatcher[tile] ?? 0; i < end; i += 1) this.#add(this.#watchers[i] ?? 0, frame.width);
      }
    }
    return this.#found.subarray(0, this.#count);
  }

  #findCovered(frame: Frame): void {
    const { ids, width, height } = frame;
    const { touched, tileColumns, tileShift, width: row } = frame.target;
    const old = this.#oldIds;
    const side = (1 << tileShift) / SAMPLES;
    for (let tile = 0; tile < touched.length; tile += 1) {
      if (touched[tile] === 0) continue;
      const left = (tile % tileColumns) * side;
      const top = Math.floor(tile / tileColumns) * side;
      for (let v = top; v < Math.min(top + side, height); v += 1) {
        for (let u = left; u < Math.min(left + side, width); u += 1) {
          const i = SAMPLES * (v * row + u);
          const same =
            ids[i] === old[i] &&
            ids[i + 1] === old[i + 1] &&
            ids[i + row] === old[i + row] &&
            ids[i + row + 1] === old[i + row + 1];
          if (!same) this.#add((v << 16) | u, width);
        }
      }
    }
  }

  #add(pixel: number, width: number): void {
    const at = (pixel >> 16) * width + (pixel & 0xffff);
    if (this.#isFound[at] === 1) return;
    this.#isFound[at] = 1;
    this.#found[this.#count] = pixel;
    this.#count += 1;
  }
}
