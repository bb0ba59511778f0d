import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { type Database, SCHEMA } from './database.ts';

/** Of our tables. A database of another version is refused. */
const FORMAT = 1;

/** Largest piece of a file that is one row, and the most pieces of a file. */
export const PIECE_BYTES = 1 << 20;
export const MOST_PIECES = 256;
/** Largest row of journal lines. */
const LINES_BYTES = 1 << 26;
/** Before it, everybody could put functions where our statements would meet them. */
const OLDEST_SERVER = 15;

/**
 * What a plan is, what came of it, and who works on it. Lines are only ever added: whoever works may not change them, and of answers
 * there is one for each unit, whoever comes first.
 */
const TABLES = `
create schema ${SCHEMA};
set local search_path = ${SCHEMA}, pg_catalog;
create table format (version int not null);
insert into format values (${FORMAT});
create table plans (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  version text not null,
  run text not null,
  samples int not null,
  epochs int not null,
  round int not null default 1,
  state text not null default 'active' check (state in ('active', 'paused', 'cancelled')),
  created_at timestamptz not null default now()
);
create table plan_ids (
  plan text not null references plans on delete cascade,
  first int not null,
  ids text not null,
  primary key (plan, first)
);
create table limits (
  plan text primary key references plans on delete cascade,
  budget float8,
  not_before timestamptz not null default now()
);
create table slices (
  id bigint generated always as identity primary key,
  plan text not null references plans on delete cascade,
  worker uuid not null,
  usd float8 not null,
  unused float8
);
create table workers (
  id uuid primary key,
  plan text not null references plans on delete cascade,
  host text not null,
  pid int not null check (pid > 0),
  started text not null,
  since timestamptz not null default now() check (since between '2000-01-01' and '9000-01-01'),
  seen timestamptz not null default now() check (seen between '2000-01-01' and '9000-01-01'),
  done int not null default 0,
  failed int not null default 0,
  under_way int not null default 0,
  chunks uuid[] not null default '{}',
  ended text
);
create index on workers (plan);
create table lines (
  worker uuid not null,
  seq int not null,
  plan text not null references plans on delete cascade,
  unit int not null check (unit >= 0),
  epoch int not null check (epoch >= 0),
  round int not null check (round > 0),
  attempt int not null check (attempt >= 0),
  replied boolean not null,
  final boolean not null,
  answer boolean not null check (not answer or (final and replied)),
  at timestamptz not null default now(),
  lines text not null check (octet_length(lines) <= ${LINES_BYTES}),
  primary key (worker, seq)
);
create unique index one_answer on lines (plan, unit, epoch) where answer;
create index by_unit on lines (plan, unit, epoch);
create table blobs (
  plan text not null references plans on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  piece int not null,
  pieces int not null check (piece between 0 and pieces - 1 and pieces <= ${MOST_PIECES}),
  bytes bytea not null check (octet_length(bytes) <= ${PIECE_BYTES}),
  primary key (plan, sha256, piece),
  check (pieces > 1 or encode(sha256(bytes), 'hex') = sha256)
);
alter table blobs alter column bytes set storage external;

create function take_slice(which text, who uuid, want float8) returns bigint
language plpgsql security definer set search_path = ${SCHEMA}, pg_temp as $$
declare
  most float8;
  taken float8;
  slice bigint;
begin
  select budget into most from limits where plan = which for update;
  if most is null or not (want > 0 and want <= most) then return null; end if;
  select coalesce(sum(usd - coalesce(unused, 0)), 0) into taken from slices where plan = which;
  if taken + want > most then return null; end if;
  insert into slices (plan, worker, usd) values (which, who, want) returning id into slice;
  return slice;
end $$;

create function return_slice(which bigint, who uuid, rest float8) returns void
language sql security definer set search_path = ${SCHEMA}, pg_temp as $$
  update slices set unused = least(usd, greatest(0, rest)) where id = which and worker = who and unused is null
$$;

create function keep_silence(which text, ms int) returns void
language sql security definer set search_path = ${SCHEMA}, pg_temp as $$
  update limits set not_before = greatest(not_before, now() + least(greatest(ms, 0), 600000) * interval '1 millisecond')
  where plan = which
$$;
revoke all on function take_slice, return_slice, keep_silence from public;
`;

