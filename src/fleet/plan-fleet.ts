import { type LaunchOptions, type RunEnd, withLaunch } from '../engine/index.ts';
import type { Env } from '../host/index.ts';
import { wait } from '../util/index.ts';
import { Chunks } from './chunks.ts';
import { Database } from './database.ts';
import { completeQueue, makePlan, type Plan } from './plan.ts';
import { demandFree, type Pulled, pullRun } from './pull.ts';
import { demandFormat } from './schema.ts';
import { type FleetStatus, statusOf } from './status.ts';

/** How often a fleet is looked at. */
const LOOK_MS = 1000;

export interface FleetRunOptions {
  launch: LaunchOptions;
  url: string;
  env: Env;
  /** Where workers put their files, if not into the database. */
  files?: string;
  planned?(plan: Plan, chunks: number): void;
  progress?(status: FleetStatus): void;
}

export interface FleetRunEnd {
  end: RunEnd | 'cancelled';
  plan: Plan;
  folder: string;
  pulled?: Pulled;
}

/** Plans a run for workers elsewhere, watches until nothing is left, and writes its folder. */
export async function runOnFleet(opts: FleetRunOptions): Promise<FleetRunEnd> {
  const { listener = {}, abort, stop } = opts.launch;
  const db = await Database.open(opts.url, {
    env: opts.env,
    ...(abort && { abort }),
    onTrouble: (text) => listener.warning?.(text),
  });
  try {
    await demandFormat(db);
    await db.boss.start();
    // The benchmark is not needed to watch: only to plan.
    const { plan, chunks, folder } = await withLaunch(opts.launch, async (launched) => {
      const { folder } = launched.run;
      demandFree(folder);
      return { ...(await makePlan(db, launched)), folder };
    });
    opts.planned?.(plan, chunks);
    const end = await watch(db, plan, opts, stop);
    if (end !== 'done') return { end, plan, folder };
    const pulled = await pullRun(db, { plan, out: folder, ...(opts.files !== undefined && { files: opts.files }) });
    return { end, plan, folder, pulled };
  } finally {
    await db.close();
  }
}

async function watch(
  db: Database,
  plan: Plan,
  { progress }: FleetRunOptions,
  stop: AbortSignal = new AbortController().signal,
): Promise<'done' | 'stopped' | 'cancelled'> {
  const chunks = new Chunks(db, plan.id);
  for (;;) {
    const begun = performance.now();
    await chunks.supervise();
    const status = await statusOf(db, plan.id);
    progress?.(status);
    const { units, answered, failed, chunks: left } = status;
    if (status.plan.state === 'cancelled') return 'cancelled';
    if (answered + failed >= units) {
      // What may be left in it has an end already, or is nothing that we put there: no worker need wait for it.
      await chunks.drop();
      return 'done';
    }
    if (left.waiting + left.taken === 0) await completeQueue(db, plan, units);
    // Counting a million rows takes its time: it must not become all that the database does.
    if (!(await wait(Math.max(LOOK_MS, 10 * (performance.now() - begun)), stop))) return 'stopped';
  }
}
