import type { Vec3 } from '../geometry/index.ts';
import { SOFTNESS } from './light.ts';
import {
  around,
  drawTriangle,
  keep,
  makeTarget,
  type Rows,
  restore,
  rowsOf,
  type Target,
  touch,
  unmark,
} from './raster.ts';
import { KeptThings, type RestTracker } from './rest.ts';
import type { Scene, ShadowArea, Thing } from './scene.ts';
import type { Shade } from './shade.ts';
import { transform, type ViewFrame } from './view.ts';

/** Farther from the light than anything. */
const NOTHING = 0;
/** Heights towards the sun are counted from so far below the area's centre, in metres, that all of them are positive. */
const DEEP = 64;

/**
 * How near to the sun each cell's first shade-giver is. What rests is drawn once, what moves is drawn over it.
 * Only sides that look away from the sun are drawn: a lit side then lies well clear of the one that shades behind it.
 */
export class ShadowMap {
  readonly target: Target;
  readonly shade: Shade;
  /** Without what moves. */
  readonly stillShade: Shade;
  /** How near those are. */
  readonly #still: Int32Array;
  /** The version of what rests in which each tile last changed. */
  readonly #changed: Int32Array;
  #version = -1;
  #state = -1;
  #vertices = new Float64Array();
  #held = new KeptThings(0);
  /** Where each thing that rests was drawn. */
  #rows: (Rows | undefined)[] = [];

