import type { Thing } from './scene.ts';

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
