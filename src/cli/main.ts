import { Console } from 'node:console';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { abouts } from './abouts.ts';
import { suggestChoices } from './verb.ts';
import { isOurs, ourVerb, verbsOfBenchmarks } from './verbs.ts';

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
  for (const { command, path } of withNested(program, 'sextant')) {
    command.exitOverride().showHelpAfterError(`(\`${path} --help\` explains)`);
    for (const taker of [...command.registeredArguments, ...command.options]) suggestChoices(taker);
  }
  await program.parseAsync(argv, { from: 'user' });
}

function withNested(command: Command, path: string): { command: Command; path: string }[] {
  return [{ command, path }, ...command.commands.flatMap((nested) => withNested(nested, `${path} ${nested.name()}`))];
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
