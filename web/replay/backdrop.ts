import * as three from 'three';

/** Pictures after which shadows far away are drawn anew: nobody sees that they lag behind by a moment. */
const OFTEN = 10;

/**
 * What lies behind everything else, drawn once for as long as one looks from the same place: without a graphics card, walls and
 * floor take more time than all that moves.
 */
export class Backdrop {
  readonly scene = new three.Scene();
  readonly #picture: three.WebGLRenderTarget;
  readonly #seen = new three.Matrix4();
  readonly #size = new three.Vector2();
  #age = 0;

  constructor(antialias: boolean) {
    this.#picture = new three.WebGLRenderTarget(1, 1, {
      magFilter: three.NearestFilter,
      minFilter: three.NearestFilter,
      samples: antialias ? 4 : 0,
    });
  }

  get texture(): three.Texture {
    return this.#picture.texture;
  }

  /** The next time it is drawn anew, whatever happens. */
  outdate(): void {
    this.#age = OFTEN;
  }

  /** Brings it up to date for this camera. */
  draw(renderer: three.WebGLRenderer, camera: three.Camera, moved: boolean): void {
    const { x, y } = renderer.getDrawingBufferSize(this.#size);
    camera.updateMatrixWorld();
    const seen = new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const resized = this.#picture.width !== x || this.#picture.height !== y;
    this.#age += moved ? 1 : 0;
    if (!resized && this.#age < OFTEN && seen.equals(this.#seen)) return;
    if (resized) this.#picture.setSize(x, y);
    this.#age = 0;
    this.#seen.copy(seen);
    renderer.setRenderTarget(this.#picture);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.#picture.dispose();
  }
}
