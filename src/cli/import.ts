import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { Command } from 'commander';
import { rsbTools } from '../benchmarks/index.ts';
import { SextantError } from '../contracts/index.ts';
import { findBenchmark, findProtocol, importEpisodes, machineClock, openStored, versions } from '../engine/index.ts';
import { readRegularText } from '../files/index.ts';
import { plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { importSurveyVerb } from './survey.ts';
import { verb, whole } from './verb.ts';

export function importVerb(): Command {
  return new Command('import')
    .description(abouts.import.about)
    .addHelpText('after', '\nExample:\n  sextant import rsb eval_result')
    .addCommand(rsb())
    .addCommand(importSurveyVerb());
}

interface Flags {
  episodes: number;
  task?: string;
  metadata?: string;
  out: string;
  json?: true;
}

/** What the authors' evaluation hard-codes. */
const EPISODES = 500;

function rsb(): Command {
  return verb('rsb', 'Results of RoboSemanticBench’s own evaluation: every _result.txt below a folder becomes a run.', [
    'sextant import rsb eval_result',
    'sextant import rsb eval_result/rsb_math/pi05/rsb_math_train_500/demo --metadata episode_metadata',
  ])
    .argument('<folder>', 'eval_result, or one that it holds')
    .option('--task <name>', 'the authors’ name of the task, if the path does not say')
    .option('--episodes <n>', 'how many there were, if no episode file says so', whole(1), EPISODES)
    .option('--metadata <dir>', 'where episode<k>.json are; by default beside _result.txt')
    .option('--out <dir>', 'where run folders go', 'runs')
    .action(async (folder: string, flags: Flags) => {
      const found = existsSync(folder) ? resultFiles(folder) : [];
      if (found.length === 0)
        throw new SextantError(
          'bad_argument',
          existsSync(folder) ? 'there is no _result.txt in this folder' : 'there is no such folder',
          { where: folder, fix: 'name the folder that the authors’ evaluation wrote, eval_result, or one below it' },
        );
      if (flags.metadata !== undefined && found.length > 1)
        throw new SextantError('bad_argument', `there are ${found.length} results; name one for --metadata`);
      for (const file of found) {
        const { run, silent, ...about } = await importOne(file, flags);
        if (silent !== undefined) say(`${file}: ${silent}`);
        const scored = await openStored(run);
        if (flags.json) printJson({ run, ...about, summary: scored.summary });
        else printTables(tablesOf([scored]));
        say(`${file}: ${plural(about.episodes, 'episode')} → ${run}`);
      }
    });
}

function resultFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path === '_result.txt' || path.endsWith(`${sep}_result.txt`))
    .map((path) => join(folder, path))
    .sort();
}

async function importOne(file: string, { task, episodes, metadata, out }: Flags) {
  const tools = await rsbTools();
  const folder = dirname(file);
  // eval_result/<task>/<policy>/<config>/<checkpoint>/<time>/_result.txt
  const [named, policy = 'unknown', , checkpoint = ''] = resolve(folder).split(sep).slice(-5);
  const suite = tools.suites.find(({ taskName }) => taskName === (task ?? named));
  if (!suite)
    throw new SextantError('bad_argument', `${task ?? named} is not a task of RoboSemanticBench`, {
      where: file,
      fix: `name it with --task: ${tools.suites.map(({ taskName }) => taskName).join(', ')}`,
    });
  const rates = tools.parseRates(readRegularText(file), file);
  const { verdicts, told, silent } = filesOf(metadata ?? folder, tools.verdictOf);
  const filmed = readdirSync(folder).filter((name) => /^episode\d+\.mp4$/.test(name)).length;
  const seen = verdicts ?? tools.episodesLike(rates, told || filmed || episodes, file);
  requireAgreement(seen, rates, file);
  const { benchmark, args } = findBenchmark(suite.id);
  const wording = rates.instructionType === undefined ? {} : { instructions: rates.instructionType };
  const run = await importEpisodes({
    benchmark,
    // Another simulator's results say nothing about first choices.
    protocol: findProtocol(benchmark, 'rsb/official', 'policy'),
    runs: out,
    versions,
    clock: machineClock,
    args: { ...args, episodes: String(seen.length), ...wording },
    policy: named === suite.taskName ? [policy, checkpoint].filter((word) => word !== '').join('/') : 'unknown',
    source: folder,
    episodes: seen.map((each, index) => tools.asEpisode(suite, each, index)),
  });
  return { run, silent, episodes: seen.length, perEpisode: verdicts !== undefined };
}

/** What files of single episodes tell, if all of them do, and how many there are; in words where they tell nothing. */
function filesOf<T>(dir: string, read: (file: unknown) => T | undefined) {
  const numbers = readdirSync(dir).flatMap((name) => /^episode(\d+)\.json$/.exec(name)?.[1] ?? []);
  const files = numbers
    .map(Number)
    .sort((a, b) => a - b)
    .map((number): unknown => {
      const path = join(dir, `episode${number}.json`);
      try {
        return JSON.parse(readRegularText(path));
      } catch (cause) {
        throw new SextantError('bad_data', 'this is not JSON', { where: path, cause });
      }
    });
  const verdicts = files.flatMap((file) => read(file) ?? []);
  const told = files.length;
  if (verdicts.length === told) return told > 0 ? { told, verdicts } : { told };
  const keys = Object.keys(files.find((file) => read(file) === undefined) ?? {}).slice(0, 20);
  const silent = `${told - verdicts.length} of ${plural(told, 'file')} of episodes do not tell success and grasp`;
  return { told, silent: `${silent} (they have ${keys.join(', ') || 'nothing'}): the two rates are used` };
}

/** Refuses files that contradict each other: neither can be preferred. */
function requireAgreement(
  seen: readonly { success: boolean; grasp: boolean }[],
  rates: { success: number; grasp: number },
  where: string,
): void {
  for (const which of ['success', 'grasp'] as const) {
    const share = seen.filter((each) => each[which]).length / seen.length;
    if (Math.abs(share - rates[which]) > 1e-6)
      throw new SextantError(
        'bad_data',
        `the episodes’ files give a ${which} rate of ${share}, this one ${rates[which]}`,
        {
          where,
          fix: 'an evaluation that was interrupted? Remove the files that do not belong together',
        },
      );
  }
}
