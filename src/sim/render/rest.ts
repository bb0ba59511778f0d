import type { Thing } from './scene.ts';

/** Numbers that are remembered of a thing: position, rotation, colour, id, whether it casts shadows. */
const NUMBERS = 17;
/** How many states a thing must stay as it is before it rests, and how often it is seen whether more of them do. */
const PATIENCE = 8;

/** Knows which things have not changed for a while. What is kept of pictures consists of those. */
export class Rest {
  /** Changes whenever any thing does. */
  state = 0;
  /** Changes whenever other things rest than before. */
  version = 0;
  /** 1 for things that rest. */
  resting = new Uint8Array();
  #since = new Int32Array();
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
      this.#since[n] = this.state;
      if (this.resting[n] === 1) moved = true;
      this.resting[n] = 0;
    });
    if (this.state % PATIENCE === 0) {
      this.#since.forEach((since, n) => {
        if (this.resting[n] === 1 || this.state - since < PATIENCE) return;
        this.resting[n] = 1;
        moved = true;
      });
    }
    if (moved) this.version += 1;
  }

  #forget(count: number): void {
    this.resting = new Uint8Array(count);
    this.#since = new Int32Array(count);
    this.#numbers = new Float64Array(NUMBERS * count);
    this.#objects = [];
  }

  /** Whether a thing is as it was; remembers how it is. */
  #same({ mesh, texture, position, rotation, colour, id, castsShadow }: Thing, n: number): boolean {
    const numbers = this.#numbers;
    const at = NUMBERS * n;
    let same = this.#objects[2 * n] === mesh && this.#objects[2 * n + 1] === texture;
    this.#objects[2 * n] = mesh;
    this.#objects[2 * n + 1] = texture;
    for (let i = 0; i < NUMBERS; i += 1) {
      const value =
        (i < 3
          ? position[i]
          : i < 12
            ? rotation[i - 3]
            : i < 15
              ? colour[i - 12]
              : i === 15
                ? id
                : Number(castsShadow)) ?? 0;
      if (numbers[at + i] !== value) same = false;
      numbers[at + i] = value;
    }
    return same;
  }
}
