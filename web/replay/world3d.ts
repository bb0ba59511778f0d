import * as three from 'three';
import { Lighting } from './lighting.ts';
import { mergedGeometry, pictureTexture, poseTexture } from './merged.ts';
import type { Scene } from './messages.ts';
import { fragment, shadowFragment, shadowVertex, vertex } from './shaders.ts';

/** All things of a world for the graphics card: one draw for every picture that is painted on some of them. */
export class World3d {
  readonly scene = new three.Scene();
  readonly #casters = new three.Scene();
  readonly #lighting: Lighting;
  readonly #poses: three.DataTexture;
  readonly #owned: { dispose(): void }[] = [];
  #moved = true;

  constructor({ things, lights }: Scene) {
    this.#lighting = new Lighting(lights);
    this.#poses = poseTexture(things.length);
    // Small things first: what they hide of large ones is not painted.
    const all = things
      .map((thing, index) => ({ thing, index, extent: extentOf(thing) }))
      .sort((a, b) => a.extent - b.extent);
    const kinds = [...Map.groupBy(all, ({ thing }) => thing.texture)].sort(
      ([, a], [, b]) => (a.at(-1)?.extent ?? 0) - (b.at(-1)?.extent ?? 0),
    );
    for (const [picture, same] of kinds) {
      const texture = picture && pictureTexture(picture);
      const material = new three.ShaderMaterial({
        uniforms: {
          ...this.#lighting.numbers,
          poses: { value: this.#poses },
          ...(texture ? { picture: { value: texture } } : {}),
        },
        defines: { LAMPS: this.#lighting.lamps, ...(texture ? { TEXTURED: '' } : {}) },
        ...{ vertexShader: vertex, fragmentShader: fragment },
      });
      if (texture) this.#owned.push(texture);
      this.#add(this.scene, same, material);
    }
    const shadow = new three.ShaderMaterial({
      uniforms: { poses: { value: this.#poses } },
      ...{ vertexShader: shadowVertex, fragmentShader: shadowFragment, side: three.BackSide, colorWrite: false },
    });
    const casting = all.filter(({ thing }) => thing.castsShadow);
    this.#add(this.#casters, casting, shadow);
  }

  /** Puts everything where it is at one moment: twelve numbers per thing. */
  pose(poses: Float32Array): void {
    const { data } = this.#poses.image;
    data?.set(poses.subarray(0, data.length));
    this.#poses.needsUpdate = true;
    this.#moved = true;
  }

  draw(renderer: three.WebGLRenderer, camera: three.Camera): void {
    if (this.#moved) {
      renderer.setRenderTarget(this.#lighting.shadows);
      renderer.render(this.#casters, this.#lighting.sun);
      renderer.setRenderTarget(null);
    }
    this.#moved = false;
    renderer.render(this.scene, camera);
  }

  dispose(): void {
    for (const each of [this.#lighting, this.#poses, ...this.#owned]) each.dispose();
  }

  #add(scene: three.Scene, things: Parameters<typeof mergedGeometry>[0], material: three.Material): void {
    const geometry = mergedGeometry(things);
    const mesh = new three.Mesh(geometry, material);
    // Where it is, only the shaders know.
    mesh.frustumCulled = false;
    this.#owned.push(geometry, material);
    scene.add(mesh);
  }
}

function extentOf({ mesh }: Scene['things'][number]): number {
  return mesh.positions.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}
