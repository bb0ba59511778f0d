import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import {
  controlNames,
  type Estimate,
  estimateLaunch,
  findBenchmark,
  launch,
  type ScoredRun,
  type SuiteMember,
  suiteOf,
} from '../engine/index.ts';
import { estimateTable } from '../report/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { watchInterrupts } from './interrupt.ts';
import { type LaunchFlags, launchOptions, takesLaunchOptions } from './launch-options.ts';
import { printJson, say } from './output.ts';
import { controlsOf, controlTablesOf, printTables, progressListener, tablesOf } from './show.ts';
import { unfinished } from './unfinished.ts';
import { number, verb } from './verb.ts';

export function runVerb(): Command {
  const command = verb('run', abouts.run.about, [
    'sextant run tiny --model openai/gpt-4o --limit 20',
    'OPENAI_BASE_URL=http://127.0.0.1:8000/v1 sextant run tiny --model openai/my-model --concurrency 32',
    'sextant run tiny --model baseline/oracle --out runs/ceiling',
    'sextant run easi-8 --model openai/my-model --data benchmarks --out runs/easi',
    'sextant run rsb-math-4 --policy policy/expert --limit 20',
    'sextant run rsb-math-4 --policy policy/nearest --controls --limit 20',
  ]).argument('<benchmark...>', 'one or more, or a suite: tiny:count=20,seed=7, easi-8, ./my-suite.yaml');
  return takesLaunchOptions(command)
    .option('--budget <usd>', 'stop before this is exceeded', number(0))
    .option(
      '--controls',
      'on robot suites: the same tables under six conditions, to see where a policy fails: reading, binding, finding or acting',
    )
    .option('--dry-run', 'only estimate units, requests, tokens, cost and time; send nothing')
    .option('--breakdowns', 'also the score of every category; `sextant report` shows them too')
    .option('--until <points>', 'stop when the score is known to within ± this many points', number(0.1, 50))
    .option('--until-vs <run>', 'stop when it is clear which of the two runs is better')
    .option('--shard <i/n>', 'only this part of the run, in a folder of its own; auto/n in an array job')
    .option('--take-over', 'take over the lock that a process on another machine left behind')
    .option('--fleet <url>', 'have workers of a fleet do it: postgres://user@host/database; see `sextant worker`')
    .option('--files <dir>', 'with --fleet: the folder where its workers put files, if not into the database')
    .option('--out <dir>', 'the run’s folder (with several benchmarks: one folder in it for each)')
    .action(async (benchmarks: string[], flags: LaunchFlags) => {
      if (flags.dryRun) return dryRun(benchmarks, flags);
      const isSuite = benchmarks.some((name) => suiteOf(name) !== undefined);
      const scored: ScoredRun[] = [];
      let left = flags.budget;
      for (const { benchmark, folder: out, ...own } of runFolders(benchmarks, flags)) {
        const budget = left === undefined ? {} : { budget: left };
        const done = await runOne(benchmark, { ...flags, ...own, ...(out === undefined ? {} : { out }), ...budget });
        if (done.stopped || !done.scored) return;
        scored.push(done.scored);
        const { cost } = done.scored.summary;
        // One budget for all of them.
        if (left !== undefined) left = Math.max(0, left - (cost ?? left));
      }
      if (isSuite && flags.json) printJson({ event: 'suite', runs: scored.map(({ folder }) => folder) });
      else if (isSuite) printTables(tablesOf(scored).slice(-1));
      if (!flags.controls) return;
      if (flags.json) for (const controls of controlsOf(scored)) printJson({ event: 'controls', ...controls });
      else printTables(controlTablesOf(scored));
    });
}

async function dryRun(benchmarks: readonly string[], flags: LaunchFlags): Promise<void> {
  const estimates: (Estimate & { benchmark: string })[] = [];
  for (const { benchmark, folder: out, ...own } of runFolders(benchmarks, flags)) {
    const options = await launchOptions(benchmark, { ...flags, ...own, ...(out === undefined ? {} : { out }) });
    const listener = { warning: (text: string) => say(`warning: ${text}`) };
    estimates.push({ benchmark, ...(await estimateLaunch({ ...options, listener })) });
  }
  if (flags.json) for (const estimate of estimates) printJson({ event: 'estimate', ...estimate });
  else printTables([estimateTable(estimates)]);
}

