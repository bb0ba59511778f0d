import { SextantError } from '../contracts/index.ts';
import { openStored, type ScoredRun } from '../engine/index.ts';
import { type FleetStatus, runOnFleet } from '../fleet/index.ts';
import { count, plural } from '../util/index.ts';
import { watchInterrupts } from './interrupt.ts';
import { type LaunchFlags, launchOptions } from './launch-options.ts';
import { COMMAND, printJson, say } from './output.ts';
import { openProgress, printTables, tablesOf } from './show.ts';

/** `run … --fleet`: plans, watches, and writes the run's folder. */
export async function fleetRun(
  benchmark: string,
  flags: LaunchFlags & { fleet: string },
): Promise<{ stopped: boolean; scored?: ScoredRun }> {
  demandNo(flags, ['shard', 'until', 'untilVs', 'cache', 'keepMedia', 'film']);
  const options = await launchOptions(benchmark, flags);
  const progress = openProgress();
  const interrupts = watchInterrupts('nothing: the fleet continues without us');
  const json = flags.json === true;
  try {
    const { end, plan, folder, pulled } = await runOnFleet({
      launch: { ...options, ...interrupts, listener: { warning: (text) => progress.message(`warning: ${text}`) } },
      url: flags.fleet,
      env: process.env,
      ...(flags.files !== undefined && { files: flags.files }),
      planned: ({ id, samples, epochs }, chunks) => {
        const units = samples * epochs;
        if (json) printJson({ event: 'planned', plan: id, units, chunks });
        progress.message(
          `plan ${id.slice(0, 8)}: ${plural(units, 'unit')}, ${plural(chunks, 'new chunk')}; on any machine:\n  ${COMMAND} worker ${workerUrl(flags.fleet)} ${benchmark} ${flags.policy === undefined ? `--model ${flags.model}` : `--policy ${flags.policy}`} …`,
        );
      },
      progress: (status) => progress.update({ done: status.answered, total: status.units, note: noteOf(status) }),
    });
    progress.done();
    if (!pulled) {
      const resume =
        end === 'cancelled' ? 'the plan was given up' : 'the fleet continues; run the same command again to watch it';
      if (json) printJson({ event: 'stopped', plan: plan.id, reason: end, resume });
      say(`${end}: ${resume}`);
      process.exitCode = 130;
      return { stopped: true };
    }
    for (const problem of pulled.problems) say(`warning: ${problem}`);
    const scored = await openStored(folder);
    if (json)
      printJson({ event: 'done', run: folder, plan: plan.id, problems: pulled.problems, summary: scored.summary });
    else printTables(tablesOf([scored], { breakdowns: flags.breakdowns === true }));
    say(`run folder: ${folder}\ndigest: ${scored.summary.digest}`);
    return { stopped: false, scored };
  } finally {
    progress.done();
    interrupts.release();
  }
}

/** Who plans may do more than who works. */
function workerUrl(url: string): string {
  return url.replace('//sextant_planner@', '//sextant_worker@');
}

function demandNo(flags: LaunchFlags, names: readonly (keyof LaunchFlags)[]): void {
  const given = names.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const option = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new SextantError('bad_argument', `${option} does not go with --fleet`, { fix: 'leave one of the two out' });
}

function noteOf({ workers, failed, chunks, plan }: FleetStatus): string {
  const states = Map.groupBy(workers, ({ state }) => state);
  const number = (state: string) => states.get(state)?.length ?? 0;
  const known = (['working', 'slow', 'silent'] as const).flatMap((state) =>
    number(state) > 0 ? `${number(state)} ${state}` : [],
  );
  return [
    ...(plan.state === 'active' ? [] : [plan.state]),
    `workers: ${known.join(', ') || 'none yet'}`,
    ...(failed > 0 ? [`${plural(failed, 'error')}`] : []),
    `${count(chunks.waiting)} chunks wait`,
  ].join(' · ');
}
