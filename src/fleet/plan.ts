import { z } from 'zod';
import { type Dataset, RunFile, type RunSpec, SextantError } from '../contracts/index.ts';
import { Budget, chosenSamples, differingFields, type Launched, specHash, versions } from '../engine/index.ts';
import { at } from '../util/index.ts';
import { type Chunk, Chunks, openRanges } from './chunks.ts';
import { type Database, SCHEMA } from './database.ts';

/** What a fleet works on. */
export interface Plan {
  /** Hash of the run's spec. */
  id: string;
  version: string;
  samples: number;
  epochs: number;
  round: number;
  state: 'active' | 'paused' | 'cancelled';
  createdAt: string;
}

const PlanRow = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.string(),
  samples: z.int().nonnegative(),
  epochs: z.int().positive(),
  round: z.int().positive(),
  state: z.enum(['active', 'paused', 'cancelled']),
  createdAt: z.string(),
});
const COLUMNS = `id, version, samples, epochs, round, state,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

/** How many ids are one row. */
const IDS_AT_ONCE = 1000;
/** Units of a chunk: fewer where each takes long. */
const FEWEST = 10;
const MOST = { questions: 100, clips: 25, episodes: 10 };
/** Even a small run is divided into so many, so that nobody waits for the last one long. */
const CHUNKS = 32;

/** A run as all its workers have it: where each of them asks does not make it another one. */
export function fleetSpec(spec: RunSpec): RunSpec {
  const { baseUrl, ...shared } = spec.model.settings;
  if (baseUrl === undefined) return spec;
  return { ...spec, model: { ...spec.model, settings: { ...shared, replicas: true } } };
}

export async function plansOf(db: Database): Promise<Plan[]> {
  return db.query(PlanRow, `select ${COLUMNS} from ${SCHEMA}.plans order by created_at, id`);
}

async function findPlan(db: Database, id: string): Promise<Plan | undefined> {
  const [plan] = await db.query(PlanRow, `select ${COLUMNS} from ${SCHEMA}.plans where id = $1`, [id]);
  return plan;
}

/** The plan whose id begins so; the only one where nothing is said. */
export async function choosePlan(db: Database, beginning = ''): Promise<Plan> {
  const plans = await plansOf(db);
  const [plan, ...others] = plans.filter(({ id }) => id.startsWith(beginning));
  if (plan && others.length === 0) return plan;
  const known = plans.map(({ id }) => id.slice(0, 8)).join(', ') || 'none';
  throw new SextantError('bad_argument', plan ? 'there are several plans' : 'there is no such plan', {
    where: '--plan',
    fix: `name one of ${known}; \`sextant fleet status\` shows them`,
  });
}

/** What the plan is about, as whoever made it wrote it down. */
export async function planRun(db: Database, { id, samples, epochs }: Plan): Promise<RunFile> {
  const [row] = await db.query(z.object({ run: z.string() }), `select run from ${SCHEMA}.plans where id = $1`, [id]);
  const run = runFileIn(row?.run ?? '');
  const isWhole = run?.spec.epochs === epochs && run.units === samples * epochs;
  if (isWhole && specHash(run.spec) === id) return run;
  throw new SextantError('database', 'the plan is not what its hash says', { where: db.address.shown });
}

