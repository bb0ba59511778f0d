import type { Pool, PoolConfig } from 'pg';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { messageOf, SextantError } from '../contracts/index.ts';
import type { Env } from '../host/index.ts';
import { pauseMs, retry, type Tried, wait } from '../util/index.ts';
import { type Address, addressOf } from './address.ts';

/** Where our own tables are, and those of the queue. */
export const SCHEMA = 'sextant_fleet';
const QUEUE_SCHEMA = 'sextant_queue';

/** Two statements that were in each other's way are begun again in other moments. */
const CLASH_MS = 100;
/** So often a database that nobody has heard of is tried, some twenty seconds long. */
const FIRST_TRIES = 20;

export interface DatabaseOptions {
  env: Env;
  /** Give up waiting for a database that cannot be reached. */
  abort?: AbortSignal;
  /** Told when it cannot be reached, and is tried again. */
  onTrouble?(message: string): void;
}

/**
 * A database, and a queue in it. A connection that breaks is no error: what was asked is asked again until there is an answer, so
 * whatever is written must bear being written twice.
 */
export class Database {
  readonly boss: PgBoss;
  readonly address: Address;
  readonly #pool: Pool;
  readonly #opts: DatabaseOptions;
  #wasReached = false;

  private constructor(pool: Pool, Boss: typeof PgBoss, address: Address, opts: DatabaseOptions) {
    this.#pool = pool;
    this.#opts = opts;
    this.address = address;
    const db = { executeSql: (text: string, values?: unknown[]) => this.#send(text, values ?? []) };
    // Nothing in the background: what a queue needs is done when a worker has time for it.
    this.boss = new Boss({
      db,
      schema: QUEUE_SCHEMA,
      supervise: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      migrate: false,
      createSchema: false,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
    });
    this.boss.on('error', () => {});
  }

  static async open(url: string, opts: DatabaseOptions): Promise<Database> {
    const address = addressOf(url, opts.env);
    const { pg, Boss } = await loadClients();
    const config: PoolConfig = {
      connectionString: address.secret,
      application_name: 'sextant',
      max: 4,
      keepAlive: true,
      connectionTimeoutMillis: 30_000,
    };
    const pool = new pg.Pool(config);
    // An idle connection broke: the next query opens another one.
    pool.on('error', () => {});
    return new Database(pool, Boss, address, opts);
  }

  /** Rows as they must be: what a database says is checked like anything else from outside. */
  async query<T>(row: z.ZodType<T>, text: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await this.#send(text, values);
    const read = z.array(row).safeParse(rows);
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    throw new SextantError('database', `a row is not as it should be: ${issue?.path.join('.')}: ${issue?.message}`, {
      where: this.address.shown,
    });
  }

  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#send(text, values);
  }

  /** One after the other, of all who plan in this database. Workers may not lock this row, and so cannot keep planners waiting. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    const client = await this.#untilReached(async () => {
      const taken = await this.#pool.connect();
      // It broke, and with it the lock: whoever comes next may at worst put units into the queue twice.
      taken.on('error', () => {});
      try {
        await taken.query(`begin; select from ${SCHEMA}.format for update`);
        return taken;
      } catch (error) {
        taken.release(true);
        throw error;
      }
    });
    return act().finally(() => client.release(true));
  }

  /** Several statements at once, as a script has them. */
  async script(text: string): Promise<void> {
    await this.#pool.query(text).catch((error: unknown) => {
      throw this.#told(error);
    });
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false }).catch(() => {});
    await this.#pool.end();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the queue's own interface; `query` checks what we read ourselves
  #send(text: string, values: readonly unknown[]): Promise<{ rows: any[] }> {
    return this.#untilReached(() => this.#pool.query(text, [...values]));
  }

  #untilReached<T>(act: () => Promise<T>): Promise<T> {
    const { abort, onTrouble } = this.#opts;
    let failures = 0;
    const once = async (): Promise<Tried<T>> => {
      try {
        const done = await act();
        this.#wasReached = true;
        return { done };
      } catch (error) {
        if (isClash(error)) return { again: CLASH_MS * Math.random() };
        if (!isBroken(error) || abort?.aborted) throw this.#told(error);
        // Where nobody ever answered, the address is wrong, or the server just stops or starts.
        if (!this.#wasReached && (!mayStart(error) || failures === FIRST_TRIES)) throw this.#told(error);
        failures += 1;
        if (failures === 2) onTrouble?.(`the database cannot be reached, trying again: ${this.#said(error)}`);
        return { again: Math.min(2000, 50 + pauseMs(failures, undefined, Math.random())) };
      }
    };
    return retry(once, (ms) => (abort ? wait(ms, abort) : wait(ms)));
  }

  #said(error: unknown): string {
    const inner = error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : messageOf(error);
    return this.address.redact(inner);
  }

  #told(error: unknown): SextantError {
    const fix = fixes[codeOf(error)] ?? (isBroken(error) ? REACH : undefined);
    return new SextantError('database', this.#said(error), {
      where: this.address.shown,
      ...(fix === undefined ? {} : { fix }),
    });
  }
}

/** Text in a column that is JSON. */
export function jsonText<T>(content: z.ZodType<T>) {
  const parsed = z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'it is not JSON' });
      return z.NEVER;
    }
  });
  return parsed.pipe(content);
}

/** Nobody answers there. */
const REACH = 'start the database server, or correct host and port in the address';

/** By what PostgreSQL calls the error. */
const fixes: Record<string, string> = {
  '53300': 'let the server take more connections (max_connections), or start fewer workers',
  '28P01': 'set PGPASSWORD, or put the password into a pass file (~/.pgpass)',
  '28000': 'ask whoever runs the database for access with this user',
  '3D000': 'create the database, or correct its name in the address',
  '42501': 'this user may not do that: plan with the role sextant_planner, work with sextant_worker',
  '3F000': 'prepare the database once with `sextant fleet init`',
  '42P01': 'prepare the database once with `sextant fleet init`',
  // Whoever works adds lines to a plan; nothing else of ours refers to anything.
  '23503': 'the plan was removed from this database: plan it again with `sextant run … --fleet`',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What a server that stops or starts does to who connects: it refuses, hangs up, or says so. */
function mayStart(error: unknown): boolean {
  return /^(ECONNREFUSED|ECONNRESET|57P0[123])$/.test(codeOf(error)) || /connection terminated/i.test(messageOf(error));
}

/** Two waited for each other: PostgreSQL undoes one of them, which may be sent again. */
function isClash(error: unknown): boolean {
  return /^(40001|40P01)$/.test(codeOf(error));
}

/** The connection, not what was asked: it was cut, refused, or the server stops or starts. */
function isBroken(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P|53300)/.test(code) || /^E[A-Z_]+$/.test(code)) return true;
  return code === '' && /connection terminated|timeout exceeded when trying to connect/i.test(messageOf(error));
}

/** Both are optional peers: only a fleet needs them. */
async function loadClients() {
  try {
    const [{ default: pg }, { PgBoss: Boss }] = await Promise.all([import('pg'), import('pg-boss')]);
    return { pg, Boss };
  } catch (cause) {
    throw new SextantError('bad_config', 'a fleet needs the packages pg and pg-boss, which are not installed', {
      fix: 'npm install pg pg-boss',
      cause,
    });
  }
}
