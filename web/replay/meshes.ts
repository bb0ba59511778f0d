import * as three from 'three';
import type { Scene } from './messages.ts';
import type { Paint } from './paint.ts';

type Thing = Scene['things'][number];

/** The same shapes and pictures that the world's own cameras draw, for the graphics card. Shared where things share them. */
export class Meshes {
  readonly #geometries = new Map<Thing['mesh'], three.BufferGeometry>();
  readonly #textures = new Map<NonNullable<Thing['texture']>, three.DataTexture>();

  of(thing: Thing, paint: Paint): three.Mesh {
    const material = paint.material(thing.colour, thing.texture && this.#texture(thing.texture));
    const mesh = new three.Mesh(this.#geometry(thing.mesh), material);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = thing.castsShadow;
    return mesh;
  }

  dispose(): void {
    for (const each of [...this.#geometries.values(), ...this.#textures.values()]) each.dispose();
  }

  #geometry(mesh: Thing['mesh']): three.BufferGeometry {
    const known = this.#geometries.get(mesh);
    if (known) return known;
    const geometry = new three.BufferGeometry();
    const attribute = (values: Float64Array, size: number) =>
      new three.BufferAttribute(Float32Array.from(values), size);
    geometry.setAttribute('position', attribute(mesh.positions, 3));
    geometry.setAttribute('normal', attribute(mesh.normals, 3));
    geometry.setAttribute('uv', attribute(mesh.uvs, 2));
    geometry.setIndex(new three.BufferAttribute(Uint32Array.from(mesh.triangles), 1));
    this.#geometries.set(mesh, geometry);
    return geometry;
  }

  /** Rows from the top, and places in it count downwards: so it is taken as it stands. */
  #texture(picture: NonNullable<Thing['texture']>): three.DataTexture {
    const known = this.#textures.get(picture);
    if (known) return known;
    const pixels = Uint32Array.from(picture.levels[0] ?? [], (rgb) => rgb | 0xff000000);
    const texture = new three.DataTexture(new Uint8Array(pixels.buffer), picture.size, picture.size);
    texture.wrapS = three.RepeatWrapping;
    texture.wrapT = three.RepeatWrapping;
    texture.magFilter = three.LinearFilter;
    texture.minFilter = three.LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.needsUpdate = true;
    this.#textures.set(picture, texture);
    return texture;
  }
}
