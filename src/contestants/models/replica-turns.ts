import { type Model, ProviderError } from '../../contracts/index.ts';
import { at, backoffMs, type Gate, onAbort, wait } from '../../util/index.ts';

/** After so many failures in a row an endpoint rests; after one that says that it will not serve at all, at once. */
const IN_A_ROW = 3;
/** How long it rests, twice as long every time that it fails again. */
const REST = { first: 1000, most: 60_000 };

export interface ReplicasOptions {
  /** Requests under way at once, at each endpoint. */
  concurrency: number | 'auto';
  now(): number;
  /** Told when an endpoint is rested, and why. */
  onWarning?(text: string): void;
}

/** One endpoint. */
export interface Replica {
  at: string;
  model: Model;
  gate: Gate;
  failures: number;
  /** How often it was rested without having answered since. */
  rests: number;
  restsUntil: number;
}

/** A place at an endpoint. `generation` names its limit when the place was taken. */
interface Turn {
  replica: Replica;
  generation: number;
}

/** Whose turn it is. */
export class Turns {
  readonly #replicas: readonly Replica[];
  readonly #opts: ReplicasOptions;
  #waiting: (() => void)[] = [];

  constructor(replicas: readonly Replica[], opts: ReplicasOptions) {
    this.#replicas = replicas;
    this.#opts = opts;
  }

  get at(): string[] {
    return this.#replicas.map(({ at }) => at);
  }

  /** How many requests all of them together take now. */
  get limit(): number {
    const open = this.#replicas.filter((replica) => this.#isOpen(replica));
    return Math.max(
      1,
      open.reduce((sum, replica) => sum + limitOf(replica), 0),
    );
  }

  /** A place at the next endpoint to ask, once it has one; undefined when none is left, or when nobody wants it any more. */
  async next(tried: ReadonlySet<Replica>, signal: AbortSignal): Promise<Turn | undefined> {
    while (!signal.aborted) {
      const left = this.#replicas.filter((replica) => !tried.has(replica));
      const open = left.filter((replica) => this.#isOpen(replica));
      const free = open.filter((replica) => replica.gate.inFlight < limitOf(replica));
      if (free.length > 0) return turnAt(least(free, ({ gate }) => gate.inFlight));
      if (open.length > 0) await this.#change(signal);
      // Whoever was turned away elsewhere waits outside, where others may go first.
      else if (tried.size > 0) return undefined;
      else {
        // All rest or want silence. Silence is kept; one that only failed may be asked again: that may be the end of its failing.
        const resting = left.filter(({ gate }) => gate.pauseLeft === 0);
        if (resting.length > 0) return turnAt(least(resting, ({ restsUntil }) => restsUntil));
        await wait(Math.min(...left.map(({ gate }) => gate.pauseLeft)), signal);
      }
    }
    return undefined;
  }

  answered(replica: Replica): void {
    replica.gate.ok();
    replica.failures = 0;
    replica.rests = 0;
    replica.restsUntil = 0;
  }

  failed(replica: Replica, error: ProviderError, generation: number): void {
    if (error.overload) replica.gate.overload(generation);
    if (error.pausesAll) {
      replica.gate.pause(error.retryAfterMs ?? 0);
      return;
    }
    replica.failures += 1;
    const isResting = replica.restsUntil > this.#opts.now();
    if (isResting || (error.futile === undefined && replica.failures < IN_A_ROW)) return;
    replica.rests += 1;
    const ms = backoffMs(replica.rests, REST);
    replica.restsUntil = this.#opts.now() + ms;
    this.#opts.onWarning?.(`${replica.at} rests for ${ms / 1000} s: ${error.message}`);
  }

  leave(replica: Replica): void {
    replica.gate.leave();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Every endpoint failed. None of them wants to be asked before the first of them does. */
  soonest(error: ProviderError): ProviderError {
    if (error.retryAfterMs === undefined) return error;
    const retryAfterMs = Math.min(...this.#replicas.map(({ gate }) => gate.pauseLeft));
    const status = error.status === undefined ? {} : { status: error.status };
    return new ProviderError(error.kind, error.message, { ...status, retryAfterMs, cause: error });
  }

  #isOpen({ gate, restsUntil }: Replica): boolean {
    return gate.pauseLeft === 0 && restsUntil <= this.#opts.now();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const forget = onAbort(signal, resolve);
      this.#waiting.push(() => {
        forget();
        resolve();
      });
    });
  }
}

/** One that comes back from a rest is tried with a single request. */
function limitOf({ gate, rests }: Replica): number {
  return rests > 0 ? 1 : gate.limit;
}

/** Takes the place in the same moment in which it was seen to be free. */
function turnAt(replica: Replica): Turn {
  return { replica, generation: replica.gate.go() };
}

function least<T>(list: readonly T[], of: (item: T) => number): T {
  return at(
    list.toSorted((a, b) => of(a) - of(b)),
    0,
  );
}
