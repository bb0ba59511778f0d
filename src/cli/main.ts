import { Console } from 'node:console';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { OwnVerbs } from '../contracts/index.ts';
import { abouts } from './abouts.ts';

/** The verbs. Each is loaded when it is called: `--help` must not wait for what it does not need. */
const verbs = {
  list: async () => (await import('./list.ts')).listVerb(),
  run: async () => (await import('./run.ts')).runVerb(),
  score: async () => (await import('./score.ts')).scoreVerb(),
  extract: async () => (await import('./extract.ts')).extractVerb(),
  export: async () => (await import('./export.ts')).exportVerb(),
  parity: async () => (await import('./parity.ts')).parityVerb(),
  launch: async () => (await import('./launch.ts')).launchVerb(),
  reproduce: async () => (await import('./reproduce.ts')).reproduceVerb(),
  merge: async () => (await import('./merge.ts')).mergeVerb(),
  import: async () => (await import('./import.ts')).importVerb(),
  report: async () => (await import('./report.ts')).reportVerb(),
  view: async () => (await import('./view.ts')).viewVerb(),
  pack: async () => (await import('./pack.ts')).packVerb(),
  compare: async () => (await import('./compare.ts')).compareVerb(),
  explain: async () => (await import('./explain.ts')).explainVerb(),
  audit: async () => (await import('./audit.ts')).auditVerb(),
  plan: async () => (await import('./plan.ts')).planVerb(),
  replay: async () => (await import('./replay.ts')).replayVerb(),
  verify: async () => (await import('./verify.ts')).verifyVerb(),
  synth: async () => (await import('./synth.ts')).synthVerb(),
  policy: async () => (await import('./policy.ts')).policyVerb(),
  robot: async () => (await import('./robot.ts')).robotVerb(),
  quick: async () => (await import('./quick.ts')).quickVerb(),
  doctor: async () => (await import('./doctor.ts')).doctorVerb(),
  completion: async () => (await import('./completion.ts')).completionVerb(allVerbs),
  data: async () => (await import('./data.ts')).dataVerb(),
  mcp: async () => (await import('./mcp.ts')).mcpVerb(),
  start: async () => (await import('./start.ts')).startVerb(),
} satisfies Record<keyof typeof abouts, () => Promise<Command>>;

/** Verbs without `--use`: modules of the user's do not affect them. */
const withoutModules = ['launch', 'synth', 'policy', 'quick', 'completion', 'data', 'start'];

async function main(argv: string[]): Promise<void> {
  const program = new Command('sextant')
    .description('Measures the spatial intelligence of vision-language models and robot policies.')
    .version(packageJson.version)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', '\nExample:\n  sextant run tiny --model baseline/random\n  sextant <verb> --help');
  const called = argv.find((word) => !word.startsWith('-')) ?? '';
  const ours = Object.keys(abouts)
    .filter(isOurs)
    .map((name) => [name, { about: abouts[name].brief, load: () => ourVerb(name) }] as const);
  const theirs = isOurs(called) ? [] : await verbsOfBenchmarks(argv);
  for (const [name, verb] of [...ours, ...theirs]) {
    const load = name === called ? verb.load : undefined;
    program.addCommand(load ? await load() : new Command(name).description(verb.about));
  }
  for (const command of withNested(program)) command.exitOverride();
  await program.parseAsync(argv, { from: 'user' });
}

/** The whole tool, every verb loaded. */
async function allVerbs(): Promise<Command> {
  const program = new Command('sextant').version(packageJson.version);
  for (const name of Object.keys(abouts).filter(isOurs)) program.addCommand(await ourVerb(name));
  for (const [, { load }] of await verbsOfBenchmarks([])) program.addCommand(await load());
  return program;
}

function isOurs(name: string): name is keyof typeof abouts {
  return Object.hasOwn(abouts, name);
}

async function ourVerb(name: keyof typeof abouts): Promise<Command> {
  const command = await verbs[name]();
  return withoutModules.includes(name) ? command : (await import('./use.ts')).takesModules(command);
}

/** Verbs that benchmarks have of their own: ours, and those of modules that this command line names. */
async function verbsOfBenchmarks(argv: string[]) {
  const entry = ({ about, ...verbs }: OwnVerbs, isBrought: boolean) => {
    const load = async () => (await import('./own-verbs.ts')).ownCommand(verbs, isBrought);
    return [verbs.name, { about, load }] as const;
  };
  const { ownVerbs } = await import('../benchmarks/pure.ts');
  const own = (await ownVerbs()).map((verbs) => entry(verbs, false));
  if (!argv.some((word) => /^--use(=|$)/.test(word))) return own;
  const brought = await (await import('./use.ts')).broughtVerbs(argv);
  return [...own, ...brought.map((verbs) => entry(verbs, true))];
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
