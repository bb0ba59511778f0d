import * as three from 'three';
import type { Scene } from './messages.ts';

/** Where shadows are looked for: around the table's top, in metres, and how fine. */
const SHADOWS = { centre: [0, 0, 0.74], width: 1.5, height: 1.1, distance: 2, size: [768, 576] } as const;
/** Nearer to the light than this, a surface does not shade itself. */
const BIAS = 0.003;

/** A sun with shadows, lamps without, and light from everywhere, as numbers for the shaders. */
export class Lighting {
  readonly lamps: number;
  readonly numbers: Record<string, three.IUniform>;
  readonly shadows: three.WebGLRenderTarget;
  readonly sun: three.OrthographicCamera;

  constructor({ ambient, sun, points }: Scene['lights']) {
    const [width, height] = SHADOWS.size;
    this.shadows = new three.WebGLRenderTarget(width, height, { depthTexture: new three.DepthTexture(width, height) });
    this.sun = sunCamera(sun.direction);
    this.lamps = points.length;
    const toTexture = new three.Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);
    this.numbers = {
      above: { value: vector(ambient.above) },
      below: { value: vector(ambient.below) },
      sunColour: { value: vector(sun.colour) },
      toSun: { value: vector(sun.direction).negate().normalize() },
      lampPlaces: { value: points.map(({ position }) => vector(position)) },
      lampColours: { value: points.map(({ colour }) => vector(colour)) },
      shadowMap: { value: this.shadows.depthTexture },
      toShadow: { value: toTexture.multiply(this.sun.projectionMatrix).multiply(this.sun.matrixWorldInverse) },
      bias: { value: BIAS / (this.sun.far - this.sun.near) },
    };
  }

  dispose(): void {
    this.shadows.depthTexture?.dispose();
    this.shadows.dispose();
  }
}

function sunCamera([x, y, z]: Scene['lights']['sun']['direction']): three.OrthographicCamera {
  const { width, height, distance } = SHADOWS;
  const camera = new three.OrthographicCamera(-width / 2, width / 2, height / 2, -height / 2, 0.2, 2 * distance);
  const centre = vector(SHADOWS.centre);
  camera.up.set(0, 1, 0);
  camera.position.copy(centre).addScaledVector(new three.Vector3(x, y, z).normalize(), -distance);
  camera.lookAt(centre);
  camera.updateMatrixWorld();
  return camera;
}

function vector([x, y, z]: readonly [number, number, number]): three.Vector3 {
  return new three.Vector3(x, y, z);
}
