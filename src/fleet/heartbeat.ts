import { hostname } from 'node:os';
import { z } from 'zod';
import { isGone, processSpace, startOf } from '../files/index.ts';
import { wait } from '../util/index.ts';
import type { Chunks } from './chunks.ts';
import { type Database, SCHEMA } from './database.ts';

/** How often a worker says that it is alive. */
export const BEAT_MS = 1000;
/** Chunks that are held need it less often. */
const TOUCH_EVERY = 4;

/** What a worker tells of itself. */
export interface WorkerReport {
  done: number;
  failed: number;
  underWay: number;
  chunks: readonly string[];
}

/** What it is told. */
export interface Orders {
  state: 'active' | 'paused' | 'cancelled';
  /** How long the provider wants silence. */
  silenceMs: number;
}

const OrdersRow = z.object({ state: z.enum(['active', 'paused', 'cancelled']), silenceMs: z.int().nonnegative() });
const Neighbour = z.object({ id: z.uuid(), pid: z.int().positive(), started: z.string() });

export interface HeartbeatOptions {
  db: Database;
  chunks: Chunks;
  plan: string;
  /** Our own name. */
  worker: string;
  standing(): WorkerReport;
  heed(orders: Orders): void;
}

/** One worker's sign of life: others see how it does, it hears what it is to do, and the queue knows that its chunks are in hands. */
export class Heartbeat {
  readonly #opts: HeartbeatOptions;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(opts: HeartbeatOptions) {
    this.#opts = opts;
  }

  /** @param onFailure the database refuses us: nothing that can be waited out */
  begin(onFailure: (error: unknown) => void): void {
    const run = async () => {
      for (let beats = 1; !this.#end.signal.aborted; beats += 1) {
        await wait(BEAT_MS, this.#end.signal);
        if (this.#end.signal.aborted) return;
        await this.beat();
        if (beats % TOUCH_EVERY === 0) await this.#opts.chunks.touch(this.#opts.standing().chunks);
      }
    };
    this.#running = run().catch(onFailure);
  }

  async beat(ended?: string): Promise<void> {
    const { db, plan, worker, standing, heed } = this.#opts;
    const { done, failed, underWay, chunks } = standing();
    const [orders] = await db.query(
      OrdersRow,
      `with beat as (
         insert into ${SCHEMA}.workers (id, plan, host, pid, started, done, failed, under_way, chunks, ended)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (id) do update set seen = now(), done = excluded.done, failed = excluded.failed,
           under_way = excluded.under_way, chunks = excluded.chunks, ended = excluded.ended)
       select state, greatest(0, least(600000, extract(epoch from not_before - now()) * 1000))::int as "silenceMs"
       from ${SCHEMA}.plans join ${SCHEMA}.limits on limits.plan = plans.id where plans.id = $2`,
      [worker, plan, hostname(), process.pid, begunAs(process.pid), done, failed, underWay, chunks, ended ?? null],
    );
    heed(orders ?? { state: 'cancelled', silenceMs: 0 });
  }

  /** Chunks of workers that are gone are free: those of this machine at once, those of others when they have been silent for long. */
  async lookForLost(): Promise<void> {
    const { db, chunks, plan, worker } = this.#opts;
    const neighbours = await db.query(
      Neighbour,
      `select id, pid, started from ${SCHEMA}.workers
       where plan = $1 and host = $2 and starts_with(started, $3) and id <> $4 and ended is null`,
      [plan, hostname(), processSpace(), worker],
    );
    for (const { id, pid, started } of neighbours) {
      if (!isGone(pid) && started === begunAs(pid)) continue;
      // Of several who notice, one does it.
      const [gone] = await db.query(
        z.object({ chunks: z.array(z.uuid()) }),
        `update ${SCHEMA}.workers set ended = 'lost' where id = $1 and ended is null returning chunks`,
        [id],
      );
      await chunks.lost(gone?.chunks ?? []);
    }
    await chunks.supervise();
  }

  async end(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }
}

/** Tells a process from a later one of the same number, and from one of another machine or container. */
function begunAs(pid: number): string {
  return processSpace() + startOf(pid);
}
