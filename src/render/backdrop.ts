import { Changes, type PixelArea } from './changes.ts';
import { drawThing } from './draw.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import { displayed, sunlight } from './light.ts';
import { around, keep, type Rows, restore, rowsOf, touch } from './raster.ts';
import { KeptThings, type RestTracker } from './rest.ts';
import type { Scene, Thing } from './scene.ts';
import { NOTE, type Shade, type ShadeNotes, type Shader, unshaded } from './shade.ts';
import type { ShadowMap } from './shadow.ts';
import { shelteredAreas } from './sheltered.ts';
import type { View } from './view.ts';

/** A scene with everything that shading it needs. */
export interface LitScene {
  scene: Scene;
  /** As plain numbers. */
  lights: Float64Array;
  rest: RestTracker;
  shadow: ShadowMap | null;
  shader: Shader;
}

/**
 * What a camera that stands still sees of things that rest, kept with its colours. Only pixels that something else covers, or may
 * throw a shadow on, are shaded again: the others would come out the same.
 */
export class Backdrop {
  readonly frame: FrameBuffer;
  readonly #view: View;
  /** Its samples. */
  readonly #kept: Int32Array;
  readonly #rgb: Uint8Array;
  readonly #notes: ShadeNotes;
  readonly #changes: Changes;
  readonly #held: KeptThings;
  /** Each thing that rests, as it was when it came to rest. */
  readonly #rested: (Thing | undefined)[] = [];
  /** What rested when it was last brought up to date; −1: nothing yet. */
  #version = -1;

