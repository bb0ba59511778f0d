import type { Catalogue } from './catalogue.ts';
import { makeTarget, type Target, unmark } from './raster.ts';
import { SAMPLES } from './view.ts';

/** Samples of a picture, which triangle each shows, and where the vertices are. Kept from picture to picture. */
export class FrameBuffer {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  catalogue: Catalogue;
  readonly target: Target;
  /** All pixels: row · 65536 + column. */
  readonly pixels: Int32Array;
  /** Camera frame: three numbers per vertex; of things that were drawn. */
  places: Float64Array;
  /** Samples to the right and down, and 1 / distance along the view: three numbers per vertex. */
  screen: Float64Array;

  constructor(width: number, height: number, catalogue: Catalogue) {
    this.width = width;
    this.height = height;
    this.catalogue = catalogue;
    this.target = makeTarget({ width: SAMPLES * width, height: SAMPLES * height }, { shift: 4, margin: 0 }, 2);
    this.pixels = new Int32Array(width * height);
    for (let i = 0; i < this.pixels.length; i += 1) this.pixels[i] = (Math.floor(i / width) << 16) | (i % width);
    this.places = new Float64Array(3 * catalogue.vertices);
    this.screen = new Float64Array(3 * catalogue.vertices);
  }

  /** The same samples for other things; they must be drawn anew. */
  adopt(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    if (this.places.length >= 3 * catalogue.vertices) return;
    this.places = new Float64Array(3 * catalogue.vertices);
    this.screen = new Float64Array(3 * catalogue.vertices);
  }

  clear(): void {
    this.target.samples.fill(0);
    unmark(this.target);
  }
}
