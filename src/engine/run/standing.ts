import { type AttemptEvent, costOf, type Outcome, type RunFile } from '../../contracts/index.ts';
import { type Gate, plural } from '../../util/index.ts';
import type { History } from './history.ts';
import type { RunState } from './progress.ts';
import { addUsage, isUnmetered } from './usage.ts';

/** Keeps account of a run while it works. */
export class Standing {
  readonly state: RunState;
  readonly #price: RunFile['price'];
  #unmetered: boolean;
  #failures = 0;

  /** @param done units that earlier sessions answered */
  constructor({ run, history, gate, done }: { run: RunFile; history: History; gate: Gate; done: number }) {
    this.#price = run.price;
    this.#unmetered = history.unmetered;
    this.state = {
      done,
      total: run.units,
      outcomes: {},
      usage: history.usage,
      cost: this.#unmetered ? null : costOf(history.usage, run.price),
      get concurrency() {
        return gate.limit;
      },
      get waitingMs() {
        return gate.pauseLeft;
      },
    };
  }

  get isWhole(): boolean {
    return this.state.done >= this.state.total;
  }

  /** An attempt is over. */
  tried(attempt: AttemptEvent): void {
    const { error, final, cached, reply } = attempt;
    if (!cached) addUsage(this.state.usage, reply?.usage);
    this.#unmetered ||= isUnmetered(attempt, this.#price);
    if (error) {
      this.#failures += 1;
      this.state.newestError = error.message;
      const doing = final ? 'failing' : 'retrying';
      this.state.trouble = `${doing}, ${plural(this.#failures, 'failure')} in a row: ${error.message}`;
    } else if (!cached) {
      this.#failures = 0;
      delete this.state.trouble;
    }
  }

  /** A unit is done with. */
  done(outcome: Outcome): void {
    this.state.done += 1;
    this.state.outcomes[outcome] = (this.state.outcomes[outcome] ?? 0) + 1;
    this.state.cost = this.#unmetered ? null : costOf(this.state.usage, this.#price);
  }
}
