import { Argument, Command, Option } from 'commander';
import {
  messageOf,
  type OwnVerbs,
  SextantError,
  type StoredEpisodes,
  type Verb,
  type VerbGroup,
  type VerbOption,
  type VerbTools,
} from '../contracts/index.ts';
import { collect, findBenchmark, findData, reenact, relabel, Stage, shardChoice, slurmLock } from '../engine/index.ts';
import { dataDir } from '../hub/index.ts';
import { readRunFile } from '../store/index.ts';
import { environment } from './dataset.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { openReenactment } from './reenactment.ts';
import { openProgress } from './show.ts';
import { namesModules } from './use.ts';
import { verb, whole } from './verb.ts';

/** What benchmarks' own verbs are handed. */
const verbTools: VerbTools = {
  say,
  printJson,
  watchInterrupts,
  findData,
  openProgress() {
    const progress = openProgress();
    return { update: (state) => progress.update({ ...state, outcomes: {} }), done: () => progress.done() };
  },
  findBenchmark: (name) => findBenchmark(name).benchmark,
  pulled: async (name) => dataDir(name, await environment()),
  shardChoice: (text) => shardChoice(text, process.env),
  async collect({ benchmark, args, data, about, takeOver = false, ...order }) {
    const files = data === undefined ? {} : { dir: data };
    const stage = new Stage({ benchmark: benchmark.id, args, cwd: process.cwd(), ...files }, order.threads);
    try {
      const lock = { ...slurmLock(process.env), takeOver, onTakeOver: (text: string) => say(`warning: ${text}`) };
      return await collect({ ...order, lock, stage, about: { format: 'sextant-robotwin-1', ...about } });
    } finally {
      await stage.close();
    }
  },
  openRun,
};

function openRun(folder: string): StoredEpisodes {
  const { createdAt, spec } = readRunFile(folder);
  let opened: ReturnType<typeof openReenactment> | undefined;
  const open = () => {
    opened ??= openReenactment(folder);
    return opened;
  };
  return {
    createdAt,
    spec,
    units: async () => (await open()).units,
    async film(episode, camera) {
      const { benchmark, stage } = await open();
      return (await reenact(episode, { folder, benchmark, stage, film: { camera } })).film;
    },
    async relabel({ about, ...order }) {
      const { units, episodes, stage } = await open();
      const first = ({ unit }: { unit: { epoch: number } }) => unit.epoch === 0;
      const moved = episodes.filter((each) => first(each) && each.episode.actions.count > 0);
      const whole = await relabel({
        ...order,
        run: folder,
        stage,
        episodes: moved,
        about: { format: 'sextant-robotwin-1', ...about },
      });
      return { whole, skipped: units.filter(first).length - moved.length };
    },
    close: async () => (await opened)?.stage.close(),
  };
}

/** The command that a benchmark's own verbs make. Where a module brought them, all of them take `--use` too. */
export async function ownCommand(
  { name, load }: Pick<OwnVerbs, 'name' | 'load'>,
  isBrought: boolean,
): Promise<Command> {
  if (!isBrought) return groupOf(await load());
  try {
    // Whatever the group calls itself: it must not pass for another verb.
    return namesModules(groupOf({ ...(await load()), name }));
  } catch (cause) {
    throw new SextantError('bad_module', `no commands can be made of its verbs: ${messageOf(cause)}`, {
      where: name,
      fix: 'see VerbGroup in the types of sextant',
      cause,
    });
  }
}

function groupOf({ name, about, examples, verbs }: VerbGroup): Command {
  const group = new Command(name).description(about);
  if (examples) group.addHelpText('after', `\nExample:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  for (const each of verbs) group.addCommand('verbs' in each ? groupOf(each) : commandOf(each));
  return group;
}

function commandOf(one: Verb): Command {
  const command = verb(one.name, one.about, one.examples);
  for (const { name, about, choices } of one.arguments ?? []) {
    const argument = new Argument(name, about);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const option of one.options ?? []) command.addOption(optionOf(option));
  return command.action(async () => one.run(command.args, command.opts(), verbTools));
}

function optionOf({ flags, about, default: preset, wholeFrom, choices, required }: VerbOption): Option {
  const option = new Option(flags, about);
  if (wholeFrom !== undefined) option.argParser(whole(wholeFrom));
  if (choices) option.choices(choices);
  if (preset !== undefined) option.default(preset);
  return required ? option.makeOptionMandatory() : option;
}
