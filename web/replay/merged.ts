import * as three from 'three';
import { POSE, type ReplayScene } from './messages.ts';

export type ReplayThing = ReplayScene['things'][number];

/** Where things are, as a picture that the shaders read: one row per thing, three texels of four numbers. */
export function poseTexture(things: number): three.DataTexture {
  return new three.DataTexture(new Float32Array(POSE * things), 3, things, three.RGBAFormat, three.FloatType);
}

/**
 * The same shapes that the world's own cameras draw, all of a kind in one: a hundred small shapes drawn one by one take longer
 * than the same triangles drawn at once. Every corner knows which thing it belongs to, and what colour that has.
 */
export function mergedGeometry(things: readonly { thing: ReplayThing; index: number }[]): three.BufferGeometry {
  const total = (of: (mesh: ReplayThing['mesh']) => number) =>
    things.reduce((sum, { thing }) => sum + of(thing.mesh), 0);
  const corners = total(({ positions }) => positions.length / 3);
  const list = {
    position: new Float32Array(3 * corners),
    normal: new Float32Array(3 * corners),
    uv: new Float32Array(2 * corners),
    colour: new Float32Array(3 * corners),
    thing: new Float32Array(corners),
  };
  const triangles = new Uint32Array(total((mesh) => mesh.triangles.length));
  let corner = 0;
  let at = 0;
  for (const { thing, index } of things) {
    const { positions, normals, uvs, triangles: own } = thing.mesh;
    const count = positions.length / 3;
    list.position.set(positions, 3 * corner);
    list.normal.set(normals, 3 * corner);
    list.uv.set(uvs, 2 * corner);
    list.thing.fill(index, corner, corner + count);
    for (let i = 0; i < count; i += 1) list.colour.set(thing.colour, 3 * (corner + i));
    for (const [i, vertex] of own.entries()) triangles[at + i] = corner + vertex;
    corner += count;
    at += own.length;
  }
  const geometry = new three.BufferGeometry();
  for (const [name, values] of Object.entries(list)) {
    geometry.setAttribute(name, new three.BufferAttribute(values, values.length / corners));
  }
  geometry.setIndex(new three.BufferAttribute(triangles, 1));
  return geometry;
}

/** Rows from the top, and places in it count downwards: so it is taken as it stands. */
export function pictureTexture({ levels, size }: NonNullable<ReplayThing['texture']>): three.DataTexture {
  const pixels = Uint32Array.from(levels[0] ?? [], (rgb) => rgb | 0xff000000);
  const texture = new three.DataTexture(new Uint8Array(pixels.buffer), size, size);
  texture.wrapS = three.RepeatWrapping;
  texture.wrapT = three.RepeatWrapping;
  texture.magFilter = three.LinearFilter;
  texture.minFilter = three.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
