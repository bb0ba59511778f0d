import { z } from 'zod';
import { type Database, SCHEMA } from './database.ts';

/**
 * Units that are handed out together: a range of positions in the order of the plan, in which repetitions of a sample follow each
 * other. Only numbers: what they stand for, whoever works knows from its own data.
 */
const ChunkData = z.object({
  from: z.int().nonnegative(),
  to: z.int().positive(),
  /** Of the plan: units that ended in errors are asked again in the next one. */
  round: z.int32().positive(),
  /** Workers that were lost while they had it. */
  deaths: z.int32().nonnegative(),
});
export type Chunk = z.infer<typeof ChunkData>;

/** A chunk that somebody took. */
export type TakenChunk = Chunk & { id: string };

/** Nobody plans larger ones. */
const LARGEST = 1000;
/** How many chunks are put into the queue at once. */
const AT_ONCE = 1000;
/** A worker that says nothing for so long is lost. */
const HEARTBEAT_SECONDS = 60;
/** Whoever takes a chunk says so at once: if nobody does for so long, it was killed in between. */
const UNCLAIMED_SECONDS = 10;
/** The longest that the queue knows; what counts is the heartbeat. */
const A_DAY = 86_399;

/** The queue of a plan. */
export class Chunks {
  readonly #db: Database;
  readonly #queue: string;

  constructor(db: Database, plan: string) {
    this.#db = db;
    this.#queue = `plan-${plan.slice(0, 32)}`;
  }

  async create(): Promise<void> {
    const { boss } = this.#db;
    if (await boss.getQueue(this.#queue)) return;
    await boss.createQueue(this.#queue, {
      retryLimit: 1000,
      retryDelay: 0,
      expireInSeconds: A_DAY,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 3600,
      retentionSeconds: 365 * A_DAY,
    });
  }

  /** @returns how many there were */
  async put(chunks: Iterable<Chunk>): Promise<number> {
    let count = 0;
    let some: { data: Chunk }[] = [];
    const flush = async () => {
      if (some.length > 0) await this.#db.boss.insert(this.#queue, some);
      count += some.length;
      some = [];
    };
    for (const data of chunks) {
      some.push({ data });
      if (some.length === AT_ONCE) await flush();
    }
    await flush();
    return count;
  }

  /** One that nobody has; what is no chunk at all is thrown away. */
  async take(): Promise<TakenChunk | undefined> {
    const [job] = await this.#db.boss.fetch(this.#queue, { includeMetadata: true });
    if (!job) return undefined;
    const { success, data } = ChunkData.safeParse(job.data);
    if (success && data.from < data.to && data.to - data.from <= LARGEST)
      return { ...data, id: job.id, deaths: data.deaths + job.retryCount };
    await this.done(job.id);
    return this.take();
  }

  async done(id: string): Promise<void> {
    await this.#db.boss.complete(this.#queue, id);
  }

  /** Says that whoever has them is alive. */
  async touch(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // The queue would take a chunk away after a day, however alive its worker is.
    await this.#db.run(
      `update sextant_queue.job set heartbeat_on = now(), started_on = now() where name = $1 and id = any($2) and state = 'active'`,
      [this.#queue, ids],
    );
  }

  /** Whoever had them is gone. */
  async lost(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#db.boss.fail(this.#queue, [...ids]);
  }

  /** Looks for chunks of workers that have been silent for too long, or were killed before they said what they had taken. */
  async supervise(): Promise<void> {
    const unclaimed = await this.#db.query(
      z.object({ id: z.uuid() }),
      `select id from sextant_queue.job where name = $1 and state = 'active'
         and started_on < now() - ${UNCLAIMED_SECONDS} * interval '1 second'
         and not exists (select from ${SCHEMA}.workers where ended is null and job.id = any(chunks))`,
      [this.#queue],
    );
    await this.lost(unclaimed.map(({ id }) => id));
    await this.#db.boss.supervise(this.#queue);
  }

  /** Chunks that wait, and that somebody has. */
  async left(): Promise<{ waiting: number; taken: number }> {
    const [row] = await this.#db.query(
      z.object({ waiting: z.int(), taken: z.int() }),
      `select count(*) filter (where state <> 'active')::int as waiting, count(*) filter (where state = 'active')::int as taken
       from sextant_queue.job where name = $1 and state < 'completed'`,
      [this.#queue],
    );
    return row ?? { waiting: 0, taken: 0 };
  }

  /** Nothing of it will be handed out any more. */
  async drop(): Promise<void> {
    await this.#db.boss.deleteAllJobs(this.#queue);
  }
}

/** Which of a plan's units have an answer, as positions in their order, a page at a time; rows about others are nobody's. */
async function* answeredPositions(
  db: Database,
  { id, epochs, units }: { id: string; epochs: number; units: number },
): AsyncGenerator<number> {
  let [unit, epoch] = [-1, 0];
  for (;;) {
    const rows = await db.query(
      z.object({ unit: z.int(), epoch: z.int() }),
      `select unit, epoch from ${SCHEMA}.lines where plan = $1 and answer and (unit, epoch) > ($2, $3)
         and unit < $4 and epoch < $5
       order by unit, epoch limit 20000`,
      [id, unit, epoch, units / epochs, epochs],
    );
    for (const row of rows) {
      yield row.unit * epochs + row.epoch;
      ({ unit, epoch } = row);
    }
    if (rows.length === 0) return;
  }
}

/** Ranges of units without an answer, none longer than `size`. */
export async function* openRanges(
  db: Database,
  plan: { id: string; epochs: number; units: number },
  size: number,
): AsyncGenerator<{ from: number; to: number }> {
  let from = 0;
  function* cut(to: number) {
    for (; from < to; from = Math.min(to, from + size)) yield { from, to: Math.min(to, from + size) };
  }
  for await (const position of answeredPositions(db, plan)) {
    yield* cut(Math.min(position, plan.units));
    from = position + 1;
  }
  yield* cut(plan.units);
}
