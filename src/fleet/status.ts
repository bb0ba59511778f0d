import { z } from 'zod';
import { type RunSpec, SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { Chunks } from './chunks.ts';
import { type Database, SCHEMA } from './database.ts';
import { choosePlan, type Plan, planRun } from './plan.ts';

/** One worker, as others see it. */
export interface WorkerStatus {
  id: string;
  host: string;
  pid: number;
  /** `slow`: less than half as fast as most; `silent`: no sign of life; otherwise how it ended. */
  state: string;
  done: number;
  failed: number;
  underWay: number;
  perSecond: number;
  /** Since its last sign of life. */
  silentSeconds: number;
}

/** Where a plan stands. */
export interface FleetStatus {
  plan: Plan;
  spec: RunSpec;
  units: number;
  answered: number;
  /** Units that ended in errors, or whose data are wrong, in this round. */
  failed: number;
  chunks: { waiting: number; taken: number };
  workers: WorkerStatus[];
}

/** Longer than a slow network takes, shorter than the queue waits. */
const SILENT_SECONDS = 10;

export async function statusOf(db: Database, id: string): Promise<FleetStatus> {
  const plan = await choosePlan(db, id);
  const { spec, units } = await planRun(db, plan);
  return { plan, spec, units, ...(await progressOf(db, plan)), workers: await workersOf(db, plan.id) };
}

/** How many units have an end, and how many chunks are left. */
async function progressOf(db: Database, plan: Plan): Promise<Pick<FleetStatus, 'answered' | 'failed' | 'chunks'>> {
  const chunks = await new Chunks(db, plan.id).left();
  const [row] = await db.query(
    z.object({ answered: z.int(), failed: z.int() }),
    `select (select count(*)::int from ${SCHEMA}.lines where plan = $1 and answer
         and unit < $2 and epoch < $3) as answered,
       (select count(distinct (unit, epoch))::int from ${SCHEMA}.lines as failed
        where plan = $1 and final and not answer and unit < $2 and epoch < $3
          and round = (select round from ${SCHEMA}.plans where id = $1) and not exists (
          select from ${SCHEMA}.lines as answered where plan = $1 and answer
            and answered.unit = failed.unit and answered.epoch = failed.epoch)) as failed`,
    [plan.id, plan.samples, plan.epochs],
  );
  return { answered: 0, failed: 0, ...row, chunks };
}

/** Whether every unit has an end in this round. */
export async function isWhole(db: Database, plan: Plan): Promise<boolean> {
  const { answered, failed } = await progressOf(db, plan);
  return answered + failed >= plan.samples * plan.epochs;
}

const WorkerRow = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  done: z.int(),
  failed: z.int(),
  underWay: z.int(),
  ended: z.string().nullable(),
  seconds: z.number(),
  silentSeconds: z.number(),
});

async function workersOf(db: Database, plan: string): Promise<WorkerStatus[]> {
  const rows = await db.query(
    WorkerRow,
    `select id, host, pid, done, failed, under_way as "underWay", ended,
       extract(epoch from seen - since)::float8 as seconds, extract(epoch from now() - seen)::float8 as "silentSeconds"
     from ${SCHEMA}.workers where plan = $1 order by since, id`,
    [plan],
  );
  const speed = ({ done, failed, seconds }: z.infer<typeof WorkerRow>) => (done + failed) / Math.max(1, seconds);
  const isAtWork = ({ ended, silentSeconds }: z.infer<typeof WorkerRow>) =>
    ended === null && silentSeconds < SILENT_SECONDS;
  const speeds = rows
    .filter(isAtWork)
    .map(speed)
    .sort((a, b) => a - b);
  const usual = speeds.length === 0 ? 0 : at(speeds, Math.floor(speeds.length / 2));
  return rows.map((row) => {
    const { seconds, ended, ...known } = row;
    const pace = speed(row) < usual / 2 && seconds > 5 ? 'slow' : 'working';
    return { ...known, perSecond: speed(row), state: ended ?? (isAtWork(row) ? pace : 'silent') };
  });
}

/** What people may tell a plan. One that was given up has nothing in the queue to go on with. */
export async function setState(db: Database, { id }: Plan, state: Plan['state']): Promise<void> {
  const changed = await db.query(
    z.object({ id: z.string() }),
    `update ${SCHEMA}.plans set state = $2 where id = $1 and (state <> 'cancelled' or $2 = 'cancelled') returning id`,
    [id, state],
  );
  if (changed.length === 0)
    throw new SextantError('bad_argument', 'this plan was given up', {
      where: id.slice(0, 8),
      fix: 'plan it again with `sextant run … --fleet`: its answers are kept',
    });
  if (state === 'cancelled') await new Chunks(db, id).drop();
}
