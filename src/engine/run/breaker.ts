import type { ContestantError, Futile } from '../../contracts/index.ts';

/** After so many units in a row are given up for one of these reasons, no further unit is asked. */
const IN_A_ROW = 5;

/**
 * Tells an endpoint that will refuse every unit from one that refuses a few. Some servers answer 403 to a single question, and a
 * server may choke on one picture: that is an error of the unit. So one failure says nothing, several in a row do.
 */
export class Breaker {
  #answered: boolean;
  #failed = 0;

  /** @param answered whether this run has had any reply yet */
  constructor(answered: boolean) {
    this.#answered = answered;
  }

  /** Somebody was answered. */
  ok(): void {
    this.#answered = true;
    this.#failed = 0;
  }

  /** A unit was given up. @returns why the others need not be asked, when that is certain enough */
  gaveUp(error: ContestantError): Futile | undefined {
    const why = error.futile;
    if (why === undefined) return undefined;
    // Behind a gateway, one server may refuse the key while the next is gone: in vain is in vain.
    this.#failed += 1;
    // A 401 or 404 is never about a question: a key or name that has not worked once will not work for the next.
    const isFinal = (error.status === 401 || error.status === 404) && !this.#answered;
    return this.#failed >= IN_A_ROW || isFinal ? why : undefined;
  }
}
