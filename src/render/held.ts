import type { RestTracker } from './rest.ts';

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
