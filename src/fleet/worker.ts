import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type AttemptEvent, SextantError } from '../contracts/index.ts';
import {
  Budget,
  chosenSamples,
  keptFiles,
  type Launched,
  type LaunchOptions,
  noHistory,
  type RunEnd,
  runPart,
  type Unit,
  withLaunch,
} from '../engine/index.ts';
import type { Env } from '../host/index.ts';
import { Blobs } from '../store/index.ts';
import { plural } from '../util/index.ts';
import { Chunks } from './chunks.ts';
import { Database, SCHEMA } from './database.ts';
import { DEATHS, Feed } from './feed.ts';
import { databaseFiles, folderFiles } from './file-store.ts';
import { BEAT_MS, Heartbeat, type WorkerReport } from './heartbeat.ts';
import { DatabaseLedger, type PlanPosition } from './ledger.ts';
import { demandPlan, fleetSpec, type Plan } from './plan.ts';
import { demandFormat } from './schema.ts';
import { SharedPurse } from './shared-purse.ts';
import { isWhole } from './status.ts';

/** A 429 that does not say how long: so long all workers are quiet. */
const QUIET_MS = 1000;
/** While the fleet is paused, nothing is sent until the next sign of life, or the one after it. */
const PAUSED_MS = 2 * BEAT_MS;

export interface WorkerOptions {
  /** What it runs: the same as on the machine that planned. Nothing of it comes from the database. */
  launch: LaunchOptions;
  url: string;
  env: Env;
  /** A folder that all share, for files; otherwise they go into the database. */
  files?: string;
  /** Told once, when a plan was found. */
  begun?(plan: Plan): void;
  progress?(standing: WorkerReport): void;
}

/** How a worker ended; `cancelled` when somebody gave the plan up. */
export type WorkerEnd = Pick<WorkerReport, 'done' | 'failed'> & { end: RunEnd | 'cancelled' };

