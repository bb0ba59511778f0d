import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { rsbTools } from '../benchmarks/index.ts';
import { SextantError } from '../contracts/index.ts';
import {
  checkLerobot,
  checkRobotwin,
  type DemoSet,
  describeFinding,
  exportRobotwin,
  mergeShards,
  openLerobot,
  openRobotwin,
  reuse,
  subset,
  writeLerobotV3,
  writeLerobotV21,
} from '../demonstrations/index.ts';
import { demonstrations, findBenchmark, findData } from '../engine/index.ts';
import { dataDir } from '../hub/index.ts';
import { plural } from '../util/index.ts';
import { environment } from './environment.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { rangeOf } from './rsb-collect.ts';
import { openProgress } from './show.ts';
import { verb, whole } from './verb.ts';

export function mergeVerb(): Command {
  return verb('merge', 'Puts shards of a collection together, in order, and numbers the episodes anew.', [
    'sextant rsb merge rsb_general rsb_general_train_2500 shard0 shard1 shard2 shard3',
  ])
    .argument('<task>', 'the authors’ name of the task')
    .argument('<target>', 'the new setting')
    .argument('<shard...>', 'settings, or folders from anywhere, in order')
    .option('--out <dir>', 'where data/<task>/<setting> begins', 'data')
    .option('--overwrite', 'replace the target')
    .action(
      async (task: string, target: string, shards: string[], flags: { out: string; overwrite?: true; json?: true }) => {
        const place = (setting: string) => join(flags.out, task, setting);
        const folders = shards.map((shard) => (/[/\\]/.test(shard) ? shard : place(shard)));
        const { episodes } = await mergeShards(place(target), folders, {
          overwrite: flags.overwrite === true,
        });
        if (flags.json) printJson({ folder: place(target), episodes });
        say(`${plural(episodes, 'episode')} in ${place(target)}`);
      },
    );
}

interface ReuseFlags {
  task_name: string;
  source_setting: string;
  target_setting: string;
  copies: number;
  source?: string;
  out: string;
  overwrite?: true;
  json?: true;
}

export function reuseVerb(): Command {
  return verb('reuse', 'Makes more demonstrations of recorded ones: the motion stays, other questions are asked.', [
    'sextant rsb reuse --task_name rsb_general --source_setting rsb_general_train_2500 --target_setting rsb_general_train_10k',
  ])
    .requiredOption('--task_name <task>', 'the authors’ name of the task')
    .requiredOption('--source_setting <name>', 'what was recorded')
    .requiredOption('--target_setting <name>', 'what is made')
    .option('--copies <n>', 'how often each recording is used', whole(1), 4)
    .option('--source <path>', 'where questions come from, for suites that need files')
    .option('--out <dir>', 'where data/<task>/<setting> begins', 'data')
    .option('--overwrite', 'replace the target')
    .action(async (flags: ReuseFlags) => reuseOne(flags));
}

export async function reuseOne(flags: ReuseFlags): Promise<void> {
  const rsb = await rsbTools();
  const { benchmark } = findBenchmark(flags.task_name);
  const suite = rsb.suites.find(({ id }) => id === benchmark.id);
  if (!suite) throw new SextantError('bad_argument', `${flags.task_name} is no robot suite`);
  const path = await findData(benchmark, flags.source);
  const questions = await rsb.openQuestions({
    kind: suite.source,
    split: 'train',
    ...(path === undefined ? {} : { path }),
  });
  const place = (setting: string) => join(flags.out, flags.task_name, setting);
  const { episodes } = await reuse({
    source: place(flags.source_setting),
    target: place(flags.target_setting),
    copies: flags.copies,
    overwrite: flags.overwrite === true,
    question: (row, choices) => questions.question(row, choices),
    word: ({ question, options, blocks }, seed) => {
      const colours = Object.fromEntries(Object.entries(blocks).map(([label, { colour }]) => [label, colour]));
      const about = { suite, question, options, colours, seed };
      const wording = (split: 'seen' | 'unseen') => rsb.allInstructions({ ...about, split });
      return { info: rsb.placeholders(about), instructions: { seen: wording('seen'), unseen: wording('unseen') } };
    },
  });
  if (flags.json) printJson({ folder: place(flags.target_setting), episodes });
  say(`${plural(episodes, 'episode')} in ${place(flags.target_setting)}`);
}

const isLerobot = (folder: string) => existsSync(join(folder, 'meta', 'info.json'));

export function openSet(folder: string): Promise<DemoSet> {
  return isLerobot(folder) ? openLerobot(folder) : openRobotwin(folder);
}

/** A folder, or where the authors' demonstrations of that name were put. */
export async function setFolder(name: string): Promise<string> {
  if (existsSync(name) || !demonstrations[name]) return name;
  const folder = dataDir(name, await environment());
  if (existsSync(folder)) return folder;
  throw new SextantError('bad_argument', 'no such folder', { where: name, fix: `sextant data pull ${name}` });
}

