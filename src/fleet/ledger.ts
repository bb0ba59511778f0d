import { type RunEvent, writeRunLine } from '../contracts/index.ts';
import type { Ledger } from '../engine/index.ts';
import { type Database, SCHEMA } from './database.ts';
import { type FileStore, Pieces } from './file-store.ts';

/** Where a unit stands in the plan. */
export interface PlanPosition {
  unit: number;
  epoch: number;
  round: number;
}

/** One row: what a reply brought, with the question where it was not told before. */
interface LedgerRow extends PlanPosition {
  seq: number;
  attempt: number;
  replied: boolean;
  final: boolean;
  answer: boolean;
  lines: string;
}

export interface LedgerOptions {
  db: Database;
  plan: string;
  /** Who writes. */
  worker: string;
  files: FileStore;
  /** Where a unit stands that is under way; without an epoch, all of that name. */
  placesOf(unit: { id: string; epoch?: number }): PlanPosition[];
  /** A unit's end is kept. */
  finished(place: PlanPosition): void;
}

/**
 * Lines on their way into the database. They are committed at once; what comes while a commit is under way goes with the next one,
 * so that a group is as long as a commit takes.
 */
export class DatabaseLedger implements Ledger {
  readonly #opts: LedgerOptions;
  /** Questions whose first reply has not come, by unit. */
  readonly #held = new Map<string, string>();
  #waiting: LedgerRow[] = [];
  #seq = 0;
  /** Of the rows that wait: when they are kept. */
  #group = newGroup();
  /** Of the rows that are being committed, or were last. */
  #last: Promise<void> = Promise.resolve();
  #isCommitting = false;
  #failure: { cause: unknown } | undefined;

  constructor(opts: LedgerOptions) {
    this.#opts = opts;
  }

  hold(...events: RunEvent[]): void {
    for (const event of events) {
      if (event.event === 'sample') this.#hold(event.sample.id, event);
      else if (event.event === 'prompt') this.#hold(event.unit, event);
      else this.append(event);
    }
  }

  append(...events: RunEvent[]): void {
    for (const event of events) {
      if (event.event !== 'attempt' && event.event !== 'said' && event.event !== 'problem') continue;
      const { unit: id } = event;
      const isAttempt = event.event === 'attempt';
      const final = event.event === 'problem' || (isAttempt && event.final);
      const replied = isAttempt && event.reply !== undefined;
      const lines = `${this.#held.get(id) ?? ''}${writeRunLine(event)}`;
      this.#held.delete(id);
      const attempt = isAttempt ? event.attempt : 0;
      for (const place of this.#opts.placesOf(event.event === 'problem' ? { id } : { id, epoch: event.epoch })) {
        this.#seq += 1;
        this.#waiting.push({ ...place, seq: this.#seq, attempt, replied, final, answer: final && replied, lines });
      }
    }
    if (!this.#isCommitting) void this.#commitAll();
  }

  /** A question that is held goes with its reply. */
  release(): void {}

  async stored(): Promise<void> {
    if (this.#failure) throw this.#failure.cause;
    await (this.#waiting.length > 0 ? this.#group.promise : this.#last);
  }

  #hold(id: string, event: RunEvent): void {
    this.#held.set(id, `${this.#held.get(id) ?? ''}${writeRunLine(event)}\n`);
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    while (this.#waiting.length > 0) {
      const [rows, group] = [this.#waiting, this.#group];
      [this.#waiting, this.#group] = [[], newGroup()];
      this.#last = group.promise;
      try {
        if (this.#failure) throw this.#failure.cause;
        await this.#insert(rows, await this.#opts.files.keep());
        for (const row of rows) if (row.final) this.#opts.finished(row);
        group.resolve();
      } catch (cause) {
        this.#failure = { cause };
        group.reject(cause);
      }
    }
    this.#isCommitting = false;
  }

  /**
   * Lines and the files that they refer to, both or neither. Written twice after a connection broke, they are there once; an answer that
   * somebody else gave before stays.
   */
  async #insert(rows: readonly LedgerRow[], files: Pieces): Promise<void> {
    const { db, plan, worker } = this.#opts;
    const column = <K extends keyof LedgerRow>(name: K) => rows.map((row) => row[name]);
    await db.run(
      `with files as (${Pieces.insert})
       insert into ${SCHEMA}.lines (plan, worker, seq, unit, epoch, round, attempt, replied, final, answer, lines)
       select $1, $8, * from unnest($9::int[], $10::int[], $11::int[], $12::int[], $13::int[], $14::bool[], $15::bool[], $16::bool[], $17::text[])
         as line (seq, unit, epoch) order by unit, epoch, seq
       on conflict do nothing`,
      [
        plan,
        ...files.values(),
        worker,
        ...[column('seq'), column('unit'), column('epoch'), column('round'), column('attempt')],
        ...[column('replied'), column('final'), column('answer'), column('lines')],
      ],
    );
  }
}

function newGroup() {
  const group = Promise.withResolvers<void>();
  // Whoever waits for it hears of a failure.
  group.promise.catch(() => {});
  return group;
}