  constructor(frame: FrameBuffer, view: View, { scene, shadow }: LitScene) {
    frame.clear();
    this.frame = frame;
    this.#view = view;
    this.#kept = frame.target.samples.slice();
    const { length } = frame.pixels;
    this.#rgb = new Uint8Array(3 * length);
    this.#notes = {
      tiles: new Int32Array(4 * length).fill(-1),
      heights: new Float64Array(length),
      points: new Float64Array(NOTE * length),
      dark: new Uint8Array(3 * length),
    };
    this.#changes = new Changes(frame, shadow?.shade ?? null);
    this.#held = new KeptThings(scene.things.length);
  }

  /** Writes the colours with everything else. */
  render(lit: LitScene, rgb: Uint8Array): void {
    const { scene, lights, rest, shadow, shader } = lit;
    const { frame } = this;
    const view = this.#view;
    restore(frame.target, this.#kept);
    if (this.#version !== rest.version) this.#settle(lit);
    scene.things.forEach((thing, n) => {
      if (rest.resting[n] === 0) drawThing(frame, view, thing, n);
    });
    rgb.set(this.#rgb);
    const moving = scene.things.filter((_, n) => rest.resting[n] === 0);
    const areas = this.#shelteredBy(moving, scene);
    const changed = this.#changes.find(this.#kept, areas, shadow?.drawnOn ?? nothing, shadow?.shade ?? unshaded);
    shader.shade({ frame, view, scene, lights, shade: shadow?.shade ?? null, pixels: changed.anew, rgb });
    if (shadow) relight(changed, this.#notes, shadow.shade, rgb);
  }

  /** Takes things out that no longer rest, brings in those that do, and shades the pixels for which that makes a difference. */
  #settle({ scene, lights, rest, shadow, shader }: LitScene): void {
    const { frame } = this;
    const { target } = frame;
    const { things } = scene;
    const isNew = this.#version < 0;
    const { gone, staying, fresh } = this.#held.update(rest);
    const draw = (n: number) => {
      const thing = things[n];
      if (thing) drawThing(frame, this.#view, thing, n);
    };
    // What stays can only come to light in rows where something went.
    Object.assign(target, this.#takeOut(gone));
    staying.forEach(draw);
    Object.assign(target, { firstRow: 0, endRow: target.height });
    fresh.forEach(draw);
    const before = gone.flatMap((n) => this.#rested[n] ?? []);
    const after = fresh.flatMap((n) => things[n] ?? []);
    for (const n of gone) this.#rested[n] = undefined;
    for (const n of fresh) this.#rested[n] = snapshot(things[n]);
    const areas = this.#shelteredBy([...before, ...after], scene);
    const pixels = isNew
      ? frame.pixels
      : this.#changes.findAll(this.#kept, areas, shadow?.changedSince(this.#version) ?? nothing);
    const sheltering = things.filter((_, n) => rest.resting[n] === 1);
    const still = { shade: shadow?.stillShade ?? null, rgb: this.#rgb, notes: this.#notes, sheltering };
    shader.shade({ frame, view: this.#view, scene, lights, pixels, ...still });
    this.#changes.watch(this.#notes);
    keep(target, this.#kept);
    this.#version = rest.version;
  }

  /** Where light may have changed because these things are there. */
  #shelteredBy(things: readonly Thing[], scene: Scene): PixelArea[] {
    const { reach = 0 } = scene.lights.ambient;
    if (reach === 0) return [];
    return shelteredAreas(
      things.filter(({ shelters }) => shelters),
      scene.things,
      this.#view,
      reach,
    );
  }

  /** Empties the samples of these things; in which rows there were any. */
  #takeOut(gone: readonly number[]): Rows {
    const { catalogue, target } = this.frame;
    const { width, samples } = target;
    const { owner } = catalogue;
    const isGone = new Uint8Array(catalogue.firstVertex.length);
    for (const n of gone) isGone[n] = 1;
    const { firstRow, endRow } = around(gone.map((n) => this.#rowsOf(n)));
    const rows = { firstRow: endRow, endRow: firstRow };
    for (let y = firstRow; y < endRow; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = 2 * (y * width + x);
        const id = samples[at + 1] ?? 0;
        if (id === 0 || isGone[owner[id] ?? 0] === 0) continue;
        samples[at] = 0;
        samples[at + 1] = 0;
        // Even if the same triangle comes back, it may look different.
        this.#kept[at + 1] = -1;
        touch(target, x, y, x, y);
        rows.firstRow = Math.min(rows.firstRow, y);
        rows.endRow = y + 1;
      }
    }
    return rows;
  }

  /** The rows that a thing was drawn on: its vertices are still where they were. */
  #rowsOf(n: number): Rows {
    const { screen, catalogue, target } = this.frame;
    const first = catalogue.firstVertex[n] ?? 0;
    const end = catalogue.firstVertex[n + 1] ?? catalogue.vertices;
    for (let at = 3 * first + 2; at < 3 * end; at += 3) {
      const w = screen[at] ?? 0;
      // Beside or behind the camera: rows mean nothing there.
      if (!(w > 0 && w < Infinity)) return { firstRow: 0, endRow: target.height };
    }
    return rowsOf(screen, first, end, target.height);
  }
}

const nothing = new Int32Array();

/** A thing as it is now, wherever it goes. */
function snapshot(thing: Thing | undefined): Thing | undefined {
  return thing && { ...thing, position: thing.position.slice() };
}

const BRIGHTEST = displayed.length - 1;

/** Colours pixels of one point of which only the shadow may have changed: as shading would, but from what it noted. */
function relight(
  { dimmed, dark }: { dimmed: Int32Array; dark: Int32Array },
  { points, heights, dark: colours }: ShadeNotes,
  shade: Shade,
  rgb: Uint8Array,
): void {
  const bytes = displayed;
  for (let k = 0; k < dark.length; k += 1) {
    const at = 3 * (dark[k] ?? 0);
    rgb[at] = colours[at] ?? 0;
    rgb[at + 1] = colours[at + 1] ?? 0;
    rgb[at + 2] = colours[at + 2] ?? 0;
  }
  for (let k = 0; k < dimmed.length; k += 1) {
    const pixel = dimmed[k] ?? 0;
    const at = NOTE * pixel;
    const part = sunlight(shade, points[at + 6] ?? 0, points[at + 7] ?? 0, heights[pixel] ?? 0, false);
    const red = (points[at] ?? 0) + part * (points[at + 3] ?? 0);
    const green = (points[at + 1] ?? 0) + part * (points[at + 4] ?? 0);
    const blue = (points[at + 2] ?? 0) + part * (points[at + 5] ?? 0);
    rgb[3 * pixel] = bytes[Math.min(red, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 1] = bytes[Math.min(green, BRIGHTEST) | 0] ?? 0;
    rgb[3 * pixel + 2] = bytes[Math.min(blue, BRIGHTEST) | 0] ?? 0;
  }
}