  constructor(area: ShadowArea) {
    const { columns, lines, cell } = gridOf(area);
    this.target = makeTarget({ width: columns, height: lines }, { shift: 2, margin: SOFTNESS }, 1);
    this.#changed = new Int32Array(this.target.touched.length);
    const { samples, tileShift, tileColumns, touched } = this.target;
    const tiles = { tops: new Float32Array(touched.length), bottoms: new Float32Array(touched.length) };
    const size = { columns, lines, cell, tileShift, tileColumns };
    this.shade = { viewpoint: unaimed, bits: samples, ...size, ...tiles };
    // No real height has these bits, so that the first comparison finds every cell changed.
    this.#still = new Int32Array(samples.length).fill(-1);
    this.stillShade = { ...this.shade, bits: this.#still, tops: tiles.tops.slice(), bottoms: tiles.bottoms.slice() };
  }

  fits(area: ShadowArea): boolean {
    const { columns, lines, cell } = gridOf(area);
    return this.shade.columns === columns && this.shade.lines === lines && this.shade.cell === cell;
  }

  /** Looks from another sun, at an area of the same size: all shadows are drawn anew. */
  aim(direction: Vec3, area: ShadowArea): void {
    this.shade.viewpoint = sunView(direction, area);
    this.stillShade.viewpoint = this.shade.viewpoint;
    this.#rows = [];
    this.#version = -1;
    this.#state = -1;
  }

  /** Draws the shadows anew unless they are the same as last time. */
  update({ things }: Scene, rest: RestTracker): void {
    if (rest.state === this.#state) return;
    restore(this.target, this.#still);
    if (rest.version !== this.#version) this.#settle(things, rest);
    things.forEach((thing, n) => {
      if (rest.resting[n] === 0) this.#draw(thing);
    });
    this.shade.tops.set(this.stillShade.tops);
    this.shade.bottoms.set(this.stillShade.bottoms);
    this.#bound(this.shade);
    this.#state = rest.state;
    this.#version = rest.version;
  }

  /** Tiles in whose shadows something may differ from what they were without what moves, at an earlier version. */
  changedSince(version: number): Int32Array {
    const changed = this.#changed;
    const tiles = new Int32Array(changed.length);
    let count = 0;
    for (let tile = 0; tile < changed.length; tile += 1) {
      if ((changed[tile] ?? 0) <= version) continue;
      tiles[count] = tile;
      count += 1;
    }
    return tiles.subarray(0, count);
  }

  /** Those that what moves was drawn on. */
  get drawnOn(): Int32Array {
    return this.target.marked.subarray(0, this.target.marks);
  }

  /** Takes things out that no longer rest, brings in those that do, and remembers where that makes a difference. */
  #settle(things: readonly Thing[], rest: RestTracker): void {
    const { target } = this;
    const { width, height, depth } = target;
    const all = { firstRow: 0, endRow: height };
    const isNew = this.#rows.length !== things.length;
    if (isNew) {
      this.#held = new KeptThings(things.length);
      this.#rows = things.map(() => undefined);
    }
    const { gone, staying, fresh } = this.#held.update(rest);
    if (isNew && fresh.length === 0) {
      this.#empty(rest.version);
      return;
    }
    const rowsOfAll = (numbers: readonly number[]) => around(numbers.flatMap((n) => this.#rows[n] ?? []));
    const emptied = isNew ? all : rowsOfAll(gone);
    depth.fill(NOTHING, emptied.firstRow * width, emptied.endRow * width);
    // What stays can only come to light in rows where something went.
    Object.assign(target, emptied);
    for (const n of staying) this.#draw(things[n]);
    Object.assign(target, all);
    for (const n of fresh) this.#rows[n] = this.#draw(things[n]);
    this.#keep(around([emptied, rowsOfAll(fresh)]), rest.version);
  }

  /** Nothing rests: so it is with every picture of another scene. */
  #empty(version: number): void {
    const { bits, tops, bottoms } = this.stillShade;
    for (const heights of [this.target.depth, bits, tops, bottoms]) heights.fill(NOTHING);
    this.#changed.fill(version);
    unmark(this.target);
  }

  /** Remembers the shadows of what rests, and where they are other than before. */
  #keep({ firstRow, endRow }: Rows, version: number): void {
    const { target } = this;
    const { samples, width } = target;
    const old = this.#still;
    unmark(target);
    for (let row = firstRow; row < endRow; row += 1) {
      for (let cell = row * width; cell < (row + 1) * width; cell += 1) {
        if (samples[cell] !== old[cell]) touch(target, cell - row * width, row, cell - row * width, row);
      }
    }
    for (const tile of this.drawnOn) this.#changed[tile] = version;
    this.#bound(this.stillShade);
    keep(target, this.#still);
  }

  /** How near to the sun things come in tiles that are marked, or in a cell beside them. */
  #bound({ tops, bottoms }: Shade): void {
    const { depth, marked, marks } = this.target;
    // Whole numbers to the compiler as well, which otherwise converts each place in an array that is worked out from them.
    const width = this.target.width | 0;
    const height = this.target.height | 0;
    const tileShift = this.target.tileShift | 0;
    const tileColumns = this.target.tileColumns | 0;
    const margin = this.target.margin | 0;
    const side = 1 << tileShift;
    for (let mark = 0; mark < marks; mark += 1) {
      const tile = marked[mark] ?? 0;
      const left = (tile % tileColumns) << tileShift;
      const top = (tile / tileColumns) << tileShift;
      const right = Math.min(left + side + margin, width) | 0;
      const bottom = Math.min(top + side + margin, height) | 0;
      let highest = NOTHING;
      let lowest = Number.POSITIVE_INFINITY;
      for (let y = Math.max(0, top - margin); y < bottom; y += 1) {
        for (let x = Math.max(0, left - margin); x < right; x += 1) {
          const cell = depth[Math.imul(y, width) + x] ?? 0;
          if (cell > highest) highest = cell;
          if (cell < lowest) lowest = cell;
        }
      }
      tops[tile] = highest;
      bottoms[tile] = lowest;
    }
  }

  /** Draws one; on which rows. */
  #draw(thing: Thing | undefined): Rows | undefined {
    if (!thing?.castsShadow) return undefined;
    const { positions, triangles } = thing.mesh;
    if (this.#vertices.length < positions.length) this.#vertices = new Float64Array(positions.length);
    const vertices = this.#vertices;
    transform(thing, this.shade.viewpoint, vertices, 0);
    for (let i = 0; i < triangles.length; i += 3) {
      const a = triangles[i] ?? 0;
      const b = triangles[i + 1] ?? 0;
      const c = triangles[i + 2] ?? 0;
      if (area(vertices, 3 * a, 3 * b, 3 * c) < 0) drawTriangle(this.target, 0, vertices, a, b, c);
    }
    return rowsOf(vertices, 0, positions.length / 3, this.target.height);
  }
}

const unaimed: ViewFrame = { rotation: new Float64Array(9), origin: new Float64Array(3) };

function gridOf({ width, height, cell }: ShadowArea): { columns: number; lines: number; cell: number } {
  return { columns: Math.ceil(width / cell), lines: Math.ceil(height / cell), cell };
}

/** Twice the area, positive for triangles that look at the sun. */
function area(vertices: Float64Array, a: number, b: number, c: number): number {
  const ax = vertices[a] ?? 0;
  const ay = vertices[a + 1] ?? 0;
  return (
    ((vertices[b] ?? 0) - ax) * ((vertices[c + 1] ?? 0) - ay) -
    ((vertices[c] ?? 0) - ax) * ((vertices[b + 1] ?? 0) - ay)
  );
}

function sunView(direction: Vec3, { centre, width, height, cell }: ShadowArea): ViewFrame {
  const sun = unit([-direction[0], -direction[1], -direction[2]]);
  const axis = Math.abs(sun[0]) < 0.9 ? 0 : 1;
  const along = sun[axis];
  const right = unit([Number(axis === 0) - sun[0] * along, Number(axis === 1) - sun[1] * along, -sun[2] * along]);
  const up = [
    sun[1] * right[2] - sun[2] * right[1],
    sun[2] * right[0] - sun[0] * right[2],
    sun[0] * right[1] - sun[1] * right[0],
  ] as const;
  const corner = (k: 0 | 1 | 2) => centre[k] - (width / 2) * right[k] - (height / 2) * up[k] - DEEP * sun[k];
  return {
    rotation: Float64Array.from([...right.map((v) => v / cell), ...up.map((v) => v / cell), ...sun]),
    origin: Float64Array.of(corner(0), corner(1), corner(2)),
  };
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
