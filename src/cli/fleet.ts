import { Command } from 'commander';
import { openStored } from '../engine/index.ts';
import {
  choosePlan,
  Database,
  demandFormat,
  type FleetStatus,
  initFleet,
  plansOf,
  pullRun,
  setState,
  statusOf,
} from '../fleet/index.ts';
import { oneLine } from '../report/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { takesModules } from './use.ts';
import { verb } from './verb.ts';

interface Flags {
  plan?: string;
  out: string;
  files?: string;
  partial?: true;
  json?: true;
}

const URL_HELP = 'the database: postgres://user@host:port/database';

export function fleetVerb(): Command {
  return new Command('fleet')
    .description(abouts.fleet.about)
    .addCommand(
      on(
        'init',
        'Creates the tables, the queue and two roles, sextant_planner and sextant_worker. Run it once, as a user who may create schemas and roles.',
        async (db, { json }) => {
          await initFleet(db);
          if (json) printJson({ event: 'ready', roles: ['sextant_planner', 'sextant_worker'] });
          say('ready; the roles sextant_planner and sextant_worker have no password yet: alter role … password …');
        },
      ),
    )
    .addCommand(
      on('status', 'What is planned, how far it is, and how each worker does.', async (db, { plan, json }) => {
        const plans = plan === undefined ? await plansOf(db) : [await choosePlan(db, plan)];
        if (plans.length === 0) say('nothing is planned in this database');
        for (const { id } of plans) {
          const status = await statusOf(db, id);
          if (json) printJson({ event: 'status', ...statusJson(status) });
          else process.stdout.write(`${statusText(status)}\n`);
        }
      }),
    )
    .addCommand(order('pause', 'Hands out nothing more until `resume`; what is under way is finished.', 'paused'))
    .addCommand(order('resume', 'Goes on after `pause`.', 'active'))
    .addCommand(
      order('cancel', 'Gives a plan up: its workers end. What was answered can still be pulled.', 'cancelled'),
    )
    .addCommand(
      takesModules(
        on('pull', 'Writes what a fleet has done as an ordinary run folder, and scores it.', async (db, flags) => {
          const { plan, out, files, partial, json } = flags;
          const chosen = await choosePlan(db, plan);
          const pulled = await pullRun(db, {
            plan: chosen,
            out,
            partial: partial === true,
            ...(files !== undefined && { files }),
          });
          for (const problem of pulled.problems) say(`warning: ${problem}`);
          const scored = await openStored(out);
          const { summary } = scored;
          if (json) printJson({ event: 'pulled', run: out, units: pulled.units, problems: pulled.problems, summary });
          else printTables(tablesOf([scored]));
          say(`${plural(pulled.units, 'unit')}\nrun folder: ${out}\ndigest: ${summary.digest}`);
        })
          .requiredOption('--out <dir>', 'the run’s folder')
          .option('--files <dir>', 'the folder where workers put their files, if not into the database')
          .option('--partial', 'pull also where units have no end yet'),
      ),
    );
}

/** A verb that does something in a database. */
function on(name: string, about: string, act: (db: Database, flags: Flags) => Promise<void>): Command {
  const extra = name === 'pull' ? ' --out runs/whole' : '';
  return verb(name, about, [`sextant fleet ${name} postgres://sextant_planner@db.lab/fleet${extra}`])
    .argument('<url>', URL_HELP)
    .option('--plan <id>', 'the plan, by the beginning of its id; not needed if there is only one')
    .action(async (url: string, flags: Flags) => {
      const db = await Database.open(url, { env: process.env, abort: AbortSignal.abort() });
      try {
        if (name !== 'init') {
          await demandFormat(db);
          await db.boss.start();
        }
        await act(db, flags);
      } finally {
        await db.close();
      }
    });
}

function order(name: string, about: string, state: 'active' | 'paused' | 'cancelled'): Command {
  return on(name, about, async (db, { plan, json }) => {
    const chosen = await choosePlan(db, plan);
    await setState(db, chosen, state);
    if (json) printJson({ event: state, plan: chosen.id });
    say(`plan ${chosen.id.slice(0, 8)} is ${state}`);
  });
}

function statusJson({ plan, spec, ...rest }: FleetStatus) {
  const { id, state, round, version } = plan;
  return { plan: id, state, round, version, benchmark: spec.benchmark, model: spec.model.id, ...rest };
}

function statusText({ plan, spec, units, answered, failed, chunks, workers }: FleetStatus): string {
  const errors = failed > 0 ? `, ${plural(failed, 'error')}` : '';
  const head = `plan ${plan.id.slice(0, 8)} · ${spec.benchmark} · ${spec.model.id} · ${plan.state}: ${count(answered)} of ${plural(units, 'unit')} answered${errors}; ${plural(chunks.waiting, 'chunk')} wait, ${chunks.taken} are at work`;
  const lines = workers.map(({ id, host, pid, state, done, failed, underWay, perSecond, silentSeconds }) => {
    const silent = state === 'silent' ? ` for ${Math.round(silentSeconds)} s` : '';
    // A worker says itself where it is and how it ended.
    return `  ${id.slice(0, 8)}  ${oneLine(host)} ${pid}  ${oneLine(state)}${silent}  ${count(done)} answered, ${plural(failed, 'error')}, ${perSecond.toFixed(1)}/s, ${underWay} under way`;
  });
  return [head, ...lines].join('\n');
}
