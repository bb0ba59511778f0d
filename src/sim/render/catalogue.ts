import type { Mesh } from './mesh.ts';
import type { Thing } from './scene.ts';

/** Numbers all vertices and triangles of a scene, so that a triangle has the same number whatever is drawn, and in which order. */
export class Catalogue {
  readonly #meshes: readonly Mesh[];
  /** Number of each thing's first vertex and triangle. */
  readonly firstVertex: Int32Array;
  readonly firstTriangle: Int32Array;
  readonly vertices: number;
  /** Which thing each triangle belongs to; triangle 0 is nothing. */
  readonly owner: Int32Array;

  constructor(things: readonly Thing[]) {
    this.#meshes = things.map(({ mesh }) => mesh);
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
    things.forEach(({ mesh }, n) => {
      const first = this.firstTriangle[n] ?? 0;
      this.owner.fill(n, first, first + mesh.triangles.length / 3);
    });
  }

  fits(things: readonly Thing[]): boolean {
    return things.length === this.#meshes.length && things.every(({ mesh }, n) => mesh === this.#meshes[n]);
  }
}
