import { onAbort } from './on-abort.ts';
import { wait } from './wait.ts';

/** How `auto` begins, and how far it goes. */
const START = 4;
const MOST = 128;
/** Longest silence that we keep because a server asked for it. */
const LONGEST_PAUSE_MS = 600_000;

/** So many may be under way now. */
export interface Places {
  readonly limit: number;
}

/**
 * Decides who may send, and when. `auto` starts low, doubles while it is saturated and halves on overload; once overload has
 * been seen it grows gently, so that it settles instead of swinging. While a server wants silence nobody sends.
 */
export class Gate {
  #auto: boolean;
  #limit: number;
  /** Where whoever is asked decides how many may be under way. */
  #places: Places | undefined;
  #inFlight = 0;
  #served = 0;
  #waiting: (() => void)[] = [];
  #finishedSinceChange = 0;
  #sawOverload = false;
  #generation = 0;
  #pausedUntil = 0;
  #now: () => number;
  #onPause: ((ms: number) => void) | undefined;

  /** @param onPause told when a server wants silence */
  constructor(concurrency: number | 'auto' | Places, now: () => number, onPause?: (ms: number) => void) {
    this.#auto = concurrency === 'auto';
    this.#limit = typeof concurrency === 'number' ? concurrency : START;
    this.#places = typeof concurrency === 'object' ? concurrency : undefined;
    this.#now = now;
    this.#onPause = onPause;
  }

  get limit(): number {
    return this.#places?.limit ?? this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Replies so far: tells a unit that is turned away whether others are being served. */
  get served(): number {
    return this.#served;
  }

  /** Milliseconds until sending is allowed again. */
  get pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#now());
  }

  /** Waits for a place and for the end of any silence; null when `stop` came first. The number names the present limit. */
  async enter(stop: AbortSignal): Promise<number | null> {
    for (;;) {
      if (stop.aborted) return null;
      if (this.pauseLeft > 0) await wait(this.pauseLeft, stop);
      else if (this.#inFlight >= this.limit) await this.#place(stop);
      else return this.go();
    }
  }

  /** Takes a place at once, for whoever has seen that one is free. */
  go(): number {
    this.#inFlight += 1;
    return this.#generation;
  }

  leave(): void {
    this.#inFlight -= 1;
    this.#waiting.shift()?.();
  }

  /** A request went well. */
  ok(): void {
    this.#served += 1;
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

  /** The server wants silence: Retry-After, or a quota that is used up. */
  pause(ms: number): void {
    this.keepSilence(ms);
    this.#onPause?.(ms);
  }

  /** The same, where somebody else was told so. */
  keepSilence(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + Math.min(ms, LONGEST_PAUSE_MS));
  }

  #place(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const forget = onAbort(stop, resolve);
      this.#waiting.push(() => {
        forget();
        resolve();
      });
    });
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
