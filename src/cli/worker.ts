import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { work } from '../fleet/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { watchInterrupts } from './interrupt.ts';
import { type LaunchFlags, launchOptions, takesLaunchOptions } from './launch-options.ts';
import { printJson, say } from './output.ts';
import { unfinished } from './unfinished.ts';
import { number, verb } from './verb.ts';

/** How often a worker says on stderr how far it is. */
const SAY_MS = 10_000;

export function workerVerb(): Command {
  const command = verb('worker', abouts.worker.about, [
    'sextant worker postgres://sextant_worker@db.lab/fleet mmsi --model vllm/my-model --endpoint http://127.0.0.1:8000/v1',
    'sextant worker postgres://sextant_worker@db.lab/fleet rsb-math-4 --policy ./my-policy.ts --workers 4',
  ])
    .argument(
      '<url>',
      'the database: postgres://user@host:port/database; its password comes from PGPASSWORD or ~/.pgpass',
    )
    .argument('<benchmark>', 'what is measured, as the plan has it: tiny:count=20,seed=7');
  return takesLaunchOptions(command)
    .option('--budget <usd>', 'spend at most this much here, even if the database allows more', number(0))
    .option('--files <dir>', 'a folder that all share, for pictures and commands; otherwise they go into the database')
    .action(async (url: string, benchmark: string, flags: LaunchFlags) => {
      if (flags.cache !== undefined)
        throw new SextantError('bad_argument', 'a worker has no --cache', { fix: 'leave it out' });
      const json = flags.json === true;
      const interrupts = watchInterrupts();
      const warning = (text: string) => say(`warning: ${text}`);
      let said = performance.now();
      try {
        const { end, done, failed } = await work({
          launch: {
            ...(await launchOptions(benchmark, flags)),
            ...interrupts,
            listener: { warning, halting: (_why, message) => say(`nothing more is asked: ${message}`) },
          },
          url,
          env: process.env,
          ...(flags.files !== undefined && { files: flags.files }),
          begun: ({ id, samples, epochs }) => {
            if (json) printJson({ event: 'working', plan: id });
            say(`plan ${id.slice(0, 8)} · ${plural(samples * epochs, 'unit')}`);
          },
          progress: (standing) => {
            if (performance.now() - said < SAY_MS) return;
            said = performance.now();
            say(
              `${count(standing.done)} answered, ${plural(standing.failed, 'error')}, ${standing.underWay} under way`,
            );
          },
        });
        if (json)
          printJson({ event: end === 'done' ? 'done' : 'stopped', reason: end, answered: done, errors: failed });
        const told = `${plural(done, 'unit')} answered here, ${plural(failed, 'error')}`;
        if (end === 'done') say(`nothing is left to do: ${told}`);
        else if (end === 'cancelled') say(`the plan was given up: ${told}`);
        else {
          const { why, exitCode } = unfinished(end, flags.model ?? flags.policy ?? '');
          say(`${why}: ${told}; what was not finished is left to others`);
          process.exitCode = exitCode;
        }
      } finally {
        interrupts.release();
      }
    });
}
