import type { Plane, PlaneBytes, YuvPicture } from './picture.ts';
import { type Quantiser, scan } from './quantiser.ts';
import { forward, hadamard2, hadamard4, inverse } from './transform.ts';

/** The blocks of 4 of a macroblock in the standard's order: quarter by quarter. */
export const blockX = Uint8Array.from({ length: 16 }, (_, b) => (b & 1) + 2 * ((b >> 2) & 1));
export const blockY = Uint8Array.from({ length: 16 }, (_, b) => ((b >> 1) & 1) + 2 * (b >> 3));

/** Where the blocks of both colour planes stand among the levels, behind those of brightness. */
export const COLOUR = 16;

/** What is left of one macroblock after prediction: levels to be written, and the picture that a decoder makes of them. */
export class Blocks {
  /** 16 of brightness and 4 of each colour plane, 16 levels each. */
  readonly levels = new Int32Array(24 * 16);
  readonly counts = new Uint8Array(24);
  /** Means of the blocks, where these are coded on their own. */
  readonly means = new Int32Array(16);
  readonly colourMeans = new Int32Array(8);
  /** Which quarters have something, a bit each. */
  pattern = 0;
  /** 0: nothing, 1: means alone, 2: more. */
  colour = 0;
  readonly #coefficients = new Int32Array(24 * 16);
  readonly #restored = new Int32Array(16);

  /** All of brightness, with the means of blocks apart. */
  square(source: PlaneBytes, plane: Plane, at: number, quantiser: Quantiser): void {
    const coefficients = this.#coefficients;
    const restored = this.#restored;
    const { stride } = plane;
    this.pattern = 0;
    for (let b = 0; b < 16; b += 1) {
      const place = at + 4 * (blockX[b] ?? 0) + 4 * (blockY[b] ?? 0) * stride;
      forward(source, plane.pixels, place, stride, coefficients, 16 * b, 0);
      restored[4 * (blockY[b] ?? 0) + (blockX[b] ?? 0)] = coefficients[16 * b] ?? 0;
      const count = quantiser.block(coefficients, 16 * b, 1, this.levels);
      this.counts[b] = count;
      if (count > 0) this.pattern = 15;
    }
    hadamard4(restored);
    for (let i = 0; i < 16; i += 1) {
      const place = scan[i] ?? 0;
      const level = quantiser.mean(((restored[place] ?? 0) + 1) >> 1);
      this.means[i] = level;
      restored[place] = level;
    }
    hadamard4(restored);
    for (let b = 0; b < 16; b += 1) {
      const place = at + 4 * (blockX[b] ?? 0) + 4 * (blockY[b] ?? 0) * stride;
      coefficients[16 * b] = quantiser.lumaMean(restored[4 * (blockY[b] ?? 0) + (blockX[b] ?? 0)] ?? 0);
      inverse(coefficients, 16 * b, plane.pixels, place, stride);
    }
  }

  /** All of brightness; `addRest` puts it into the picture, if it is any good. */
  rest(source: PlaneBytes, plane: Plane, at: number, quantiser: Quantiser): void {
    this.pattern = 0;
    for (let b = 0; b < 16; b += 1) {
      const place = at + 4 * (blockX[b] ?? 0) + 4 * (blockY[b] ?? 0) * plane.stride;
      let count = 0;
      if (forward(source, plane.pixels, place, plane.stride, this.#coefficients, 16 * b, quantiser.least))
        count = quantiser.block(this.#coefficients, 16 * b, 0, this.levels);
      else this.levels.fill(0, 16 * b, 16 * b + 16);
      this.counts[b] = count;
      if (count > 0) this.pattern |= 1 << (b >> 2);
    }
  }

  addRest(plane: Plane, at: number): void {
    for (let b = 0; b < 16; b += 1) {
      if (this.counts[b] === 0) continue;
      const place = at + 4 * (blockX[b] ?? 0) + 4 * (blockY[b] ?? 0) * plane.stride;
      inverse(this.#coefficients, 16 * b, plane.pixels, place, plane.stride);
    }
  }

  /** Both colour planes. */
  colours(source: YuvPicture, into: YuvPicture, at: number, quantiser: Quantiser): void {
    this.colour = 0;
    this.#colourPlane(source.u.pixels, into.u, at, 0, quantiser);
    this.#colourPlane(source.v.pixels, into.v, at, 4, quantiser);
  }

  #colourPlane(source: PlaneBytes, plane: Plane, at: number, first: number, quantiser: Quantiser): void {
    const coefficients = this.#coefficients;
    const means = this.colourMeans;
    const restored = this.#restored;
    for (let k = 0; k < 4; k += 1) {
      const b = COLOUR + first + k;
      const place = at + 4 * (k & 1) + 2 * (k & 2) * plane.stride;
      forward(source, plane.pixels, place, plane.stride, coefficients, 16 * b, 0);
      means[first + k] = coefficients[16 * b] ?? 0;
      const count = quantiser.block(coefficients, 16 * b, 1, this.levels);
      this.counts[b] = count;
      if (count > 0) this.colour = 2;
    }
    hadamard2(means, first);
    for (let k = 0; k < 4; k += 1) {
      const level = quantiser.mean(means[first + k] ?? 0);
      means[first + k] = level;
      restored[k] = level;
      if (level !== 0 && this.colour === 0) this.colour = 1;
    }
    hadamard2(restored, 0);
    for (let k = 0; k < 4; k += 1) coefficients[16 * (COLOUR + first + k)] = quantiser.chromaMean(restored[k] ?? 0);
  }

  addColours(into: YuvPicture, at: number): void {
    if (this.colour === 0) return;
    for (let k = 0; k < 8; k += 1) {
      const plane = k < 4 ? into.u : into.v;
      const place = at + 4 * (k & 1) + 2 * (k & 2) * plane.stride;
      inverse(this.#coefficients, 16 * (COLOUR + k), plane.pixels, place, plane.stride);
    }
  }
}
