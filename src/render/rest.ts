import type { Thing } from './scene.ts';

/** Numbers that are remembered of a thing: position, rotation, colour, id, whether it casts shadows and shelters. */
const NUMBERS = 18;
/** Objects that are remembered of a thing: mesh, texture, gloss. */
const OBJECTS = 3;
/** For how many states a thing must stay as it is before it rests: a few, and many times more whenever it rested only for a moment. */
const PATIENCE = 4;
const GROWTH = 16;
const MOST_PATIENCE = 2 ** 20;
/** A rest shorter than this many states, in all, was not worth a new backdrop. */
const WORTH = 4 * PATIENCE;

/** Tracks which things have not changed for a while. Kept pictures show only those. */
export class RestTracker {
  /** Changes whenever any thing does. */
  state = 0;
  /** Changes whenever other things rest than before. */
  version = 0;
  /** 1 for things that rest. */
  resting = new Uint8Array();
  /** The state in which each thing last changed. */
  since = new Int32Array();
  #patience = new Int32Array();
  #numbers = new Float64Array();
  #objects: unknown[] = [];

  /** Compares things with what they were the last time. */
  update(things: readonly Thing[]): void {
    const known = things.length === this.resting.length;
    if (!known) this.#forget(things.length);
    const changed = things.map((thing, n) => !this.#same(thing, n));
    if (known && !changed.includes(true)) return;
    this.state += 1;
    let moved = !known;
    changed.forEach((now, n) => {
      if (!now) return;
      const stayed = this.state - (this.since[n] ?? 0);
      this.since[n] = this.state;
      if (this.resting[n] === 0) return;
      this.resting[n] = 0;
      const longer = Math.min(GROWTH * (this.#patience[n] ?? 0), MOST_PATIENCE);
      this.#patience[n] = stayed < (this.#patience[n] ?? 0) + WORTH ? longer : PATIENCE;
      moved = true;
    });
    // Only now and then: a new backdrop for each thing that comes to rest would cost more than it saves.
    if (this.state % PATIENCE === 0) {
      this.since.forEach((since, n) => {
        if (this.resting[n] === 1 || this.state - since < (this.#patience[n] ?? 0)) return;
        this.resting[n] = 1;
        moved = true;
      });
    }
    if (moved) this.version += 1;
  }

  #forget(count: number): void {
    this.resting = new Uint8Array(count);
    this.since = new Int32Array(count);
    this.#patience = new Int32Array(count).fill(PATIENCE);
    this.#numbers = new Float64Array(NUMBERS * count);
    this.#objects = [];
  }

  /** Whether a thing is as it was; remembers how it is. */
  #same(thing: Thing, n: number): boolean {
    const { position, rotation, colour } = thing;
    let same = this.#keepsObject(OBJECTS * n, thing.mesh);
    same = this.#keepsObject(OBJECTS * n + 1, thing.texture) && same;
    same = this.#keepsObject(OBJECTS * n + 2, thing.gloss) && same;
    const at = NUMBERS * n;
    for (let i = 0; i < 3; i += 1) same = this.#keeps(at + i, position[i] ?? 0) && same;
    for (let i = 0; i < 9; i += 1) same = this.#keeps(at + 3 + i, rotation[i] ?? 0) && same;
    for (let i = 0; i < 3; i += 1) same = this.#keeps(at + 12 + i, colour[i] ?? 0) && same;
    same = this.#keeps(at + 15, thing.id) && same;
    same = this.#keeps(at + 16, Number(thing.castsShadow)) && same;
    return this.#keeps(at + 17, Number(thing.shelters === true)) && same;
  }

  #keepsObject(at: number, object: unknown): boolean {
    const same = this.#objects[at] === object;
    this.#objects[at] = object;
    return same;
  }

  #keeps(at: number, value: number): boolean {
    const same = this.#numbers[at] === value;
    this.#numbers[at] = value;
    return same;
  }
}

/** Which resting things a kept picture holds, as they were when they were drawn into it. */
export class KeptThings {
  /** In which state each thing that is in it last changed; −1 for the others. */
  readonly #since: Int32Array;

  constructor(things: number) {
    this.#since = new Int32Array(things).fill(-1);
  }

  /** Numbers of those that rest no longer, or elsewhere; of those that stay; and of those that come in. */
  update({ resting, since }: RestTracker): { gone: number[]; staying: number[]; fresh: number[] } {
    const out = { gone: [] as number[], staying: [] as number[], fresh: [] as number[] };
    this.#since.forEach((then, n, all) => {
      const now = resting[n] === 1 ? (since[n] ?? 0) : -1;
      all[n] = now;
      if (then >= 0 && then === now) out.staying.push(n);
      else {
        if (then >= 0) out.gone.push(n);
        if (now >= 0) out.fresh.push(n);
      }
    });
    return out;
  }
}