function runFileIn(text: string): RunFile | undefined {
  try {
    return RunFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The plan of this run, for whoever is to work on it. Throws where there is none, and where this Sextant is not the one that made
 * it: both values are named.
 */
export async function demandPlan(db: Database, spec: RunSpec): Promise<Plan> {
  const plan = await findPlan(db, specHash(spec));
  if (plan) {
    demandVersion(plan);
    return plan;
  }
  const others = await db.query(
    z.object({ run: z.string() }),
    `select run from ${SCHEMA}.plans where octet_length(run) < 1000000 order by created_at desc limit 20`,
  );
  const differences = others
    .flatMap(({ run }) => runFileIn(run) ?? [])
    .map((run) => differingFields(run.spec, spec))
    .sort((a, b) => a.length - b.length)
    .at(0);
  if (!differences)
    throw new SextantError('bad_argument', 'nothing is planned in this database', {
      where: db.address.shown,
      fix: 'plan it with `sextant run … --fleet`',
    });
  const lines = differences.map(({ field, a, b }) => `${field}: ${a ?? '(none)'} in the plan, ${b ?? '(none)'} here`);
  throw new SextantError('spec_differs', `another run is planned:\n  ${lines.join('\n  ')}`, {
    where: db.address.shown,
    fix: 'use the same command, data and modules as whoever planned it',
  });
}

function demandVersion({ version }: Plan): void {
  if (version === versions.sextant) return;
  throw new SextantError('spec_differs', `the plan was made by Sextant ${version}, this is ${versions.sextant}`, {
    fix: 'use the same version everywhere',
  });
}

export interface PlannedFleet {
  plan: Plan;
  /** Chunks that were put into the queue. */
  chunks: number;
}

/** Plans a run, or goes on with it: what has no answer yet is put into the queue, unless a part of it still is there. */
export async function makePlan(db: Database, { run }: Pick<Launched, 'run'>): Promise<PlannedFleet> {
  const { dataset, budget, price, clock } = run;
  // Workers would find out that it cannot be kept: say so now.
  if (budget !== undefined) new Budget(budget, price);
  const spec = fleetSpec(run.spec);
  const { chosen } = await chosenSamples(dataset, { spec });
  const id = specHash(spec);
  const units = chosen.length * spec.epochs;
  const file: RunFile = { format: 'sextant-run-1', spec, createdAt: clock.date(), versions, price, units };
  return db.alone(async () => {
    const before = await findPlan(db, id);
    if (before) demandVersion(before);
    await storePlan(db, { id, file, dataset, chosen });
    await db.run(
      `insert into ${SCHEMA}.limits (plan, budget) values ($1, $2) on conflict (plan) do update set budget = coalesce(excluded.budget, limits.budget)`,
      [id, budget ?? null],
    );
    const chunks = new Chunks(db, id);
    await chunks.create();
    const left = await chunks.left();
    const isOver = left.waiting + left.taken === 0;
    // Whoever only wants to watch again must not undo a pause; before its queue was filled, a plan is paused by itself.
    await db.run(
      `update ${SCHEMA}.plans set state = case when state = 'paused' and not $3 then state else 'active' end, round = round + $2
     where id = $1`,
      [id, before && isOver ? 1 : 0, isOver],
    );
    const plan = await findPlan(db, id);
    if (!plan) throw new SextantError('database', 'the plan is gone', { where: db.address.shown });
    if (!isOver) return { plan, chunks: 0 };
    return { plan, chunks: await fillQueue(db, plan, units, await chunkSize(run, units)) };
  });
}

/** Whoever planned was stopped before all of it was in the queue: does the rest, unless somebody else has just done it. */
export async function completeQueue(db: Database, plan: Plan, units: number): Promise<void> {
  await db.alone(async () => {
    const { waiting, taken } = await new Chunks(db, plan.id).left();
    if (waiting + taken === 0) await fillQueue(db, plan, units);
  });
}

/** Puts all units without an answer into the queue. @returns in how many chunks */
async function fillQueue(db: Database, plan: Plan, units: number, size = FEWEST): Promise<number> {
  const chunks = new Chunks(db, plan.id);
  let count = 0;
  let some: Chunk[] = [];
  for await (const range of openRanges(db, { ...plan, units }, size)) {
    some.push({ ...range, round: plan.round, deaths: 0 });
    if (some.length < 1000) continue;
    count += await chunks.put(some);
    some = [];
  }
  return count + (await chunks.put(some));
}

/** What was broken off before is completed. */
async function storePlan(
  db: Database,
  { id, file, dataset, chosen }: { id: string; file: RunFile; dataset: Dataset; chosen: readonly number[] },
): Promise<void> {
  await db.run(
    `insert into ${SCHEMA}.plans (id, version, run, samples, epochs, state) values ($1, $2, $3, $4, $5, 'paused')
     on conflict do nothing`,
    [id, versions.sextant, JSON.stringify(file), chosen.length, file.spec.epochs],
  );
  const [stored] = await db.query(
    z.object({ count: z.int() }),
    `select count(*)::int as count from ${SCHEMA}.plan_ids where plan = $1`,
    [id],
  );
  if (stored?.count === Math.ceil(chosen.length / IDS_AT_ONCE)) return;
  for (let first = 0; first < chosen.length; first += IDS_AT_ONCE) {
    const ids = chosen.slice(first, first + IDS_AT_ONCE).map((index) => at(dataset.ids, index));
    await db.run(`insert into ${SCHEMA}.plan_ids (plan, first, ids) values ($1, $2, $3) on conflict do nothing`, [
      id,
      first,
      JSON.stringify(ids),
    ]);
  }
}

/** By what a unit is expected to take: an episode takes long, a clip longer than a question. */
async function chunkSize({ spec, dataset }: Launched['run'], units: number): Promise<number> {
  const sample = dataset.ids.length > 0 ? await dataset.sample(0).catch(() => undefined) : undefined;
  const hasClip = sample?.media.some(({ type }) => type.startsWith('video/'));
  const most = spec.protocol.act ? MOST.episodes : hasClip ? MOST.clips : MOST.questions;
  return Math.max(FEWEST, Math.min(most, Math.ceil(units / CHUNKS)));
}
