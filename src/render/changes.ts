import type { FrameBuffer } from './frame-buffer.ts';
import { strips } from './raster.ts';
import type { Shade, ShadeNotes } from './shade.ts';
import { SAMPLES } from './view.ts';

/** Pixels that may look different than before, until they are looked for again. */
export interface Changed {
  /** To be shaded: row · 65536 + column. */
  anew: Int32Array;
  /** Of one point, and partly or wholly out of the sun, by number. */
  dimmed: Int32Array;
  dark: Int32Array;
}

/** Pixels from `left` and `top` to before `right` and `bottom`. */
export interface PixelArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Finds the pixels of a frame that may look different than before. */
export class Changes {
  readonly #frame: FrameBuffer;
  /** Pixels that look at tiles of the shadow map, tile after tile, by number. */
  #watchers = new Int32Array();
  /** How near to the sun each of those is; NaN for those of several points. */
  #heights = new Float64Array();
  /** Where each tile's begin. */
  readonly #firstWatcher: Int32Array;
  readonly #anew: Int32Array;
  readonly #dimmed: Int32Array;
  readonly #dark: Int32Array;
  /** 1 for each pixel that is among those. */
  readonly #isFound: Uint8Array;

  constructor(frame: FrameBuffer, shade: Shade | null) {
    const { length } = frame.pixels;
    this.#frame = frame;
    this.#firstWatcher = new Int32Array((shade?.tops.length ?? 0) + 1);
    this.#anew = new Int32Array(length);
    this.#dimmed = new Int32Array(length);
    this.#dark = new Int32Array(length);
    this.#isFound = new Uint8Array(length);
  }

  /** Learns what was noted about all pixels when they were shaded. */
  watch({ tiles, heights }: ShadeNotes): void {
    const first = this.#firstWatcher.fill(0);
    const end = tiles.length;
    for (let at = 0; at < end; at += 4) {
      for (let i = at; i < at + 4; i += 1) {
        const tile = tiles[i] ?? -1;
        if (tile < 0) break;
        first[tile + 1] = (first[tile + 1] ?? 0) + 1;
      }
    }
    for (let tile = 1; tile < first.length; tile += 1) first[tile] = (first[tile] ?? 0) + (first[tile - 1] ?? 0);
    const count = first.at(-1) ?? 0;
    if (this.#watchers.length < count) {
      this.#watchers = new Int32Array(count);
      this.#heights = new Float64Array(count);
    }
    const watchers = this.#watchers;
    const own = this.#heights;
    const next = first.slice();
    for (let at = 0; at < end; at += 4) {
      for (let i = at; i < at + 4; i += 1) {
        const tile = tiles[i] ?? -1;
        if (tile < 0) break;
        const place = next[tile] ?? 0;
        next[tile] = place + 1;
        watchers[place] = at >> 2;
        own[place] = heights[at >> 2] ?? 0;
      }
    }
  }

  /** Pixels that show other triangles than these, lie in one of these areas, or look at one of these tiles of the shadow map. */
  find(
    old: Int32Array,
    areas: readonly PixelArea[],
    tiles: Int32Array,
    { tops, bottoms }: Pick<Shade, 'tops' | 'bottoms'>,
  ): Changed {
    const isFound = this.#isFound.fill(0);
    let anew = this.#findIn(areas, this.#findCovered(old));
    let dimmed = 0;
    let dark = 0;
    const { pixels } = this.#frame;
    const watchers = this.#watchers;
    const heights = this.#heights;
    const firstWatcher = this.#firstWatcher;
    for (let k = 0; k < tiles.length; k += 1) {
      const tile = tiles[k] ?? 0;
      const top = tops[tile] ?? 0;
      const bottom = bottoms[tile] ?? 0;
      const end = firstWatcher[tile + 1] ?? 0;
      for (let i = firstWatcher[tile] ?? 0; i < end; i += 1) {
        const pixel = watchers[i] ?? 0;
        const height = heights[i] ?? 0;
        // In full sun, as it was before: what moves takes light away, and never brings any.
        if (top <= height) continue;
        if (isFound[pixel] === 1) continue;
        isFound[pixel] = 1;
        if (bottom > height) {
          this.#dark[dark] = pixel;
          dark += 1;
        } else if (Number.isNaN(height)) {
          this.#anew[anew] = pixels[pixel] ?? 0;
          anew += 1;
        } else {
          this.#dimmed[dimmed] = pixel;
          dimmed += 1;
        }
      }
    }
    return {
      anew: this.#anew.subarray(0, anew),
      dimmed: this.#dimmed.subarray(0, dimmed),
      dark: this.#dark.subarray(0, dark),
    };
  }

  /** All that show other triangles than these, lie there, or look at one of these tiles, as row · 65536 + column. */
  findAll(old: Int32Array, areas: readonly PixelArea[], tiles: Int32Array): Int32Array {
    const isFound = this.#isFound.fill(0);
    let count = this.#findIn(areas, this.#findCovered(old));
    for (const tile of tiles) {
      const end = this.#firstWatcher[tile + 1] ?? 0;
      for (let i = this.#firstWatcher[tile] ?? 0; i < end; i += 1) {
        const pixel = this.#watchers[i] ?? 0;
        if (isFound[pixel] === 1) continue;
        isFound[pixel] = 1;
        this.#anew[count] = this.#frame.pixels[pixel] ?? 0;
        count += 1;
      }
    }
    return this.#anew.subarray(0, count);
  }

  /** Adds the pixels of areas to those that are to be shaded anew; how many there are then. */
  #findIn(areas: readonly PixelArea[], found: number): number {
    const { width } = this.#frame;
    let count = found;
    for (const { left, right, top, bottom } of areas) {
      for (let v = top; v < bottom; v += 1) {
        for (let u = left; u < right; u += 1) {
          if (this.#isFound[v * width + u] === 1) continue;
          this.#isFound[v * width + u] = 1;
          this.#anew[count] = (v << 16) | u;
          count += 1;
        }
      }
    }
    return count;
  }

  /** Begins the list of pixels to shade anew with those that show other triangles; how many. */
  #findCovered(old: Int32Array): number {
    const { target } = this.#frame;
    const { samples: ids } = target;
    // Whole numbers to the compiler as well, which otherwise converts each place in an array that is worked out from them.
    const width = this.#frame.width | 0;
    const row = (2 * target.width) | 0;
    const isFound = this.#isFound;
    const found = this.#anew;
    let count = 0;
    for (const strip of strips(target)) {
      const left = (strip.left / SAMPLES) | 0;
      const right = (strip.right / SAMPLES) | 0;
      const bottom = (strip.bottom / SAMPLES) | 0;
      for (let v = (strip.top / SAMPLES) | 0; v < bottom; v += 1) {
        for (let u = left; u < right; u += 1) {
          const i = Math.imul(SAMPLES, Math.imul(v, row) + 2 * u) + 1;
          const j = i + row;
          const upperSame = ids[i] === old[i] && ids[i + 2] === old[i + 2];
          if (upperSame && ids[j] === old[j] && ids[j + 2] === old[j + 2]) continue;
          isFound[Math.imul(v, width) + u] = 1;
          found[count] = (v << 16) | u;
          count += 1;
        }
      }
    }
    return count;
  }
}
