import { mkdirSync } from 'node:fs';
import {
  type AttemptEvent,
  type Benchmark,
  costOf,
  type Dataset,
  describeError,
  type Model,
  type Price,
  type RunEvent,
  type RunFile,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { random } from '../../stats/index.ts';
import { Blobs, isRunFolder, Journal, readRunFile, runPaths, takeLock, writeRunFile } from '../../store/index.ts';
import { plural } from '../../util/index.ts';
import { contextOf } from '../score/context.ts';
import type { Perform } from '../stage/actors.ts';
import { prepareAhead } from './ahead.ts';
import { askUnit, type Clock } from './ask.ts';
import { Breaker, type Futile } from './breaker.ts';
import { Budget } from './budget.ts';
import type { ResponseCache } from './cache.ts';
import type { Gate } from './gate.ts';
import { readHistory } from './history.ts';
import { LostFiles } from './lost-files.ts';
import { planUnits, selectSamples, type Unit, unitKey } from './plan.ts';
import { practise } from './practise.ts';
import { type Preparation, type Prepared, prepareUnit } from './prepare.ts';
import type { RunListener, RunState } from './progress.ts';
import { specDifferences } from './spec.ts';
import { addUsage, isUnmetered } from './usage.ts';

/** How many questions are made ready while others are being answered. */
const AHEAD = 8;

export interface RunOptions {
  folder: string;
  spec: RunSpec;
  benchmark: Benchmark;
  dataset: Dataset;
  /** Copy pictures into the run even where they are files at hand. */
  keepMedia: boolean;
  model: Model;
  /** How it answers, where it acts: what it makes is among `blobs` then. */
  perform?: Perform;
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

/** Why the engine stopped; `done` when no unit is left, `data` when some could not be asked because their data are wrong. */
export type RunEnd = 'done' | 'stopped' | 'budget' | 'data' | Futile;

/** Asks every unit of the run that has no answer yet. Calling it again on the same folder continues. */
export async function runUnits(opts: RunOptions): Promise<RunEnd> {
  const { folder, spec, dataset } = opts;
  const chosen = selectSamples(dataset, spec.select);
  mkdirSync(folder, { recursive: true });
  const release = takeLock(runPaths(folder).lock);
  try {
    const run = openRun(opts, chosen.length * spec.epochs);
    const journal = new Journal(runPaths(folder).events);
    const session = crypto.randomUUID();
    // Not AbortSignal.any, which takes many times longer to say whether it is aborted, and every unit asks often.
    const halt = new AbortController();
    const cease = () => halt.abort();
    for (const signal of [opts.stop, opts.abort]) {
      signal.addEventListener('abort', cease);
      if (signal.aborted) cease();
    }
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
      const end = await work({ ...opts, run, journal, history, blobs, lost, chosen, purse, halt });
      journal.append({ event: 'pause', at: opts.clock.date(), id: session, reason: end });
      return end;
    } finally {
      for (const signal of [opts.stop, opts.abort]) signal.removeEventListener('abort', cease);
      await journal.close();
    }
  } finally {
    release();
  }
}

/** The run's file: made now, or checked against what is asked. */
function openRun({ folder, spec, price, versions, clock }: RunOptions, units: number): RunFile {
  if (isRunFolder(folder)) {
    const stored = readRunFile(folder);
    const differences = specDifferences(stored.spec, spec);
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
  const run: RunFile = { format: 'sextant-run-1', spec, createdAt: clock.date(), versions, price, units };
  writeRunFile(folder, run);
  return run;
}

interface Work extends RunOptions {
  run: RunFile;
  journal: Journal;
  history: Awaited<ReturnType<typeof readHistory>>;
  blobs: Blobs;
  lost: LostFiles;
  chosen: number[];
  purse: Budget | undefined;
  /** Follows `stop` and `abort`. */
  halt: AbortController;
}

async function work(opts: Work): Promise<RunEnd> {
  const { spec, benchmark, dataset, model, run, journal, history, blobs, listener, gate, purse: budget, halt } = opts;
  const { protocol } = spec;
  const extractor = findExtractor(protocol.extractor);
  const stop = halt.signal;

  // The folder may also hold units that nobody planned.
  let done = 0;
  for (const unit of planUnits(dataset, opts.chosen, spec.epochs)) if (history.answered.has(unitKey(unit))) done += 1;
  const state: RunState = {
    done,
    total: run.units,
    outcomes: {},
    usage: history.usage,
    cost: history.unmetered ? null : costOf(history.usage, run.price),
    get concurrency() {
      return gate.limit;
    },
    get waitingMs() {
      return gate.pauseLeft;
    },
  };
  listener?.launch?.(opts.folder, run, state);
  const restored = await opts.lost.restore(dataset);
  if (restored > 0) listener?.restored?.(restored);
  if (state.done < state.total) await practise(model, benchmark, spec);

  let end: RunEnd = 'done';
  let failure: unknown;
  const breaker = new Breaker(history.answered.size > 0);
  let failures = 0;
  let { unmetered } = history;
  let doubted = false;
  let underWay = 0;
  let wake = () => {};
  const oneEnded = () => new Promise<void>((resolve) => (wake = resolve));

  const halted = (why: RunEnd) => {
    end = why;
    halt.abort();
  };
  const failed = (error: unknown) => {
    failure ??= error;
    halt.abort();
  };

  const noteTrouble = ({ error, final, cached }: AttemptEvent) => {
    if (error) {
      failures += 1;
      state.trouble = `${final ? 'failing' : 'retrying'}, ${plural(failures, 'failure')} in a row: ${error.message}`;
    } else if (!cached) {
      failures = 0;
      delete state.trouble;
      breaker.ok();
    }
  };

  const ask = async (prepared: Prepared, reserved: number): Promise<void> => {
    const { unit, sample } = prepared;
    await prepared.durable;
    const before = history.open.get(unitKey(unit));
    const news: RunEvent[] = [];
    if (!history.samples.has(unit.id)) news.push({ event: 'sample', sample });
    if (!history.prompts.has(unit.id)) news.push({ event: 'prompt', unit: unit.id, prompt: prepared.prompt });
    journal.hold(...news);
    history.samples.add(unit.id);
    history.prompts.add(unit.id);
    const asked = await askUnit(prepared, {
      model,
      perform: opts.perform,
      extractor,
      context: contextOf(benchmark, sample),
      attemptsBefore: before?.attempts ?? 0,
      repliesBefore: before?.replies ?? 0,
      act: protocol.act,
      askAgain: protocol.askAgain,
      retries: opts.retries,
      gate,
      budget,
      reserved,
      cache: opts.cache,
      random: () => random(spec.seed, 'jitter', unit.id, unit.epoch),
      clock: opts.clock,
      stop,
      abort: opts.abort,
      words: history.words.get(unitKey(unit)),
      keepWords: (reply) => {
        journal.append({ event: 'said', unit: unit.id, epoch: unit.epoch, at: opts.clock.date(), reply });
      },
      doubt: (what) => {
        if (!doubted) listener?.warning?.(`${model.id}: usage that cannot be true is left out (${what})`);
        doubted = true;
      },
      begin: () => journal.release(),
      record: (attempt) => {
        journal.append(attempt);
        // What the reply made follows in a group: should a power cut come first, the unit is asked again.
        if (opts.perform) blobs.flush().catch(failed);
        if (!attempt.cached) addUsage(state.usage, attempt.reply?.usage);
        noteTrouble(attempt);
        unmetered ||= isUnmetered(attempt, run.price);
        listener?.attempt?.(attempt);
      },
    });
    if (asked.outcome === null) return asked.why === 'budget' ? halted('budget') : undefined;
    state.done += 1;
    state.outcomes[asked.outcome] = (state.outcomes[asked.outcome] ?? 0) + 1;
    state.cost = unmetered ? null : costOf(state.usage, run.price);
    listener?.progress?.(state);
    const futile = asked.error && breaker.gaveUp(asked.error);
    if (futile === undefined || stop.aborted || state.done === state.total) return;
    halted(futile);
    listener?.halting?.(futile, asked.error?.message ?? '');
  };

  const todo = function* () {
    for (const unit of planUnits(dataset, opts.chosen, spec.epochs)) {
      if (stop.aborted) return;
      if (!history.answered.has(unitKey(unit))) yield unit;
    }
  };
  const preparation = { benchmark, dataset, protocol, extractor, model, blobs, keepMedia: opts.keepMedia };
  try {
    for await (const prepared of prepareAhead(todo(), AHEAD, (unit) => prepareOrTell(unit, preparation))) {
      if ('problem' in prepared) {
        end = 'data';
        journal.append({ event: 'problem', unit: prepared.unit.id, at: opts.clock.date(), message: prepared.problem });
        continue;
      }
      // One more task than places, so that a place never waits for the next question.
      while (underWay > gate.limit && !stop.aborted) await oneEnded();
      let reserved = budget?.reserve(prepared.request);
      while (reserved === null && underWay > 0 && !stop.aborted) {
        await oneEnded();
        reserved = budget?.reserve(prepared.request);
      }
      if (reserved === null) halted('budget');
      if (stop.aborted) break;
      underWay += 1;
      void ask(prepared, reserved ?? 0)
        .catch(failed)
        .finally(() => {
          underWay -= 1;
          wake();
        });
    }
  } finally {
    while (underWay > 0) await oneEnded();
  }
  await blobs.flush().catch(failed);
  if (failure !== undefined) throw failure;
  if (opts.stop.aborted && state.done < state.total) return 'stopped';
  return end;
}

/** A question whose data are wrong must not keep the others from being asked; anything else ends the run. */
async function prepareOrTell(
  unit: Unit,
  preparation: Preparation,
): Promise<Prepared | { unit: Unit; problem: string }> {
  try {
    return await prepareUnit(unit, preparation);
  } catch (error) {
    const isData = error instanceof SextantError && ['bad_data', 'bad_media', 'missing_blob'].includes(error.code);
    if (isData) return { unit, problem: describeError(error) };
    throw error;
  }
}