/** What is run one after the other, and where each goes. Several have a folder each below `--out`. */
export function runFolders(
  benchmarks: readonly string[],
  flags: Pick<LaunchFlags, 'out' | 'controls' | 'data' | 'protocol'>,
): (SuiteMember & { folder: string | undefined })[] {
  const { out } = flags;
  const wanted = benchmarks.flatMap((name) => membersOf(name, flags));
  return wanted.map((member) => {
    const { benchmark, protocol } = member;
    // One benchmark under two protocols is two runs.
    const isAlone = wanted.filter((other) => other.benchmark === benchmark).length === 1;
    const name = isAlone || protocol === undefined ? benchmark : `${benchmark} ${protocol}`;
    const folder = out && wanted.length > 1 ? `${out}/${name.replaceAll(/[^\w.-]+/g, '-')}` : out;
    return { ...member, folder };
  });
}

/** What a name on the command line stands for: a benchmark, its controls, or the runs of a suite. */
function membersOf(
  name: string,
  { controls, data, protocol }: Pick<LaunchFlags, 'controls' | 'data' | 'protocol'>,
): SuiteMember[] {
  const suite = suiteOf(name, data);
  if (suite === undefined) {
    // A mistyped name should not wait for the others to be done.
    findBenchmark(name);
    return controls ? controlNames(name).map(({ benchmark }) => ({ benchmark })) : [{ benchmark: name }];
  }
  if (controls || protocol !== undefined)
    throw new SextantError('bad_argument', `a suite says itself which protocols it uses, and has no controls`, {
      where: name,
      fix: 'name its benchmarks one by one',
    });
  return suite;
}

async function runOne(benchmark: string, flags: LaunchFlags): Promise<{ stopped: boolean; scored?: ScoredRun }> {
  if (flags.fleet !== undefined)
    return (await import('./fleet-run.ts')).fleetRun(benchmark, { ...flags, fleet: flags.fleet });
  const options = await launchOptions(benchmark, flags);
  const progress = progressListener(flags.json === true);
  const interrupts = watchInterrupts();
  let result: Awaited<ReturnType<typeof launch>>;
  try {
    // Once everything is asked, Ctrl-C may simply end us: what is left to do can be done again.
    const asked = () => {
      progress.end();
      interrupts.release();
    };
    result = await launch({ ...options, ...interrupts, listener: progress.listener, asked });
  } finally {
    progress.end();
    interrupts.release();
  }
  const { end, scored } = result;
  const { folder, summary } = scored;
  if (!flags.json) printTables(tablesOf([scored], { breakdowns: flags.breakdowns === true }));
  const { outcomes, missing, units } = summary;
  const errors = (outcomes.provider_error ?? 0) + (outcomes.sim_error ?? 0);
  if (end === 'done') {
    if (flags.json) printJson({ event: 'done', run: folder, summary });
    if (errors > 0)
      say(`errors: ${count(errors)} of ${plural(units, 'unit')}; run the same command again to ask once more.`);
    say(`run folder: ${folder}\ndigest: ${summary.digest}`);
    const { shard } = scored.run;
    if (shard) say(`this is shard ${shard.index} of ${shard.count}; \`sextant merge\` makes one run of all of them`);
    // Not one answer: the exit code must say so.
    if (errors > 0 && errors === units) process.exitCode = 3;
    return { stopped: false, scored };
  }
  const { why, resume, exitCode } = unfinished(end, scored.run.spec.model.id);
  if (flags.json) printJson({ event: 'stopped', run: folder, reason: end, resume, summary });
  say(
    `${why}; open: ${count(missing + errors)} of ${plural(units, 'unit')}. Nothing is lost: ${resume}.\nrun folder: ${folder}`,
  );
  process.exitCode = exitCode;
  return { stopped: exitCode !== 0, scored };
}
