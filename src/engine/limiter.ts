/** How `auto` begins, and how far it goes. */
const START = 4;
const MOST = 128;

/**
 * Decides how many requests are under way. `auto` starts low, doubles while it is saturated and halves on overload;
 * once overload has been seen it grows gently, so that it settles instead of swinging.
 */
export class Limiter {
  #auto: boolean;
  #limit: number;
  #inFlight = 0;
  #waiting: (() => void)[] = [];
  #finishedSinceChange = 0;
  #sawOverload = false;
  #generation = 0;

  constructor(concurrency: number | 'auto') {
    this.#auto = concurrency === 'auto';
    this.#limit = concurrency === 'auto' ? START : concurrency;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Waits for a place. The number identifies the limit under which the request was sent. */
  async enter(): Promise<number> {
    while (this.#inFlight >= this.#limit) await new Promise<void>((go) => this.#waiting.push(go));
    this.#inFlight += 1;
    return this.#generation;
  }

  leave(): void {
    this.#inFlight -= 1;
    this.#waiting.shift()?.();
  }

  /** A request went well. */
  ok(): void {
    if (!this.#auto) return;
    this.#finishedSinceChange += 1;
    const saturated = this.#inFlight >= this.#limit;
    if (!saturated || this.#finishedSinceChange < this.#limit) return;
    const more = this.#sawOverload ? Math.max(1, Math.floor(this.#limit / 10)) : this.#limit;
    this.#change(Math.min(MOST, this.#limit + more));
  }

  /** The server has too much to do. Requests sent before the last change say nothing about the present limit. */
  overload(generation: number): void {
    this.#sawOverload = true;
    if (this.#auto && generation === this.#generation) this.#change(Math.max(1, Math.floor(this.#limit / 2)));
  }

  #change(limit: number): void {
    if (limit === this.#limit) return;
    const free = limit - this.#limit;
    this.#limit = limit;
    this.#generation += 1;
    this.#finishedSinceChange = 0;
    for (let i = 0; i < free; i += 1) this.#waiting.shift()?.();
  }
}
