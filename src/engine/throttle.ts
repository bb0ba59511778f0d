/** Silence that a server asked for (Retry-After, an exhausted rate limit): nobody sends before it is over. */
export class Throttle {
  #until = 0;
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  pause(ms: number): void {
    this.#until = Math.max(this.#until, this.#now() + ms);
  }

  /** Milliseconds until sending is allowed again. */
  get left(): number {
    return Math.max(0, this.#until - this.#now());
  }
}
