import { Changes } from './changes.ts';
import { drawThing } from './draw.ts';
import type { Frame } from './frame.ts';
import { restore } from './raster.ts';
import { relight } from './relight.ts';
import type { Rest } from './rest.ts';
import type { Scene } from './scene.ts';
import { POINT, type Shader } from './shade.ts';
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
  readonly #points: Float64Array;
  readonly #changes: Changes;

  constructor(frame: Frame, view: View, { scene, rest, shadow, shader }: Studio) {
    frame.clear();
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 1) drawThing(frame, view, thing, n);
    });
    this.frame = frame;
    this.#view = view;
    this.#depth = frame.target.depth.slice();
    this.#ids = frame.ids.slice();
    this.#rgb = new Uint8Array(3 * frame.pixels.length);
    this.#points = new Float64Array(POINT * frame.pixels.length).fill(Number.NaN);
    const notes = { cells: new Int32Array(4 * frame.pixels.length).fill(-1), points: this.#points };
    const shade = shadow?.stillShade ?? null;
    shader.shade({ frame, view, scene, shade, pixels: frame.pixels, rgb: this.#rgb, notes });
    this.#changes = new Changes(frame, this.#ids, notes, shadow);
  }

  /** The colours with everything else. */
  render({ scene, rest, shadow, shader }: Studio): Uint8Array {
    const { frame } = this;
    const view = this.#view;
    restore(frame.target, { depth: this.#depth, ids: this.#ids });
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 0) drawThing(frame, view, thing, n);
    });
    const rgb = this.#rgb.slice();
    const { anew, dimmed } = this.#changes.find(frame, shadow);
    shader.shade({ frame, view, scene, shade: shadow?.shade ?? null, pixels: anew, rgb });
    if (shadow) relight(dimmed, this.#points, shadow.shade, rgb);
    return rgb;
  }
}
