import {
  type AttemptEvent,
  type Benchmark,
  type Dataset,
  isError,
  isSameData,
  type Metric,
  type RunSpec,
  SextantError,
  type UnitResult,
} from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { random } from '../../stats/index.ts';
import { isRunFolder, readRunFile, writeRunFile } from '../../store/index.ts';
import { at } from '../../util/index.ts';
import { named } from '../run/named.ts';
import { planUnits, selectSamples, unitKey } from '../run/plan.ts';
import type { RunListener } from '../run/progress.ts';
import { clusterKey } from '../run/shard.ts';
import { type UntilGoal, UntilRule } from '../run/until.ts';
import { unitScorer } from '../score/run-scoring.ts';
import { summariseRun } from '../score/stored-summary.ts';
import { openStored } from './stored.ts';

export interface UntilOptions {
  /** Stop when the score of all units is known to within so much, for example 0.02. */
  within?: number;
  /** Stop when it is known which of the two is better; a run folder. */
  versus?: string;
}

/** Clusters in the order of their first unit, shuffled whole by `random('until', seed)`. Another order has another name. */
const ORDER_RULE = 'clusters-shuffled-1';

interface Watched {
  folder: string;
  spec: RunSpec;
  benchmark: Benchmark;
  dataset: Dataset;
  until: UntilOptions;
}

/** Watches a run from outside, scores what comes in, and says when it is enough. */
export class UntilWatch {
  /** Positions of the samples in the order in which they are asked. */
  readonly order: readonly number[];
  readonly #opts: Watched;
  readonly #rule: UntilRule;
  readonly #score: ReturnType<typeof unitScorer>;
  readonly #halt = new AbortController();
  readonly #positions: ReadonlyMap<string, number>;
  #pending: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(opts: Watched, order: readonly number[], rule: UntilRule) {
    this.#opts = opts;
    this.order = order;
    this.#rule = rule;
    const { benchmark, dataset, spec } = opts;
    this.#positions = new Map(order.map((index) => [at(dataset.ids, index), index]));
    this.#score = unitScorer(
      benchmark,
      spec.protocol,
      assetsFrom((ref) => dataset.bytes(ref)),
    );
  }

  /** Whole clusters in an order that only the run's seed decides. */
  static async open(opts: Watched): Promise<UntilWatch> {
    const { dataset, spec, until, folder, benchmark } = opts;
    demandMean(benchmark, spec);
    const clusters = new Map<string, number[]>();
    for (const index of selectSamples(dataset, spec.select)) {
      const key = await clusterKey(dataset, index);
      const members = clusters.get(key);
      if (members) members.push(index);
      else clusters.set(key, [index]);
    }
    const order = random('until', spec.seed).shuffle([...clusters.values()]);
    const units = order.map((members) => [...planUnits(dataset, members, spec.epochs)].map(unitKey));
    const watch = new UntilWatch(opts, order.flat(), new UntilRule(units, await goalOf(until, spec)));
    if (isRunFolder(folder)) {
      const { until: known } = readRunFile(folder);
      if (known?.order && known.order.sha256 !== watch.#orderMark.sha256)
        throw new SextantError('bad_data', 'the stored order of questions is not the one that its seed gives', {
          where: `${folder}/run.json, until.order`,
          fix: 'name a new folder with --out',
        });
      if (known && known.within === until.within && known.versus === until.versus) watch.#halt.abort();
      const { units: answered } = await summariseRun(folder, benchmark, spec.protocol, { keep: false });
      // What an error left open is asked again.
      for (const unit of answered) if (!isError(unit.outcome)) watch.#rule.finish(unitKey(unit), unit.score);
      watch.#look();
    }
    return watch;
  }

  get #orderMark(): { rule: string; sha256: string } {
    const ids = this.order.map((index) => at(this.#opts.dataset.ids, index));
    return { rule: ORDER_RULE, sha256: sha256(ids.join('\n')) };
  }

  /** Aborted once enough is known. */
  get stop(): AbortSignal {
    return this.#halt.signal;
  }

  /** Whoever listens to the run, and the watch beside him. */
  listening(listener: RunListener): RunListener {
    return {
      ...listener,
      attempt: (attempt) => {
        listener.attempt?.(attempt);
        if (attempt.final) this.#pending = this.#pending.then(() => this.#take(attempt)).catch(this.#fail);
      },
    };
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= error;
    this.#halt.abort();
  };

  async #take(attempt: AttemptEvent): Promise<void> {
    const { dataset } = this.#opts;
    const index = this.#positions.get(attempt.unit);
    if (index === undefined) return;
    const { result } = await this.#score(await dataset.sample(index), attempt);
    this.#rule.finish(unitKey({ id: attempt.unit, epoch: attempt.epoch }), result.score);
    this.#look();
  }

  #look(): void {
    if (this.#rule.look().enough) this.#halt.abort();
  }

  /** Keeps in run.json what is known, once the run has stopped. @returns whether that is why it stopped */
  async end(): Promise<boolean> {
    await this.#pending;
    if (this.#failure !== undefined) throw this.#failure;
    const { folder, until } = this.#opts;
    const { enough, ...known } = this.#rule.look();
    const { versus } = until;
    const order = this.#orderMark;
    if (enough) writeRunFile(folder, { ...readRunFile(folder), until: { ...known, ...(versus && { versus }), order } });
    return this.stop.aborted;
  }
}

async function goalOf({ within, versus }: UntilOptions, spec: RunSpec): Promise<UntilGoal> {
  if (within !== undefined && versus === undefined) return { within };
  if (versus === undefined || within !== undefined)
    throw new SextantError('bad_argument', 'say either how precise, or better than which run', {
      fix: 'give --until or --until-vs, not both',
    });
  const { benchmark, data } = readRunFile(versus).spec;
  if (benchmark !== spec.benchmark || !isSameData(data, spec.data))
    throw new SextantError('bad_argument', 'that run is about other questions', {
      where: `--until-vs ${versus}`,
      fix: 'name a run of the same benchmark and data',
    });
  const other = await openStored(versus, spec.protocol.id, { answers: false });
  return { versus: new Map(other.units.map((unit) => [unitKey(unit), unit.score])) };
}

/** The rule is about means of unit scores. Whether the headline is one, it shows itself. */
function demandMean(benchmark: Benchmark, { protocol }: RunSpec): void {
  const aggregate = named(benchmark.aggregates, protocol.aggregate, `aggregate of ${benchmark.id}`);
  const units = [1, 1, 0].map((score, n): UnitResult => {
    const id = String(n);
    return { id, epoch: 0, cluster: id, groups: {}, outcome: 'answered', score, extraction: null };
  });
  let headline: Metric | undefined;
  try {
    [headline] = aggregate(units);
  } catch {
    // It needs more of a unit than its score.
  }
  if (headline?.value != null && Math.abs(headline.value - 2 / 3) < 1e-9) return;
  throw new SextantError('bad_argument', `the headline of ${protocol.id} is not the mean of its units’ scores`, {
    where: '--until',
    fix: 'ask all units, or choose another --protocol',
  });
}
