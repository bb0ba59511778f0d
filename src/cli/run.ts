import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import {
  controlNames,
  type Estimate,
  estimateLaunch,
  findBenchmark,
  idsFrom,
  type LaunchOptions,
  launch,
  type ScoredRun,
  type SuiteMember,
  suiteOf,
} from '../engine/index.ts';
import { estimateTable } from '../report/index.ts';
import { count, didYouMean, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { controlsOf, controlTablesOf, printTables, progressListener, tablesOf } from './show.ts';
import { unfinished } from './unfinished.ts';
import { gather, policyConfig, settingsFile } from './use.ts';
import { number, orDefault, verb, whole, wholeOrAuto } from './verb.ts';

interface Flags {
  model?: string;
  endpoint?: string[];
  policy?: string;
  dialect?: string;
  map?: string;
  replan?: number;
  config?: string[];
  overrides?: string[];
  workers: number;
  data?: string;
  source?: string;
  protocol?: string;
  limit?: number;
  only?: string;
  from?: string;
  epochs: number;
  concurrency: number | 'auto';
  retries: number;
  timeout?: number;
  budget?: number;
  prices?: string;
  temperature?: number | null;
  topP?: number | null;
  maxTokens?: number | null;
  seed: number;
  cache?: string;
  keepMedia?: true;
  film?: string;
  controls?: true;
  breakdowns?: true;
  dryRun?: true;
  shard?: string;
  until?: number;
  untilVs?: string;
  takeOver?: true;
  out?: string;
  json?: true;
}

export function runVerb(): Command {
  return verb('run', abouts.run.about, [
    'sextant run tiny --model openai/gpt-4o --limit 20',
    'OPENAI_BASE_URL=http://127.0.0.1:8000/v1 sextant run tiny --model openai/my-model --concurrency 32',
    'sextant run tiny --model baseline/oracle --out runs/ceiling',
    'sextant run easi-8 --model openai/my-model --data benchmarks --out runs/easi',
    'sextant run rsb-math-4 --policy policy/expert --limit 20',
    'sextant run rsb-math-4 --policy policy/nearest --controls --limit 20',
  ])
    .argument('<benchmark...>', 'one or more, or a suite: tiny:count=20,seed=7, easi-8, ./my-suite.yaml')
    .option('--model <provider/name>', 'who answers; also ./my-model.ts, baseline/random, replay/<run>')
    .option('--endpoint <url>', 'base URL of the model’s server; again for replicas, which share the work', gather)
    .option(
      '--policy <id>',
      'who acts, on benchmarks with a robot: policy/expert, ./my-policy.ts, ws://host:port, python:deploy_policy.py …',
    )
    .option('--dialect <name>', 'how a policy’s server speaks')
    .option('--map <name|file>', 'which keys of a server’s observation get what')
    .option('--replan <n>', 'commands of a server’s chunk that are carried out before it is asked again', whole(1))
    .option(
      '--config <file>',
      'settings in place of sextant.config.json (.json; the code of modules that it names in `use` runs), or deploy_policy.yml of a policy in Python',
      gather,
    )
    .option('--overrides <key=value...>', 'settings of a policy in Python; also as --key value …, then last of all')
    .option('--data <dir>', 'folder with the benchmark’s files; never touches the network')
    .option('--source <path>', 'the same for benchmarks whose questions are one file')
    .option('--protocol <id>', 'the recipe; by default the authors’ own')
    .option('--limit <n>', 'only the first N questions', whole(1))
    .option('--only <ids>', 'only these questions, separated by commas')
    .option('--from <run:kind>', 'only questions that run <run> failed | unparsed | errors')
    .option('--epochs <n>', 'ask every question N times', whole(1), 1)
    .option('--concurrency <n|auto>', 'requests under way at once, at each endpoint', wholeOrAuto, 'auto')
    .option('--workers <n>', 'threads that simulate worlds; by default one per core', whole(1), availableParallelism())
    .option('--retries <n>', 'how often a failed request is tried again', whole(0), 5)
    .option(
      '--timeout <seconds>',
      'for one request; 600 unless the endpoint’s config says otherwise',
      number(0.001, 86_400),
    )
    .option('--budget <usd>', 'stop before this is exceeded', number(0))
    .option('--prices <file>', 'prices that override the built-in table')
    .option('--temperature <t|default>', 'overrides the protocol (and changes its hash)', orDefault(number(0)))
    .option('--top-p <p|default>', 'overrides the protocol', orDefault(number(0)))
    .option('--max-tokens <n|default>', 'overrides the protocol', orDefault(whole(1)))
    .option('--seed <n>', 'for seeded models', whole(0), 0)
    .option('--cache <dir>', 'reuse replies to requests of exactly the same content')
    .option('--film <camera>', 'keep a clip of every episode (head_camera …); slower, the numbers are the same')
    .option(
      '--controls',
      'on robot suites: the same tables under six conditions, which tell reading, binding and acting apart',
    )
    .option('--keep-media', 'copy pictures into the run folder even where they are files of --data')
    .option('--dry-run', 'only say how many requests, tokens, dollars and minutes it would take')
    .option('--breakdowns', 'also the score of every category; `sextant report` shows them too')
    .option('--until <points>', 'stop when the score is known to within ± so many points', number(0.1, 50))
    .option('--until-vs <run>', 'stop when it is known which of the two runs is better')
    .option('--shard <i/n>', 'only this part of the run, in a folder of its own; auto/n in an array job')
    .option('--take-over', 'take over the lock that a process on another machine left behind')
    .option('--out <dir>', 'the run’s folder (with several benchmarks: one folder in it for each)')
    .action(async (benchmarks: string[], flags: Flags) => {
      if (flags.dryRun) return dryRun(benchmarks, flags);
      const isSuite = benchmarks.some((name) => suiteOf(name) !== undefined);
      const scored: ScoredRun[] = [];
      let left = flags.budget;
      for (const { benchmark, folder: out, ...own } of runFolders(benchmarks, flags)) {
        const budget = left === undefined ? {} : { budget: left };
        const done = await runOne(benchmark, { ...flags, ...own, ...(out === undefined ? {} : { out }), ...budget });
        if (done.stopped) return;
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

async function dryRun(benchmarks: readonly string[], flags: Flags): Promise<void> {
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
  flags: Pick<Flags, 'out' | 'controls' | 'data' | 'protocol'>,
): (SuiteMember & { folder: string | undefined })[] {
  const { out } = flags;
  const wanted = benchmarks.flatMap((name) => membersOf(name, flags));
  return wanted.map((member) => {
    const folder = out && wanted.length > 1 ? `${out}/${member.benchmark.replaceAll(/[^\w.-]+/g, '-')}` : out;
    return { ...member, folder };
  });
}

/** What a name on the command line stands for: a benchmark, its controls, or the runs of a suite. */
function membersOf(
  name: string,
  { controls, data, protocol }: Pick<Flags, 'controls' | 'data' | 'protocol'>,
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

async function runOne(benchmark: string, flags: Flags): Promise<{ stopped: boolean; scored: ScoredRun }> {
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
  const { why, resume, exitCode } = unfinished[end];
  if (flags.json) printJson({ event: 'stopped', run: folder, reason: end, resume, summary });
  say(
    `${why}; open: ${count(missing + errors)} of ${plural(units, 'unit')}. Nothing is lost: ${resume}.\nrun folder: ${folder}`,
  );
  process.exitCode = exitCode;
  return { stopped: exitCode !== 0, scored };
}

async function contestantOf(flags: Flags): Promise<LaunchOptions['who']> {
  const { model, policy, dialect, map, replan, overrides } = flags;
  const config = policyConfig(flags.config);
  if (model !== undefined && policy === undefined) {
    if (config === undefined) return { model };
    throw new SextantError('bad_argument', `${config} is for policies in Python`, {
      where: '--config',
      fix: 'name a .json file for settings of Sextant',
    });
  }
  if (policy !== undefined && model === undefined) {
    const { withPythonOptions, withRemoteOptions } = await import('../contestants/index.ts');
    const spoken = { ...(dialect && { dialect }), ...(map && { map }), ...(replan && { replan }) };
    const remote = Object.keys(spoken).length > 0 ? await withRemoteOptions(policy, spoken) : policy;
    return { policy: withPythonOptions(remote, { ...(config && { config }), ...(overrides && { overrides }) }) };
  }
  throw new SextantError('bad_argument', 'name who is measured: either --model or --policy', {
    fix: 'for example --model baseline/random, or --policy policy/expert on a robot benchmark',
  });
}

/** A camera of the robot's world; imported only for filming. */
async function cameraOf(name: string): Promise<string> {
  const { cameraNames } = await import('../sim/index.ts');
  if (cameraNames.includes(name)) return name;
  throw new SextantError('bad_argument', `there is no camera "${name}"; known: ${cameraNames.join(', ')}`, {
    where: '--film',
    ...didYouMean(name, cameraNames),
  });
}

async function launchOptions(
  benchmark: string,
  flags: Flags,
): Promise<Omit<LaunchOptions, 'stop' | 'abort' | 'listener' | 'asked'>> {
  if (flags.only !== undefined && flags.from !== undefined) {
    throw new SextantError('bad_argument', '--only and --from exclude each other');
  }
  const only =
    flags.from === undefined
      ? flags.only
          ?.split(',')
          .map((id) => id.trim())
          .filter((id) => id !== '')
      : await idsFrom(flags.from);
  if (only?.length === 0) throw new SextantError('bad_argument', '--only names no question');
  const {
    data = flags.source,
    protocol,
    workers,
    limit,
    epochs,
    seed,
    concurrency,
    retries,
    budget,
    prices,
    cache,
    shard,
    out,
  } = flags;
  const { temperature, topP, maxTokens } = flags;
  const config = settingsFile(flags.config);
  return {
    benchmark,
    who: await contestantOf(flags),
    ...(flags.endpoint === undefined ? {} : { endpoints: flags.endpoint }),
    workers,
    epochs,
    seed,
    concurrency,
    retries,
    keepMedia: flags.keepMedia === true,
    ...(flags.film === undefined ? {} : { film: await cameraOf(flags.film) }),
    select: { ...(limit === undefined ? {} : { limit }), ...(only === undefined ? {} : { only }) },
    decoding: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout * 1000 }),
    ...(data === undefined ? {} : { data }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(budget === undefined ? {} : { budget }),
    ...(config === undefined ? {} : { config }),
    ...(prices === undefined ? {} : { prices }),
    ...(cache === undefined ? {} : { cache }),
    ...(shard === undefined ? {} : { shard }),
    ...(flags.until === undefined && flags.untilVs === undefined
      ? {}
      : {
          until: {
            ...(flags.until === undefined ? {} : { within: flags.until / 100 }),
            ...(flags.untilVs === undefined ? {} : { versus: flags.untilVs }),
          },
        }),
    takeOver: flags.takeOver === true,
    ...(out === undefined ? {} : { out }),
  };
}
