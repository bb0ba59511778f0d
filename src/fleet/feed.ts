import { z } from 'zod';
import type { Dataset } from '../contracts/index.ts';
import { type History, type Unit, unitKey } from '../engine/index.ts';
import { at, onAbort, wait } from '../util/index.ts';
import type { Chunks, TakenChunk } from './chunks.ts';
import { type Database, SCHEMA } from './database.ts';
import type { PlanPosition } from './ledger.ts';
import type { Plan } from './plan.ts';

/** How often whoever has nothing to do looks for work. */
const LOOK_MS = 500;
/** When a chunk's workers were lost so often, its units are asked one by one: once may happen to any machine. */
const DOUBTFUL = 2;
/** When so many workers were lost with a unit, the last three of them with it alone, it is taken to be the reason. */
export const DEATHS = 5;
/** Nobody plans for so many looks at an empty queue. */
const LOOKS_BEFORE_WARNING = 20;

export interface FeedOptions {
  db: Database;
  chunks: Chunks;
  plan: Plan;
  dataset: Dataset;
  /** Positions of the run's samples in the data set. */
  chosen: readonly number[];
  history: History;
  /** How many units are left to hand out when the next chunk is taken. */
  low(): number;
  /** Called when there are other chunks than before. */
  changed(): Promise<void>;
  /** Whether units may be handed out now; false while the fleet is paused. */
  isOpen(): boolean;
  /** What else is to be done while there is nothing to do. */
  idle(): Promise<void>;
  /** Whether every unit has an end: the queue may be empty because it is just being filled. */
  isWhole(): Promise<boolean>;
  /** Called when the queue has been empty for long, and not every unit has an end. */
  deserted(): void;
  /** A unit that kills whoever works on it: ends it as an error. */
  condemn(unit: Unit & PlanPosition, deaths: number): Promise<void>;
}

/** A chunk at work. */
interface Held extends TakenChunk {
  /** Positions that are not finished. */
  open: Set<number>;
}

/** Units out of the queue, one chunk after the other, for a session that asks them. */
export class Feed {
  readonly #opts: FeedOptions;
  readonly #held = new Map<string, Held>();
  /** Units that were handed out, by name. */
  readonly #places = new Map<string, PlanPosition>();
  #wake = () => {};
  /** Ended when a chunk of ours is over: what is left may be nothing now. */
  #look = new AbortController();
  #units = 0;

  constructor(opts: FeedOptions) {
    this.#opts = opts;
    this.#units = opts.chosen.length * opts.plan.epochs;
  }

