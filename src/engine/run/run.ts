import {
  type Benchmark,
  type Contestant,
  type Dataset,
  type Futile,
  type Price,
  type RunFile,
  type RunSpec,
  SextantError,
  type Shard,
  type ShardChoice,
} from '../../contracts/index.ts';
import { makeFolder } from '../../files/index.ts';
import {
  Blobs,
  isRunFolder,
  Journal,
  type LockOptions,
  readRunFile,
  runPaths,
  takeLock,
  writeRunFile,
} from '../../store/index.ts';
import type { Gate } from '../../util/index.ts';
import type { Clock } from './ask.ts';
import { Budget, type Purse } from './budget.ts';
import type { ResponseCache } from './cache.ts';
import { type History, readHistory } from './history.ts';
import { LostFiles } from './lost-files.ts';
import type { RunListener } from './progress.ts';
import type { Respond } from './respond.ts';
import { Session, type SessionOptions } from './session.ts';
import { chosenSamples } from './shard.ts';
import { specDifferences } from './spec.ts';

export interface RunUnitsOptions {
  folder: string;
  spec: RunSpec;
  /** Only this part of it. */
  shard?: ShardChoice;
  /** The same samples in another order: that in which they are asked. */
  order?: readonly number[];
  /** What the lock of another machine is worth; see `takeLock`. */
  lock?: LockOptions;
  benchmark: Benchmark;
  dataset: Dataset;
  /** Copy pictures into the run even where they are files at hand. */
  keepMedia: boolean;
  contestant: Contestant;
  /** How the arm that is measured goes about a unit; what it makes is among `blobs`. */
  respond: Respond;
  blobs?: Blobs;
  price: Price | null;
  versions: Record<string, string>;
  /** Who may send, and when. */
  gate: Gate;
  retries: number;
  budget?: number;
  cache?: ResponseCache;
  clock: Clock;
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  /** Drop everything. */
  abort: AbortSignal;
  listener?: RunListener;
}

/** Where the lines of a session go; a journal is one. */
export interface Ledger extends Pick<Journal, 'append' | 'hold' | 'release'> {
  /** Resolves when all that was appended so far is kept, where that takes more than a write: a unit is under way until then. */
  stored?(): Promise<void>;
}

/** Why the engine stopped; `done` when no unit is left, `decided` when enough is known, `data` when some could not be asked because their data are wrong. */
export type RunEnd = 'done' | 'decided' | 'stopped' | 'budget' | 'data' | Futile;

/** Asks every unit of the run that has no answer yet. Calling it again on the same folder continues. */
export async function runUnits(opts: RunUnitsOptions): Promise<RunEnd> {
  const { folder, spec, dataset } = opts;
  const { chosen: planned, shard } = await chosenSamples(dataset, opts);
  const chosen = opts.order ?? planned;
  makeFolder(folder);
  const release = takeLock(runPaths(folder).lock, opts.lock);
  try {
    const run = openRun(opts, chosen.length * spec.epochs, shard);
    const journal = new Journal(runPaths(folder).events);
    const session = crypto.randomUUID();
    try {
      const blobs = opts.blobs ?? new Blobs(folder);
      blobs.sweep();
      const lost = new LostFiles(opts.benchmark, blobs);
      const purse = opts.budget === undefined ? undefined : new Budget(opts.budget, run.price);
      const history = await readHistory({
        folder,
        price: run.price,
        find: (name) => blobs.find(name),
        visit: (event) => {
          lost.see(event);
          purse?.see(event);
        },
      });
      journal.append({ event: 'session', at: opts.clock.date(), id: session });
      const end = await new Session({ ...opts, run, journal, history, blobs, lost, chosen, purse }).work();
      journal.append({ event: 'pause', at: opts.clock.date(), id: session, reason: end });
      return end;
    } finally {
      await journal.close();
    }
  } finally {
    release();
  }
}

/** What a session needs that is one of several at work on a run: where units come from, and where lines go. */
export interface PartOptions extends Required<Pick<SessionOptions, 'feed' | 'ahead'>> {
  ledger: Ledger;
  history: History;
  /** Units of the whole run. */
  units: number;
  purse?: Purse;
}

/** Works on units that somebody hands out, and keeps nothing in the folder but files on their way elsewhere. */
export function runPart(
  opts: RunUnitsOptions,
  { ledger, history, units, purse, feed, ahead }: PartOptions,
): Promise<RunEnd> {
  const run = newRun(opts, units);
  const blobs = opts.blobs ?? new Blobs(opts.folder);
  const lost = new LostFiles(opts.benchmark, blobs);
  return new Session({ ...opts, run, journal: ledger, history, blobs, lost, chosen: [], purse, feed, ahead }).work();
}

/** The run's file: made now, or checked against what is asked. */
function openRun(opts: RunUnitsOptions, units: number, shard?: Shard): RunFile {
  const { folder, spec, price } = opts;
  if (isRunFolder(folder)) {
    const stored = readRunFile(folder);
    const differences = [...specDifferences(stored.spec, spec), ...shardDifference(stored.shard, shard)];
    if (differences.length === 0) {
      if (stored.price !== null || price === null) return stored;
      // A price that was unknown when the run began may have been told since.
      const priced = { ...stored, price };
      writeRunFile(folder, priced);
      return priced;
    }
    throw new SextantError('spec_differs', `this folder holds another run:\n  ${differences.join('\n  ')}`, {
      where: folder,
      fix: 'choose another --out, or ask for what the folder holds',
    });
  }
  const run = { ...newRun(opts, units), ...(shard && { shard }) };
  writeRunFile(folder, run);
  return run;
}

function newRun({ spec, clock, versions, price }: RunUnitsOptions, units: number): RunFile {
  return { format: 'sextant-run-1', spec, createdAt: clock.date(), versions, price, units };
}

/** A folder keeps the part that it began with: resubmitted with another number of shards, it would hold parts of two divisions. */
function shardDifference(stored: Shard | undefined, asked: Shard | undefined): string[] {
  const [before, now] = [stored, asked].map((shard) => (shard ? `${shard.index}/${shard.count}` : 'all units'));
  return before === now ? [] : [`shard: ${before} in the folder, ${now} asked now`];
}
