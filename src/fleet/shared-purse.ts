import { z } from 'zod';
import type { Price, Request } from '../contracts/index.ts';
import { Budget, type Purse } from '../engine/index.ts';
import { type Database, SCHEMA } from './database.ts';

/** Slices are whole multiples of this: sums of money are not exact. */
const GRAIN = 1e-9;
/** A slice is enough for so many of the dearest requests. */
const REQUESTS = 16;

/**
 * One worker's part of a budget that all of them share. It takes slices out of it, pays from them, and gives back what is left. What
 * a worker had that was killed counts as spent.
 */
export class SharedPurse implements Purse {
  readonly #db: Database;
  readonly #plan: string;
  /** Known to nobody else: whoever could give our slices back would raise the limit of all. */
  readonly #secret = crypto.randomUUID();
  readonly #budget: Budget;
  readonly #own: number;
  #slices: { id: string; usd: number }[] = [];
  #refilling: Promise<boolean> | undefined;

  /** @param opts.own what this worker may spend, however much the database says is left */
  constructor(db: Database, opts: { plan: string; price: Price | null; own?: number | undefined }) {
    const { plan, price, own = Number.POSITIVE_INFINITY } = opts;
    this.#db = db;
    this.#own = own;
    this.#plan = plan;
    this.#budget = new Budget(0, price);
  }

  get overdrawn(): boolean {
    return this.#budget.overdrawn;
  }

  reserve(request: Request): number | null {
    return this.#budget.reserve(request);
  }

  release(reserved: number): void {
    this.#budget.release(reserved);
  }

  settle(...args: Parameters<Budget['settle']>): void {
    this.#budget.settle(...args);
  }

  /** A large slice where there is enough, or just what this request needs. Those who ask at the same time share the answer. */
  refill(request: Request): Promise<boolean> {
    const most = this.#budget.mostOf(request) - this.#budget.left;
    if (most <= 0) return Promise.resolve(true);
    this.#refilling ??= this.#takeFirst([REQUESTS * most, most]).finally(() => (this.#refilling = undefined));
    return this.#refilling;
  }

  async #takeFirst(sizes: readonly number[]): Promise<boolean> {
    for (const size of sizes) {
      const usd = Math.ceil(size / GRAIN) * GRAIN;
      if (this.#slices.reduce((sum, slice) => sum + slice.usd, usd) > this.#own) continue;
      const [row] = await this.#db.query(
        z.object({ id: z.string().nullable() }),
        `select ${SCHEMA}.take_slice($1, $2, $3) as id`,
        [this.#plan, this.#secret, usd],
      );
      if (row?.id == null) continue;
      this.#slices.push({ id: row.id, usd });
      this.#budget.raise(usd);
      return true;
    }
    return false;
  }

  /** Gives back what is left: the last slices first, because money is the same in each. */
  async close(): Promise<void> {
    let { left } = this.#budget;
    for (const { id, usd } of this.#slices.reverse()) {
      const back = Math.min(usd, left);
      left -= back;
      await this.#db.run(`select ${SCHEMA}.return_slice($1, $2, $3)`, [id, this.#secret, back]);
    }
    this.#slices = [];
  }
}