export function checkVerb(): Command {
  return verb('check', 'Looks through a set of demonstrations, ours or anybody’s: RoboTwin’s HDF5 or LeRobot.', [
    'sextant rsb check data/rsb_math/rsb_math_train_500',
  ])
    .argument('<folder>', 'or what `data pull` fetched, by its name')
    .action(async (name: string, { json }: { json?: true }) => {
      const folder = await setFolder(name);
      const { findings, about } = isLerobot(folder) ? await checkedLerobot(folder) : await checkedRobotwin(folder);
      for (const { severity, text } of findings) say(`${severity}: ${text}`);
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      if (json) printJson({ folder, ...about, findings });
      say(
        `${about.format}, ${plural(about.episodes, 'episode')}: ${errors === 0 ? 'in order' : plural(errors, 'error')}`,
      );
      if (errors > 0) process.exitCode = 1;
    });
}

async function checkedLerobot(folder: string) {
  const { findings, about } = await checkLerobot(folder);
  const told = findings.map((finding) => ({ severity: finding.severity, text: describeFinding(finding) }));
  return {
    findings: told,
    about: { format: `LeRobot ${about?.version ?? ''}`.trim(), episodes: about?.episodes ?? 0 },
  };
}

async function checkedRobotwin(folder: string) {
  const progress = openProgress();
  const { findings, episodes } = await checkRobotwin(folder, {
    onEpisode: (done, total) => progress.update({ done, total, outcomes: {} }),
  });
  progress.done();
  const told = findings.map(({ severity, where, message }) => ({ severity, text: `${where}: ${message}` }));
  return { findings: told, about: { format: 'RoboTwin', episodes } };
}

interface Exporting {
  range?: { from: number; to: number };
  overwrite: boolean;
  signal: AbortSignal;
  onProgress(done: { episodes: number; of: number }): void;
}

/** Each gives the number of episodes. */
const writers: Readonly<Record<string, (folder: string, out: string, opts: Exporting) => Promise<number>>> = {
  'lerobot-v3': (folder, out, opts) => toLerobot(folder, opts, (set) => writeLerobotV3(set, out, opts)),
  'lerobot-v2.1': (folder, out, opts) => toLerobot(folder, opts, (set) => writeLerobotV21(set, out, opts)),
  robotwin(folder, out, opts) {
    if (!isLerobot(folder)) return exportRobotwin(folder, out, opts);
    throw new SextantError('bad_argument', 'LeRobot files lack what RoboTwin’s hold: seeds, scenes, camera poses', {
      where: folder,
      fix: 'name the RoboTwin folder that it was exported from',
    });
  },
};

async function toLerobot(folder: string, { range }: Exporting, write: (set: DemoSet) => Promise<unknown>) {
  const whole = await openSet(folder);
  const set = range ? subset(whole, range) : whole;
  await write(set);
  return set.count;
}

interface ExportFlags {
  format: string;
  out: string;
  episodes?: string;
  overwrite?: true;
  json?: true;
}

export function exportSetVerb(): Command {
  return verb('export', 'Writes a set of demonstrations, or a part of it, in any format, and checks what it wrote.', [
    'sextant rsb export data/rsb_math/rsb_math_train_500 --format lerobot-v3 --out lerobot/rsb-math',
    'sextant rsb export data/rsb_math/rsb_math_train_500 --format robotwin --episodes 0..50 --out data/rsb_math/first_50',
  ])
    .argument('<folder>', 'RoboTwin’s HDF5 or LeRobot, or what `data pull` fetched, by its name')
    .addOption(new Option('--format <format>').choices(Object.keys(writers)).makeOptionMandatory())
    .requiredOption('--out <dir>')
    .option('--episodes <a..b>', 'only these, counted from 0: from a to before b')
    .option('--overwrite', 'replace what is there')
    .action(async (name: string, { format, out, episodes, overwrite, json }: ExportFlags) => {
      const folder = await setFolder(name);
      const [from, to] = episodes === undefined ? [] : rangeOf({ episodes });
      const progress = openProgress();
      const interrupts = watchInterrupts('nothing');
      try {
        const count = await writers[format]?.(folder, out, {
          ...(from === undefined || to === undefined ? {} : { range: { from, to } }),
          overwrite: overwrite === true,
          signal: AbortSignal.any([interrupts.stop, interrupts.abort]),
          onProgress: (done) => progress.update({ done: done.episodes, total: done.of, outcomes: {} }),
        });
        progress.done();
        if (json) printJson({ folder: out, format, episodes: count });
        say(`${plural(count ?? 0, 'episode')} as ${format} in ${out}`);
      } finally {
        progress.done();
        interrupts.release();
      }
    });
}
