import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { idsFrom, type LaunchOptions } from '../engine/index.ts';
import { didYouMean } from '../util/index.ts';
import { gather, policyConfig, settingsFile } from './use.ts';
import { number, orDefault, whole, wholeOrAuto } from './verb.ts';

/** What `run` is told, and `worker` the most of it. */
export interface LaunchFlags {
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
  fleet?: string;
  files?: string;
  out?: string;
  json?: true;
}

/** Options that say what a run is, and how it is asked. */
export function takesLaunchOptions(command: Command): Command {
  return command
    .option('--model <provider/name>', 'who answers; also ./my-model.ts, baseline/random, replay/<run>')
    .option('--endpoint <url>', 'base URL of the model’s server; again for replicas, which share the work', gather)
    .option(
      '--policy <id>',
      'who acts, on benchmarks with a robot: policy/expert, ./my-policy.ts, ws://host:port, python:deploy_policy.py …',
    )
    .option('--dialect <name>', 'the protocol of a policy’s server')
    .option('--map <name|file>', 'how an observation is laid out for the server: a name, or a file')
    .option('--replan <n>', 'how many commands of a chunk are carried out before the server is asked again', whole(1))
    .option(
      '--config <file>',
      'settings in place of sextant.config.json (.json; the code of modules that it names in `use` runs), or deploy_policy.yml of a policy in Python',
      gather,
    )
    .option('--overrides <key=value...>', 'settings of a policy in Python; as --key value …, they must come last')
    .option('--data <dir>', 'folder with the benchmark’s files; never touches the network')
    .option('--source <path>', 'the same, for benchmarks whose questions are in one file')
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
    .option('--prices <file>', 'prices that override the built-in table')
    .option('--temperature <t|default>', 'overrides the protocol (and changes its hash)', orDefault(number(0)))
    .option('--top-p <p|default>', 'overrides the protocol', orDefault(number(0)))
    .option('--max-tokens <n|default>', 'overrides the protocol', orDefault(whole(1)))
    .option('--seed <n>', 'for seeded models', whole(0), 0)
    .option('--cache <dir>', 'reuse replies to requests of exactly the same content')
    .option('--film <camera>', 'keep a clip of every episode (head_camera …); slower, the numbers are the same')
    .option('--keep-media', 'copy pictures into the run folder even where they are files of --data');
}

async function contestantOf(flags: LaunchFlags): Promise<LaunchOptions['who']> {
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

/** The same as the engine takes it. */
export async function launchOptions(
  benchmark: string,
  flags: LaunchFlags,
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