/**
 * Planners may do everything; workers read, add lines and files, say how they are, and take chunks out of the queue. What the queue
 * knows of itself they may not change: the names of tables there become statements of whoever uses it next.
 */
const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'sextant_planner') then create role sextant_planner login; end if;
  if not exists (select from pg_roles where rolname = 'sextant_worker') then create role sextant_worker login; end if;
end $$;
grant usage on schema ${SCHEMA}, sextant_queue to sextant_planner, sextant_worker;
grant create on schema sextant_queue to sextant_planner;
grant select, insert, update, delete on all tables in schema ${SCHEMA}, sextant_queue to sextant_planner;
grant usage on all sequences in schema ${SCHEMA}, sextant_queue to sextant_planner;
grant execute on all functions in schema ${SCHEMA}, sextant_queue to sextant_planner;
grant select on all tables in schema ${SCHEMA} to sextant_worker;
revoke select on ${SCHEMA}.slices from sextant_worker;
grant insert on ${SCHEMA}.lines, ${SCHEMA}.blobs, ${SCHEMA}.workers to sextant_worker;
grant update on ${SCHEMA}.workers to sextant_worker;
grant execute on all functions in schema ${SCHEMA} to sextant_worker;
revoke all on all tables in schema sextant_queue from sextant_worker;
grant select on all tables in schema sextant_queue to sextant_worker;
grant insert, update, delete on sextant_queue.job, sextant_queue.job_common to sextant_worker;
grant delete on sextant_queue.job_dependency to sextant_worker;
grant update (monitor_claim_on, monitor_on, maintain_on, deferred_count, queued_count, ready_count, active_count, failed_count,
  total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, singletons_active)
  on sextant_queue.queue to sextant_worker;
grant usage on all sequences in schema sextant_queue to sextant_worker;
`;

/** Prepares a database, once, by a user who may create schemas and roles. Again: only what is missing. */
export async function initFleet(db: Database): Promise<void> {
  const [found] = await db.query(
    z.object({ ours: z.boolean(), queue: z.boolean(), open: z.boolean(), server: z.int() }),
    `select to_regclass('${SCHEMA}.format') is not null as ours, to_regclass('sextant_queue.version') is not null as queue,
       coalesce(has_schema_privilege('public', to_regnamespace('public')::oid, 'create'), false) as open,
       current_setting('server_version_num')::int / 10000 as server`,
  );
  if (found && found.server < OLDEST_SERVER)
    throw new SextantError('database', `this is PostgreSQL ${found.server}; a fleet needs ${OLDEST_SERVER} or newer`, {
      where: db.address.shown,
    });
  if (found?.open)
    throw new SextantError('database', 'everybody may create functions in the schema public of this database', {
      where: db.address.shown,
      fix: 'revoke create on schema public from public, as PostgreSQL 15 does by itself in new databases',
    });
  if (!found?.queue) {
    const { getConstructionPlans } = await import('pg-boss');
    await db.script(getConstructionPlans('sextant_queue'));
  }
  if (!found?.ours) await db.script(`begin;${TABLES}commit;`);
  await db.script(`begin;${ROLES}commit;`);
  await demandFormat(db);
}

/** Throws where the tables are of another version, or there are none. */
export async function demandFormat(db: Database): Promise<void> {
  const [row] = await db.query(z.object({ version: z.int() }), `select version from ${SCHEMA}.format`);
  if (row?.version === FORMAT) return;
  throw new SextantError('database', `the tables are of format ${row?.version ?? 'none'}, this Sextant has ${FORMAT}`, {
    where: db.address.shown,
    fix: 'use the same version of Sextant everywhere, or another database',
  });
}