/** Takes chunks of a plan out of a database and works on them until nothing is left. */
export async function work(opts: WorkerOptions): Promise<WorkerEnd> {
  const scratch = mkdtempSync(join(tmpdir(), 'sextant-worker-'));
  const { listener = {}, abort } = opts.launch;
  const db = await Database.open(opts.url, {
    env: opts.env,
    ...(abort && { abort }),
    onTrouble: (text) => listener.warning?.(text),
  });
  let worker: Worker | undefined;
  try {
    await demandFormat(db);
    await db.boss.start();
    const onSilence = (ms: number) => worker?.tellSilence(ms);
    return await withLaunch(
      { ...opts.launch, out: join(scratch, 'run'), scratch: true, onSilence },
      async (launched) => {
        const plan = await demandPlan(db, fleetSpec(launched.run.spec));
        opts.begun?.(plan);
        worker = new Worker(opts, { db, plan, launched });
        return worker.run();
      },
    );
  } finally {
    await db.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

class Worker {
  readonly #opts: WorkerOptions;
  readonly #db: Database;
  readonly #plan: Plan;
  readonly #launched: Launched;
  readonly #id = crypto.randomUUID();
  readonly #halt = new AbortController();
  #state: 'active' | 'paused' | 'cancelled' = 'active';
  #done = 0;
  #failed = 0;
  #failure: unknown;

  constructor(opts: WorkerOptions, { db, plan, launched }: { db: Database; plan: Plan; launched: Launched }) {
    this.#opts = opts;
    this.#db = db;
    this.#plan = plan;
    this.#launched = launched;
  }

  async run(): Promise<WorkerEnd> {
    const { run } = this.#launched;
    const plan = this.#plan;
    const db = this.#db;
    const acts = run.spec.protocol.act !== undefined;
    const { chosen } = await chosenSamples(run.dataset, { spec: run.spec });
    const sizeOf = (samples: number, epochs: number) => `${plural(samples, 'sample')}, ${plural(epochs, 'epoch')}`;
    const [there, here] = [sizeOf(plan.samples, plan.epochs), sizeOf(chosen.length, run.spec.epochs)];
    if (there !== here) throw new SextantError('spec_differs', `the plan has ${there}; here are ${here}`);
    const chunks = new Chunks(db, plan.id);
    const blobs = run.blobs ?? new Blobs(run.folder);
    const history = noHistory();
    const feed: Feed = new Feed({
      db,
      chunks,
      plan,
      chosen,
      history,
      dataset: run.dataset,
      low: () => (acts ? 1 : run.gate.limit),
      isOpen: () => this.#state === 'active',
      changed: () => heartbeat.beat(),
      idle: () => heartbeat.lookForLost(),
      isWhole: () => isWhole(db, plan),
      deserted: () =>
        this.#opts.launch.listener?.warning?.(
          'the queue is empty, but not every unit has an end: run the same `sextant run … --fleet` again, which fills it',
        ),
      condemn: (unit, deaths) =>
        this.#condemn(unit, deaths, ledger, history.open.get(`${unit.epoch}:${unit.id}`)?.attempts),
    });
    const heartbeat = new Heartbeat({
      db,
      chunks,
      plan: plan.id,
      worker: this.#id,
      standing: () => this.#standing(feed),
      heed: ({ state, silenceMs }) => {
        this.#state = state;
        if (state === 'cancelled') this.#halt.abort();
        run.gate.keepSilence(state === 'paused' ? Math.max(silenceMs, PAUSED_MS) : silenceMs);
        this.#opts.progress?.(this.#standing(feed));
      },
    });
    const { files } = this.#opts;
    const ledger = new DatabaseLedger({
      db,
      plan: plan.id,
      worker: this.#id,
      files: files === undefined ? databaseFiles(db, plan.id, blobs) : folderFiles(files, blobs),
      placesOf: (unit) => feed.placesOf(unit),
      finished: (place) => feed.finished(place),
    });
    const purse = await this.#openPurse();
    await heartbeat.beat();
    heartbeat.begin((error) => {
      this.#failure ??= error;
      this.#halt.abort();
    });
    let end: RunEnd | undefined;
    try {
      end = await runPart(this.#part(), {
        ledger,
        history,
        units: plan.samples * plan.epochs,
        ...(purse && { purse }),
        feed: (stop) => feed.units(stop),
        ahead: acts ? 1 : 8,
      });
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      await heartbeat.end();
      // Whoever could not write cannot say goodbye either; the others will find out.
      await this.#leave({ feed, heartbeat, purse, end }).catch((error: unknown) => {
        if (end !== undefined) throw error;
      });
    }
    const isCancelled = this.#state === 'cancelled';
    return { end: isCancelled ? 'cancelled' : end, done: this.#done, failed: this.#failed };
  }

  /** A server wants silence of everybody. */
  tellSilence(ms: number): void {
    const told = this.#db.run(`select ${SCHEMA}.keep_silence($1, $2)`, [this.#plan.id, Math.ceil(ms)]);
    told.catch((error: unknown) => {
      this.#failure ??= error;
      this.#halt.abort();
    });
  }

  /** The run, with our own ears and an address in every reply. */
  #part(): Launched['run'] {
    const { run } = this.#launched;
    const { baseUrl } = run.spec.model.settings;
    const { listener = {} } = run;
    return {
      ...run,
      spec: fleetSpec(run.spec),
      stop: AbortSignal.any([run.stop, this.#halt.signal]),
      respond: async (...asked) => {
        const responded = await run.respond(...asked);
        const { reply } = responded;
        if (typeof baseUrl !== 'string' || !reply || reply.endpoint !== undefined) return responded;
        return { ...responded, reply: { ...reply, endpoint: baseUrl } };
      },
      listener: {
        ...(listener.warning && { warning: listener.warning }),
        ...(listener.halting && { halting: listener.halting }),
        attempt: (attempt) => this.#count(attempt),
      },
    };
  }

  #count({ final, reply, error }: AttemptEvent): void {
    if (final && reply) this.#done += 1;
    if (final && error) this.#failed += 1;
    if (error?.kind === 'rate_limited') this.tellSilence(QUIET_MS);
  }

  #standing(feed: Feed): WorkerReport {
    return { done: this.#done, failed: this.#failed, underWay: this.#launched.run.gate.inFlight, chunks: feed.ids };
  }

  /** A database may say what it wants: a worker's own limit holds, too. */
  async #openPurse(): Promise<Budget | SharedPurse | undefined> {
    const [limit] = await this.#db.query(
      z.object({ budget: z.number().nullable() }),
      `select budget from ${SCHEMA}.limits where plan = $1`,
      [this.#plan.id],
    );
    const { budget: own, price } = this.#launched.run;
    if (limit?.budget == null) return own === undefined ? undefined : new Budget(own, price);
    return new SharedPurse(this.#db, { plan: this.#plan.id, price, own });
  }

  /** A unit that several workers were lost on. If even looking at its question ends us, the next one only says so. */
  async #condemn(unit: Unit & PlanPosition, deaths: number, ledger: DatabaseLedger, attempts = 0): Promise<void> {
    const { run } = this.#launched;
    const message = `${deaths} workers were lost while they worked on it, the last of them on nothing else`;
    const at = run.clock.date();
    if ((deaths - DEATHS) % 2 === 0) {
      const question = { event: 'sample', sample: await run.dataset.sample(unit.index) } as const;
      for (const ref of keptFiles(question, run.benchmark)) run.blobs?.putRef(ref, await run.dataset.bytes(ref));
      ledger.hold(question);
      const kind = run.spec.protocol.act === 'policy' ? 'simulation' : 'worker_lost';
      const { id, epoch } = unit;
      const tried = { attempt: attempts + 1, at, ms: 0, final: true, error: { kind, message } };
      ledger.append({ event: 'attempt', unit: id, epoch, ...tried });
      this.#failed += 1;
    } else ledger.append({ event: 'problem', unit: unit.id, at, message });
    await ledger.stored();
  }

  async #leave({
    feed,
    heartbeat,
    purse,
    end,
  }: {
    feed: Feed;
    heartbeat: Heartbeat;
    purse: Budget | SharedPurse | undefined;
    end: RunEnd | undefined;
  }): Promise<void> {
    if (this.#state !== 'cancelled') await feed.giveBack();
    if (purse instanceof SharedPurse) await purse.close();
    await heartbeat.beat(end ?? 'failed');
  }
}
