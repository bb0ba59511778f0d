import { Changes } from './changes.ts';
import { drawThing } from './draw.ts';
import type { Frame } from './frame.ts';
import { markAll, restore, unmark } from './raster.ts';
import { relight } from './relight.ts';
import type { Rest } from './rest.ts';
import type { Scene } from './scene.ts';
import { type Notes, POINT, type Shader } from './shade.ts';
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
  readonly #notes: Notes;
  readonly #changes: Changes;
  /** In which state each thing that is in it last changed; −1 for the others. */
  readonly #since: Int32Array;
  /** What rested when it was last brought up to date; −1: nothing yet. */
  #version = -1;

  constructor(frame: Frame, view: View, { scene, shadow }: Studio) {
    frame.clear();
    this.frame = frame;
    this.#view = view;
    this.#depth = frame.target.depth.slice();
    this.#ids = frame.ids.slice();
    const { length } = frame.pixels;
    this.#rgb = new Uint8Array(3 * length);
    this.#notes = { cells: new Int32Array(4 * length).fill(-1), points: new Float64Array(POINT * length) };
    this.#changes = new Changes(frame, shadow);
    this.#since = new Int32Array(scene.things.length).fill(-1);
  }

  /** Writes the colours with everything else. */
  render(studio: Studio, rgb: Uint8Array): void {
    const { scene, rest, shadow, shader } = studio;
    const { frame } = this;
    const view = this.#view;
    restore(frame.target, { depth: this.#depth, ids: this.#ids });
    if (this.#version !== rest.version) this.#settle(studio);
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 0) drawThing(frame, view, thing, n);
    });
    rgb.set(this.#rgb);
    const { anew, dimmed } = this.#changes.find(this.#ids, shadow?.drawnOn ?? nothing);
    shader.shade({ frame, view, scene, shade: shadow?.shade ?? null, pixels: anew, rgb });
    if (shadow) relight(dimmed, this.#notes.points, shadow.shade, rgb);
  }

  /** Takes things out that no longer rest, brings in those that do, and shades the pixels for which that makes a difference. */
  #settle({ scene, rest, shadow, shader }: Studio): void {
    const { frame } = this;
    const isNew = this.#version < 0;
    const emptied = this.#takeOut(rest);
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 0) return;
      const isThere = (this.#since[n] ?? -1) >= 0;
      this.#since[n] = rest.since[n] ?? 0;
      // What is there already can only come to light in rows where something went.
      Object.assign(frame.target, isThere ? emptied : { firstRow: 0, endRow: frame.target.height });
      drawThing(frame, this.#view, thing, n);
    });
    Object.assign(frame.target, { firstRow: 0, endRow: frame.target.height });
    markAll(frame.target);
    const pixels = isNew
      ? frame.pixels
      : this.#changes.findAll(this.#ids, shadow?.changedSince(this.#version) ?? nothing);
    const still = { shade: shadow?.stillShade ?? null, rgb: this.#rgb, notes: this.#notes };
    shader.shade({ frame, view: this.#view, scene, pixels, ...still });
    this.#changes.watch(pixels, this.#notes);
    this.#depth.set(frame.target.depth);
    this.#ids.set(frame.ids);
    unmark(frame.target);
    this.#version = rest.version;
  }

  /** Empties the samples of things that do not rest, or elsewhere; in which rows there were any. */
  #takeOut({ resting, since }: Rest): { firstRow: number; endRow: number } {
    const { ids, catalogue, target } = this.frame;
    const isGone = this.#since.map((then, n) => Number(then >= 0 && (resting[n] === 0 || since[n] !== then)));
    const rows = { firstRow: target.height, endRow: 0 };
    if (!isGone.includes(1)) return rows;
    this.#since.forEach((_, n, all) => {
      if (isGone[n] === 1) all[n] = -1;
    });
    const { owner } = catalogue;
    for (let i = 0; i < ids.length; i += 1) {
      const id = ids[i] ?? 0;
      if (id === 0 || isGone[owner[id] ?? 0] === 0) continue;
      ids[i] = 0;
      target.depth[i] = 0;
      // Even if the same triangle comes back, it may look different.
      this.#ids[i] = -1;
      const row = Math.floor(i / target.width);
      rows.firstRow = Math.min(rows.firstRow, row);
      rows.endRow = row + 1;
    }
    return rows;
  }
}

const nothing = new Int32Array();
