import { Console } from 'node:console';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };

/** The verbs. Each is loaded when it is called: `--help` must not wait for what it does not need. */
const verbs: Record<string, { about: string; usesModules?: true; load(): Promise<Command> }> = {
  list: {
    about: 'what there is: benchmarks, protocols, models, extractors, runs',
    usesModules: true,
    load: async () => (await import('./list.ts')).listVerb(),
  },
  run: {
    about: 'ask a model every question of a benchmark; on an existing folder: resume',
    usesModules: true,
    load: async () => (await import('./run.ts')).runVerb(),
  },
  score: {
    about: 'score a stored run again, or outputs of another tool; asks no model',
    usesModules: true,
    load: async () => (await import('./score.ts')).scoreVerb(),
  },
  extract: {
    about: 'read answers out of texts (NDJSON in, NDJSON out)',
    usesModules: true,
    load: async () => (await import('./extract.ts')).extractVerb(),
  },
  export: {
    about: 'write a run’s answers in another tool’s form',
    usesModules: true,
    load: async () => (await import('./export.ts')).exportVerb(),
  },
  parity: {
    about: 'the authors’ own scorer on a run’s answers, its numbers beside ours',
    usesModules: true,
    load: async () => (await import('./parity.ts')).parityVerb(),
  },
  import: {
    about: 'make a run of results that another simulator left behind',
    usesModules: true,
    load: async () => (await import('./import.ts')).importVerb(),
  },
  report: {
    about: 'tables of one or more runs',
    usesModules: true,
    load: async () => (await import('./report.ts')).reportVerb(),
  },
  view: {
    about: 'see runs in the browser: every answer beside its picture',
    usesModules: true,
    load: async () => (await import('./view.ts')).viewVerb(),
  },
  pack: {
    about: 'put runs into one file, or a folder for a static host',
    usesModules: true,
    load: async () => (await import('./pack.ts')).packVerb(),
  },
  compare: {
    about: 'two runs side by side, with honest intervals',
    usesModules: true,
    load: async () => (await import('./compare.ts')).compareVerb(),
  },
  replay: {
    about: 'do a stored episode again from its commands, and film it',
    usesModules: true,
    load: async () => (await import('./replay.ts')).replayVerb(),
  },
  verify: {
    about: 'check a run: all there, all computed and done again, the same digest',
    usesModules: true,
    load: async () => (await import('./verify.ts')).verifyVerb(),
  },
  rsb: {
    about: 'RoboSemanticBench beyond running it: question files, results in the authors’ layout',
    load: async () => (await import('./rsb.ts')).rsbVerb(),
  },
  synth: {
    about: 'make data sets of generated questions',
    load: async () => (await import('./synth.ts')).synthVerb(),
  },
  policy: {
    about: 'serve a built-in policy, to try a client on',
    load: async () => (await import('./policy.ts')).policyVerb(),
  },
  quick: {
    about: 'a spatial profile of a model in about 200 questions',
    load: async () => (await import('./quick.ts')).quickVerb(),
  },
  doctor: {
    about: 'check this machine, the keys and the endpoint',
    usesModules: true,
    load: async () => (await import('./doctor.ts')).doctorVerb(),
  },
  data: {
    about: 'the files of benchmarks: pull, check, stats, pack, unpack …',
    load: async () => (await import('./data.ts')).dataVerb(),
  },
  start: {
    about: 'a first tour: baselines on generated worlds, compared',
    load: async () => (await import('./start.ts')).startVerb(),
  },
};

async function main(argv: string[]): Promise<void> {
  const program = new Command('sextant')
    .description('Measures the spatial intelligence of vision-language models and robot policies.')
    .version(packageJson.version)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', '\nExample:\n  sextant run tiny --model baseline/random\n  sextant <verb> --help');
  const called = argv.find((word) => !word.startsWith('-')) ?? '';
  for (const [name, verb] of Object.entries(verbs)) {
    program.addCommand(name === called ? await loaded(verb) : new Command(name).description(verb.about));
  }
  for (const command of withNested(program)) command.exitOverride();
  await program.parseAsync(argv, { from: 'user' });
}

async function loaded({ usesModules, load }: (typeof verbs)[string]): Promise<Command> {
  const command = await load();
  return usesModules ? (await import('./use.ts')).takesModules(command) : command;
}

function withNested(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withNested)];
}

/** `help run` is `run --help`, and no word at all asks for help too. */
function spelledOut([first = 'help', ...rest]: string[]): string[] {
  return first === 'help' ? [...rest, '--help'] : [first, ...withOverrides(rest)];
}

/** As the authors of policies write it, `--overrides --key value …` goes on to the end of the line. */
function withOverrides(words: string[]): string[] {
  const at = words.indexOf('--overrides');
  if (at < 0 || !words[at + 1]?.startsWith('--')) return words;
  return [...words.slice(0, at), ...words.slice(at + 1).map((word) => `--overrides=${word}`)];
}

const argv = process.argv.slice(2);
// Whoever reads our output may stop early (`| head`): no error, and no reason to give up a run that is being paid for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // EIO: the terminal was closed.
    if (error.code === 'EIO') return;
    if (error.code !== 'EPIPE') throw error;
    if (stream === process.stdout && !argv.includes('run')) process.exit(0);
  });
}
// With --json stdout is ours alone, whatever a user's own model prints.
if (argv.includes('--json')) globalThis.console = new Console(process.stderr, process.stderr);

try {
  await main(spelledOut(argv));
} catch (error) {
  // Commander has already written what it had to say: help, version or a usage error.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    if (error.exitCode !== 0 && argv.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ event: 'error', code: 'bad_argument', message: error.message })}\n`);
    }
  } else process.exitCode = (await import('./output.ts')).fail(error, argv.includes('--json'));
}