  /** Chunks that we have. */
  get ids(): string[] {
    return [...this.#held.keys()];
  }

  /** Where a unit stands that is under way; without an epoch, all of that name. */
  placesOf({ id, epoch }: { id: string; epoch?: number }): PlanPosition[] {
    const epochs = epoch === undefined ? Array.from({ length: this.#opts.plan.epochs }, (_, i) => i) : [epoch];
    return epochs.flatMap((each) => this.#places.get(unitKey({ id, epoch: each })) ?? []);
  }

  /** Ends when nothing is left in the queue and nobody has anything, or when it should. */
  async *units(stop: AbortSignal): AsyncGenerator<Unit> {
    let next: Promise<Held | undefined> | undefined;
    for (;;) {
      const chunk = (await next) ?? (await this.#take(stop));
      next = undefined;
      if (!chunk) return;
      const alone = chunk.deaths >= DOUBTFUL;
      // Whoever died with it had others too: only what is asked alone can be found guilty.
      if (alone) await this.#until(() => this.#held.size <= 1, stop);
      let left = chunk.open.size;
      for (const position of [...chunk.open]) {
        if (stop.aborted) break;
        // While the database was away, the queue may have taken us for lost and handed us our own chunk.
        if (!this.#places.has(unitKey(this.#nameOf(position)))) yield this.#unitAt(position, chunk.round);
        left -= 1;
        if (alone) await this.#until(() => !chunk.open.has(position), stop);
        else if (!next && left <= this.#opts.low()) {
          next = this.#takeNow();
          next.catch(() => {}); // reported when its turn comes
        }
      }
      if (stop.aborted) {
        await next;
        return;
      }
    }
  }

  /** A unit's end is kept; with the last of them its chunk is over. */
  finished({ unit, epoch }: PlanPosition): void {
    const position = unit * this.#opts.plan.epochs + epoch;
    this.#places.delete(unitKey(this.#nameOf(position)));
    for (const held of this.#held.values()) {
      if (!held.open.delete(position) || held.open.size > 0) continue;
      this.#held.delete(held.id);
      this.#opts.chunks.done(held.id).then(
        () => this.#look.abort(),
        () => {},
      );
    }
    this.#wake();
  }

  /** Gives back what is not finished, for others to take at once. */
  async giveBack(): Promise<void> {
    for (const { id, open, round } of this.#held.values()) {
      const positions = [...open].sort((a, b) => a - b);
      const [from, last] = [positions[0], positions.at(-1)];
      if (from !== undefined && last !== undefined)
        await this.#opts.chunks.put([{ from, to: last + 1, round, deaths: 0 }]);
      await this.#opts.chunks.done(id);
    }
    this.#held.clear();
  }

  /** Waits for a chunk; none when all is done. */
  async #take(stop: AbortSignal): Promise<Held | undefined> {
    const { chunks, idle, isWhole, deserted } = this.#opts;
    for (let looks = 0; !stop.aborted; ) {
      this.#look = new AbortController();
      const { signal } = this.#look;
      const chunk = await this.#takeNow();
      if (chunk) return chunk;
      const { waiting, taken } = await chunks.left();
      const isEmpty = waiting + taken === 0;
      const begun = performance.now();
      if (isEmpty && (await isWhole())) return undefined;
      // Counting a million rows takes its time: it must not become all that the database does.
      const pause = Math.max(LOOK_MS, 10 * (performance.now() - begun));
      looks = isEmpty ? looks + 1 : 0;
      if (looks === LOOKS_BEFORE_WARNING) deserted();
      await idle();
      await wait(pause, stop, signal);
    }
    return undefined;
  }

  async #takeNow(): Promise<Held | undefined> {
    const { chunks, isOpen } = this.#opts;
    while (isOpen()) {
      const taken = await chunks.take();
      if (!taken) return undefined;
      const open = await this.#openOf(taken);
      const [first] = open;
      if (first === undefined || taken.to > this.#units) await chunks.done(taken.id);
      else if (taken.deaths >= DEATHS && open.size === 1) {
        await this.#opts.condemn(this.#unitAt(first, taken.round), taken.deaths);
        await chunks.done(taken.id);
      } else if (taken.deaths > DOUBTFUL && open.size > 1) await this.#split(taken, open, first);
      else {
        const held = { ...taken, open };
        this.#held.set(taken.id, held);
        await this.#opts.changed();
        return held;
      }
    }
    return undefined;
  }

  /** Asked alone, one after the other, the first unit that is open is the one that was asked last: it will stand alone. */
  async #split({ id, round, to, deaths }: TakenChunk, open: Set<number>, first: number): Promise<void> {
    const { chunks } = this.#opts;
    const rest = Math.min(...[...open].filter((position) => position !== first));
    await chunks.put([
      { from: first, to: first + 1, round, deaths },
      { from: rest, to, round, deaths: 0 },
    ]);
    await chunks.done(id);
  }

  /** Positions without an end in this round or an answer in any; what was tried at the others is told to the session. */
  async #openOf({ from, to, round }: TakenChunk): Promise<Set<number>> {
    const { db, plan, history } = this.#opts;
    const { epochs } = plan;
    const open = new Set(Array.from({ length: Math.min(to, this.#units) - from }, (_, i) => from + i));
    const rows = await db.query(
      z.object({
        unit: z.int(),
        epoch: z.int(),
        ended: z.boolean(),
        attempts: z.int().nonnegative(),
        replies: z.int().nonnegative(),
      }),
      `select unit, epoch, bool_or(answer or (final and round = $4)) as ended,
         (count(*) filter (where attempt > 0))::int as attempts, (count(*) filter (where replied and not final))::int as replies
       from ${SCHEMA}.lines where plan = $1 and unit between $2 and $3 and epoch < $5 group by unit, epoch`,
      [plan.id, Math.floor(from / epochs), Math.floor((to - 1) / epochs), round, epochs],
    );
    for (const { unit, epoch, ended, attempts, replies } of rows) {
      const position = unit * epochs + epoch;
      if (ended) open.delete(position);
      else if (open.has(position)) history.open.set(unitKey(this.#nameOf(position)), { attempts, replies });
    }
    return open;
  }

  #nameOf(position: number): Unit {
    const { dataset, chosen, plan } = this.#opts;
    const index = at(chosen, Math.floor(position / plan.epochs));
    return { index, id: at(dataset.ids, index), epoch: position % plan.epochs };
  }

  #unitAt(position: number, round: number): Unit & PlanPosition {
    const { epochs } = this.#opts.plan;
    const unit = this.#nameOf(position);
    const place = { unit: Math.floor(position / epochs), epoch: unit.epoch, round };
    this.#places.set(unitKey(unit), place);
    return { ...unit, ...place };
  }

  async #until(isSo: () => boolean, stop: AbortSignal): Promise<void> {
    while (!isSo() && !stop.aborted) {
      let forget = () => {};
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        forget = onAbort(stop, resolve);
      });
      forget();
    }
  }
}
