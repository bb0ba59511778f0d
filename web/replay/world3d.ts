import * as three from 'three';
import { mergedGeometry, pictureTexture, poseTexture, type ReplayThing } from './merged.ts';
import type { ReplayScene } from './messages.ts';
import { fragment, shadowFragment, shadowVertex, vertex } from './shaders.ts';

/** Pictures after which shadows far away are drawn anew: nobody sees that they lag behind by a moment. */
const OFTEN = 10;

interface PixelBox {
  x: number;
  y: number;
}

/**
 * What lies behind everything else, drawn once for as long as one looks from the same place: without a graphics card, walls and
 * floor take more time than all that moves.
 */
class ReplayBackdrop {
  readonly #picture: three.WebGLRenderTarget;
  readonly #seen = new three.Matrix4();
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

  /** Forces a redraw the next time. */
  outdate(): void {
    this.#age = OFTEN;
  }

  /** Brings it up to date for this camera, so many pixels large. */
  draw(
    renderer: three.WebGLRenderer,
    scene: three.Scene,
    camera: three.Camera,
    moved: boolean,
    { x, y }: PixelBox,
  ): void {
    camera.updateMatrixWorld();
    const seen = new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const resized = this.#picture.width !== x || this.#picture.height !== y;
    this.#age += moved ? 1 : 0;
    if (!resized && this.#age < OFTEN && seen.equals(this.#seen)) return;
    if (resized) this.#picture.setSize(x, y);
    this.#age = 0;
    this.#seen.copy(seen);
    renderer.setRenderTarget(this.#picture);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.#picture.dispose();
  }
}

/** What one camera sees, and where on the canvas it is drawn: CSS pixels from the lower left. */
export interface Panel {
  camera: three.Camera;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half the size of things, in metres, from which on they are walls and floors: behind everything, and never moved. */
const FAR = 1.5;

/** All things of a world for the graphics card: one draw for every picture that is painted on some of them. */
export class World3d {
  readonly #near = new three.Scene();
  readonly #far = new three.Scene();
  /** One for every place on the screen: each has another camera. */
  readonly #backdrops = new Map<number, ReplayBackdrop>();
  readonly #antialias: boolean;
  readonly #casters = new three.Scene();
  readonly #lighting: Lighting;
  readonly #poses: three.DataTexture;
  readonly #owned: { dispose(): void }[] = [];
  #posed = false;
  #moved = false;

  constructor({ things, lights }: ReplayScene, antialias: boolean) {
    this.#antialias = antialias;
    this.#lighting = new Lighting(lights);
    this.#poses = poseTexture(things.length);
    // Small things first: what they hide of large ones is not painted.
    const all = things
      .map((thing, index) => ({ thing, index, extent: extentOf(thing) }))
      .sort((a, b) => a.extent - b.extent);
    const far = all.filter(({ extent }) => extent > FAR);
    const near = all.filter(({ extent }) => extent <= FAR);
    for (const same of Map.groupBy(far, painted).values()) this.#add(this.#far, same, this.#surface(same));
    const kinds = [...Map.groupBy(near, painted).values()].sort((a, b) => largest(a) - largest(b));
    for (const same of kinds) this.#add(this.#near, same, this.#surface(same));
    const shadow = new three.ShaderMaterial({
      uniforms: { poses: { value: this.#poses } },
      vertexShader: shadowVertex,
      fragmentShader: shadowFragment,
      side: three.BackSide,
      colorWrite: false,
    });
    const casting = near.filter(({ thing }) => thing.castsShadow);
    this.#add(this.#casters, casting, shadow);
  }

  /** Puts everything where it is at one moment: twelve numbers per thing. */
  pose(poses: Float32Array): void {
    const { data } = this.#poses.image;
    data?.set(poses.subarray(0, data.length));
    this.#poses.needsUpdate = true;
    this.#posed = true;
    this.#moved = true;
  }

  /** Nothing moves any more: redraw what was postponed. */
  settle(): void {
    for (const backdrop of this.#backdrops.values()) backdrop.outdate();
  }

  /** Shadows, and then the same moment as each camera sees it, at its own place on the screen. */
  draw(renderer: three.WebGLRenderer, panels: readonly Panel[]): void {
    if (!this.#posed) return;
    const moved = this.#moved;
    this.#moved = false;
    if (moved) {
      renderer.setRenderTarget(this.#lighting.shadows);
      renderer.render(this.#casters, this.#lighting.sun);
      renderer.setRenderTarget(null);
    }
    const ratio = renderer.getPixelRatio();
    for (const [at, { camera, x, y, width, height }] of panels.entries()) {
      const backdrop = this.#backdrops.get(at) ?? new ReplayBackdrop(this.#antialias);
      this.#backdrops.set(at, backdrop);
      const pixels = { x: Math.max(1, Math.floor(width * ratio)), y: Math.max(1, Math.floor(height * ratio)) };
      backdrop.draw(renderer, this.#far, camera, moved, pixels);
      this.#near.background = backdrop.texture;
      renderer.setViewport(x, y, width, height);
      renderer.setScissor(x, y, width, height);
      renderer.render(this.#near, camera);
    }
  }

  dispose(): void {
    for (const each of [...this.#backdrops.values(), this.#lighting, this.#poses, ...this.#owned]) each.dispose();
  }

  /** The material of things that have the same picture painted on them, or none. */
  #surface([first]: readonly { thing: ReplayThing }[]): three.ShaderMaterial {
    const texture = first?.thing.texture && pictureTexture(first.thing.texture);
    if (texture) this.#owned.push(texture);
    return new three.ShaderMaterial({
      uniforms: {
        ...this.#lighting.numbers,
        poses: { value: this.#poses },
        ...(texture ? { picture: { value: texture } } : {}),
      },
      defines: { LAMPS: this.#lighting.lamps, ...(texture ? { TEXTURED: '' } : {}) },
      vertexShader: vertex,
      fragmentShader: fragment,
    });
  }

  #add(scene: three.Scene, things: Parameters<typeof mergedGeometry>[0], material: three.Material): void {
    const geometry = mergedGeometry(things);
    const mesh = new three.Mesh(geometry, material);
    // Positions are computed in the shaders, so three.js cannot cull it.
    mesh.frustumCulled = false;
    this.#owned.push(geometry, material);
    scene.add(mesh);
  }
}

function painted({ thing }: { thing: ReplayThing }): ReplayThing['texture'] {
  return thing.texture;
}

function largest(things: readonly { extent: number }[]): number {
  return things.at(-1)?.extent ?? 0;
}

function extentOf({ mesh }: ReplayThing): number {
  return mesh.positions.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}

/** Where shadows are looked for: around the table's top, in metres, and how fine. */
const SHADOWS = { centre: [0, 0, 0.74], width: 1.5, height: 1.1, distance: 2, size: [768, 576] } as const;
/** Nearer to the light than this, a surface does not shade itself. */
const BIAS = 0.003;

/** A sun with shadows, lamps without, and light from everywhere, as numbers for the shaders. */
class Lighting {
  readonly lamps: number;
  readonly numbers: Record<string, three.IUniform>;
  readonly shadows: three.WebGLRenderTarget;
  readonly sun: three.OrthographicCamera;

  constructor({ ambient, sun, points }: ReplayScene['lights']) {
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

function sunCamera([x, y, z]: ReplayScene['lights']['sun']['direction']): three.OrthographicCamera {
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
