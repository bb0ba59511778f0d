import { mkdirSync } from 'node:fs';
import {
  type Benchmark,
  costOf,
  type Dataset,
  describeError,
  type Model,
  type Price,
  type RunFile,
  type RunSpec,
  SextantError,
} from '../contracts/index.ts';
import { isRunFolder, Journal, readRunFile, runPaths, takeLock, writeRunFile } from '../data/index.ts';
import { findExtractor } from '../extract/index.ts';
import { Blobs } from '../media/index.ts';
import { random } from '../stats/index.ts';
import { prepareAhead } from './ahead.ts';
import { askUnit, type Clock } from './ask.ts';
import { Budget } from './budget.ts';
import type { ResponseCache } from './cache.ts';
import { contextOf } from './context.ts';
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
export type RunEnd = 'done' | 'stopped' | 'budget' | 'auth' | 'data';

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
    try {
      const blobs = new Blobs(folder);
      const lost = new LostFiles(opts.benchmark, blobs);
      const history = await readHistory(folder, (event) => lost.see(event));
      journal.append({ event: 'session', at: opts.clock.date(), id: session });
      const end = await work({ ...opts, run, journal, history, blobs, lost, chosen });
      journal.append({ event: 'pause', at: opts.clock.date(), id: session, reason: end });
      return end;
    } finally {
      journal.close();
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
}

async function work(opts: Work): Promise<RunEnd> {
  const { spec, benchmark, dataset, model, run, journal, history, blobs, listener, gate } = opts;
  const { protocol } = spec;
  const extractor = findExtractor(protocol.extractor);
  const spent = costOf(history.usage, run.price);
  const budget = opts.budget === undefined ? undefined : new Budget(opts.budget, run.price, spent ?? 0);
  const halt = new AbortController();
  const stop = AbortSignal.any([opts.stop, opts.abort, halt.signal]);

  const state: RunState = {
    done: history.answered.size,
    total: run.units,
    outcomes: {},
    usage: history.usage,
    cost: spent,
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
  let replies = history.answered.size;
  let unmetered = false;
  let underWay = 0;
  let wake = () => {};
  const oneEnded = () => new Promise<void>((resolve) => (wake = resolve));

  const halted = (why: RunEnd) => {
    end = why;
    halt.abort();
  };

  const ask = async (prepared: Prepared, reserved: number): Promise<void> => {
    const { unit, sample } = prepared;
    const before = history.open.get(unitKey(unit));
    if (!history.samples.has(unit.id)) journal.append({ event: 'sample', sample });
    if (!history.prompts.has(unit.id)) {
      journal.append({ event: 'prompt', unit: unit.id, prompt: prepared.prompt });
    }
    history.samples.add(unit.id);
    history.prompts.add(unit.id);
    // Mostly done long before the answer comes; whoever waits for it hears of a failure.
    const safe = blobs.flush();
    safe.catch(() => {});
    const asked = await askUnit(prepared, {
      model,
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
      random: random(spec.seed, 'jitter', unit.id, unit.epoch),
      clock: opts.clock,
      safe,
      stop,
      abort: opts.abort,
      record: (attempt) => {
        journal.append(attempt);
        if (!attempt.cached) addUsage(state.usage, attempt.reply?.usage);
        if (attempt.reply) replies += 1;
        unmetered ||= isUnmetered(attempt, run.price);
        listener?.attempt?.(attempt);
      },
    });
    if (asked.outcome === null) return asked.why === 'budget' ? halted('budget') : undefined;
    state.done += 1;
    state.outcomes[asked.outcome] = (state.outcomes[asked.outcome] ?? 0) + 1;
    state.cost = unmetered ? null : costOf(state.usage, run.price);
    listener?.progress?.(state);
    // A key that is refused before anything was answered will be refused for every unit.
    if (asked.error?.kind === 'auth' && replies === 0) halted('auth');
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
        .catch((error: unknown) => {
          failure ??= error;
          halt.abort();
        })
        .finally(() => {
          underWay -= 1;
          wake();
        });
    }
  } finally {
    while (underWay > 0) await oneEnded();
  }
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
