import { makeTarget, type Target, unmark } from './raster.ts';
import type { Thing } from './scene.ts';
import { SAMPLES } from './view.ts';

/** Numbers all vertices and triangles of a scene, so that a triangle has the same number whatever is drawn, and in which order. */
export class Catalogue {
  readonly #things: readonly Pick<Thing, 'mesh' | 'texture'>[];
  /** Number of each thing's first vertex and triangle. */
  readonly firstVertex: Int32Array;
  readonly firstTriangle: Int32Array;
  readonly vertices: number;
  /** Which thing each triangle belongs to; triangle 0 is nothing. */
  readonly owner: Int32Array;
  /** Which smooth piece, of all there are. With a texture, every triangle is one: it is to look as sharp as it can. */
  readonly patch: Int32Array;

  constructor(things: readonly Thing[]) {
    this.#things = things.map(({ mesh, texture }) => ({ mesh, ...(texture ? { texture } : {}) }));
    this.firstVertex = new Int32Array(things.length);
    this.firstTriangle = new Int32Array(things.length);
    let vertices = 0;
    let triangles = 1;
    things.forEach(({ mesh }, n) => {
      this.firstVertex[n] = vertices;
      this.firstTriangle[n] = triangles;
      vertices += mesh.positions.length / 3;
      triangles += mesh.triangles.length / 3;
    });
    this.vertices = vertices;
    this.owner = new Int32Array(triangles);
    this.patch = new Int32Array(triangles);
    let patches = 1;
    things.forEach(({ mesh, texture }, n) => {
      const first = this.firstTriangle[n] ?? 0;
      this.owner.fill(n, first, first + mesh.triangles.length / 3);
      let end = patches;
      mesh.patches.forEach((patch, i) => {
        const own = patches + (texture ? i : patch);
        this.patch[first + i] = own;
        end = Math.max(end, own + 1);
      });
      patches = end;
    });
  }

  fits(things: readonly Thing[]): boolean {
    if (things.length !== this.#things.length) return false;
    return this.#things.every(({ mesh, texture }, n) => {
      const thing = things[n];
      return thing?.mesh === mesh && (thing.texture === undefined) === (texture === undefined);
    });
  }
}

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

/** How near the samples of a pixel must be to each other to count as one piece: 1 / distance of the farthest, of that of the nearest. */
export const CLOSE = 0.99;

/** For every choice of a pixel's samples: how many, and where their middle is. */
export const counts = new Float64Array(16);
export const rights = new Float64Array(16);
export const downs = new Float64Array(16);
for (let mask = 1; mask < 16; mask += 1) {
  const [a, b, c, d] = [mask & 1, (mask >> 1) & 1, (mask >> 2) & 1, mask >> 3] as const;
  const count = a + b + c + d;
  counts[mask] = count;
  rights[mask] = 0.5 + (b + d - a - c) / (4 * count);
  downs[mask] = 0.5 + (c + d - a - b) / (4 * count);
}

/** 1 if two numbers from 0 are the same. */
export function isSame(a: number, b: number): number {
  return ((a ^ b) - 1) >>> 31;
}
