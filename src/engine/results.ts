import {
  type AttemptEvent,
  type Benchmark,
  describeError,
  type Protocol,
  type Sample,
  type UnitResult,
  type Usage,
} from '../contracts/index.ts';
import { readEvents, readRunFile, runPaths, StoredSamples } from '../data/index.ts';
import { findExtractor } from '../extract/index.ts';
import { assetsFrom, Blobs } from '../media/index.ts';

import { addUsage, isUnmetered } from './history.ts';
import { judgeReply } from './judge.ts';
import { unitKey } from './plan.ts';
import { contextOf } from './prepare.ts';

/** A run, read and scored: everything that statistics need, and what was wrong with the folder. */
export interface RunResults {
  units: UnitResult[];
  /** Units that were answered but cannot be scored. */
  damaged: number;
  usage: Usage;
  /** Some paid reply came without its usage: the cost is unknown. */
  unmetered: boolean;
  /** Wall-clock seconds spent asking, over all sessions. */
  seconds: number;
  problems: string[];
}

/** Scores what is stored, without asking any model: the last final attempt of each unit counts. */
export async function scoreRun(folder: string, benchmark: Benchmark, protocol: Protocol): Promise<RunResults> {
  const { price } = readRunFile(folder);
  const path = runPaths(folder).events;
  const samples = new StoredSamples(path);
  const score = unitScorer(folder, benchmark, protocol);
  const units = new Map<string, UnitResult>();
  const damaged = new Set<string>();
  const firstReplies = new Map<string, AttemptEvent>();
  const unasked = new Map<string, string>();
  let unmetered = false;
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const time = new SessionClock();
  const problems: string[] = [];
  try {
    for await (const read of readEvents(path)) {
      if ('problem' in read) {
        problems.push(read.problem);
        continue;
      }
      const { event, line } = read;
      if (event.event === 'session') time.begin(event.at);
      if (event.event === 'pause') time.until(event.at);
      if (event.event === 'sample') samples.add(event.sample, line);
      if (event.event === 'problem') unasked.set(event.unit, event.message);
      if (event.event !== 'attempt') continue;
      time.until(event.at, event.ms);
      if (!event.cached) addUsage(usage, event.reply?.usage);
      unmetered ||= isUnmetered(event, price);
      const key = unitKey({ id: event.unit, epoch: event.epoch });
      if (!event.final) {
        if (event.reply && !firstReplies.has(key)) firstReplies.set(key, event);
        continue;
      }
      unasked.delete(event.unit);
      const sample = samples.get(event.unit);
      const result = sample ? await score(sample, event) : { problem: `its question is missing from ${path}` };
      const firstReply = firstReplies.get(key);
      firstReplies.delete(key);
      if (sample && firstReply && !('problem' in result)) {
        const first = await score(sample, firstReply);
        if (!('problem' in first)) result.first = { outcome: first.outcome, score: first.score };
      }
      if ('problem' in result) {
        problems.push(`unit ${event.unit}: ${result.problem}`);
        damaged.add(key);
        units.delete(key);
      } else {
        units.set(key, result);
        damaged.delete(key);
      }
    }
  } finally {
    samples.close();
  }
  return {
    // Units finish in any order; nothing that is computed from them may depend on it.
    units: [...units.values()].sort((a, b) => compareText(a.id, b.id) || a.epoch - b.epoch),
    damaged: damaged.size,
    usage,
    seconds: time.seconds,
    unmetered,
    problems: [...new Set([...problems, ...[...unasked].map(([unit, problem]) => `unit ${unit}: ${problem}`)])],
  };
}

/** Turns a final attempt into a result; a unit that cannot be scored is named, and the others go on. */
function unitScorer(folder: string, benchmark: Benchmark, protocol: Protocol) {
  const extractor = findExtractor(protocol.extractor);
  const scorer = benchmark.scorers[protocol.scorer];
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  if (!scorer) throw new Error(`${benchmark.id} has no scorer ${protocol.scorer}`);

  return async (stored: Sample, event: AttemptEvent): Promise<UnitResult | { problem: string }> => {
    try {
      const read = benchmark.schema.safeParse(stored);
      if (!read.success) {
        const [issue] = read.error.issues;
        return { problem: `its question cannot be read: ${issue?.path.join('.')}: ${issue?.message}` };
      }
      const sample = read.data;
      const about = { id: sample.id, epoch: event.epoch, cluster: sample.cluster, groups: sample.groups };
      if (!event.reply) {
        const { kind = 'unknown', status, message = '' } = event.error ?? {};
        const reason = status === undefined ? kind : `${kind} (http ${status})`;
        return { ...about, outcome: 'provider_error', reason, note: message, score: null, extraction: null };
      }
      const judged = judgeReply(event.reply, extractor, contextOf(benchmark, sample));
      const { value, ...rest } = await scorer.score(sample, judged.extraction, assets);
      return { ...about, ...judged, score: value, ...rest };
    } catch (error) {
      return { problem: describeError(error) };
    }
  };
}

/** Adds up how long sessions lasted; a killed one ended with its last attempt. */
class SessionClock {
  #begun: number | undefined;
  #last = 0;
  #total = 0;

  begin(at: string): void {
    this.#close();
    this.#begun = Date.parse(at);
    this.#last = this.#begun;
  }

  until(at: string, plusMs = 0): void {
    this.#last = Math.max(this.#last, Date.parse(at) + plusMs);
  }

  get seconds(): number {
    this.#close();
    return Math.round(this.#total) / 1000;
  }

  #close(): void {
    if (this.#begun !== undefined) this.#total += this.#last - this.#begun;
    this.#begun = undefined;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
