import { Changes } from './changes.ts';
import { drawThing } from './draw.ts';
import type { Frame } from './frame.ts';
import type { Rest } from './rest.ts';
import type { Scene } from './scene.ts';
import { NO_CELL, type Shader } from './shade.ts';
import type { ShadowMap } from './shadow.ts';
import type { View } from './view.ts';

/** What pictures are made with. */
export interface Studio {
  scene: Scene;
  rest: Rest;
  shadow: ShadowMap | null;
  shader: Shader;
}

/**
 * What a camera that stands still sees of things that rest, kept with its colours. Only pixels that something else covers, or may
 * throw a shadow on, are shaded again: the others would come out the same.
 */
export class Backdrop {
  readonly frame: Frame;
  readonly #view: View;
  readonly #depth: Float32Array;
  readonly #ids: Int32Array;
  readonly #rgb: Uint8Array;
  readonly #changes: Changes;

  constructor(frame: Frame, view: View, { scene, rest, shadow, shader }: Studio) {
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 1) drawThing(frame, view, thing, n);
    });
    this.frame = frame;
    this.#view = view;
    this.#depth = frame.target.depth.slice();
    this.#ids = frame.ids.slice();
    this.#rgb = new Uint8Array(3 * frame.pixels.length);
    const cells = new Int32Array(4 * frame.pixels.length).fill(NO_CELL);
    const shade = shadow?.stillShade ?? null;
    shader.shade({ frame, view, scene, shade, pixels: frame.pixels, rgb: this.#rgb, cells });
    this.#changes = new Changes(frame, this.#ids, cells, shadow);
  }

  /** The colours with everything else. */
  render({ scene, rest, shadow, shader }: Studio): Uint8Array {
    const { frame } = this;
    const view = this.#view;
    this.#restore();
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 0) drawThing(frame, view, thing, n);
    });
    const rgb = this.#rgb.slice();
    const pixels = this.#changes.find(frame, shadow);
    shader.shade({ frame, view, scene, shade: shadow?.shade ?? null, pixels, rgb });
    return rgb;
  }
  /** Takes away what was drawn the last time. */
  #restore(): void {
    const { ids, target } = this.frame;
    const { depth, width, height, touched, tileColumns, tileShift } = target;
    const oldDepth = this.#depth;
    const oldIds = this.#ids;
    const side = 1 << tileShift;
    for (let tile = 0; tile < touched.length; tile += 1) {
      if (touched[tile] === 0) continue;
      touched[tile] = 0;
      const left = (tile % tileColumns) * side;
      const top = Math.floor(tile / tileColumns) * side;
      const columns = Math.min(side, width - left);
      const bottom = Math.min(top + side, height);
      for (let y = top; y < bottom; y += 1) {
        const first = y * width + left;
        for (let i = first; i < first + columns; i += 1) {
          depth[i] = oldDepth[i] ?? 0;
          ids[i] = oldIds[i] ?? 0;
        }
      }
    }
  }
}
