import { Argument, type Command } from 'commander';
import { listModels, policies } from '../contestants/index.ts';
import { SextantError } from '../contracts/index.ts';
import { benchmarkRegistry, formatsOf, runFormats, suites } from '../engine/index.ts';
import { extractorRegistry } from '../extract/index.ts';
import { formatRegistry } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { shellScripts } from './completion-scripts.ts';
import { verb } from './verb.ts';

/** One verb as a shell sees it. */
export interface VerbWords {
  /** `data pull`; empty for the tool itself. */
  path: string;
  /** What may stand there: verbs below it, options, names of things. */
  words: string[];
  /** What may follow an option. */
  values: Record<string, string[]>;
}

/** @param load all verbs, with everything they take */
export function completionVerb(load: () => Promise<Command>): Command {
  return verb('completion', abouts.completion.about, [
    'sextant completion bash > ~/.local/share/bash-completion/completions/sextant',
    'sextant completion zsh > ~/.zfunc/_sextant',
    'sextant completion fish > ~/.config/fish/completions/sextant.fish',
  ])
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(shellScripts)))
    .action(async (shell: string) => {
      const write = shellScripts[shell];
      if (!write) throw new SextantError('bad_argument', `no completion for ${shell}`);
      process.stdout.write(write(verbWords(await load(), await knownNames())));
    });
}

/** What there is of everything that has a name, by what options and arguments call it; those of one verb behind its name. */
async function knownNames(): Promise<Record<string, string[]>> {
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  const benchmarks = benchmarkRegistry.all();
  const formats = benchmarks.map(formatsOf);
  const outputs = (use: 'read' | 'write') => [
    ...new Set(formats.flatMap((known) => Object.keys(known).filter((id) => known[id]?.[use]))),
  ];
  // Of `openai/<name>` only the first part is known.
  const models = (await listModels({ env: {}, cwd: process.cwd() })).map(({ id }) => id.replace(/<name>|<run>/, ''));
  return {
    benchmark: ids(benchmarks),
    'run benchmark': [...ids(benchmarks), ...Object.keys(suites)],
    model: models.filter((id) => /^[a-z]+\//.test(id)),
    policy: ids(policies),
    protocol: [...new Set(benchmarks.flatMap(({ protocols }) => ids(protocols)))],
    extractor: ids(extractorRegistry.all()),
    format: ids(formatRegistry.all()),
    'report format': [...ids(formatRegistry.all()), 'html', 'junit'],
    'score from': outputs('read'),
    'export to': [...Object.keys(runFormats), ...outputs('write')],
  };
}

function verbWords(command: Command, names: Record<string, string[]>, path: readonly string[] = []): VerbWords[] {
  const nested = command.commands.filter((child) => child.name() !== 'help');
  const options = [...command.options, command.createOption('-h, --help')];
  const known = (name: string) => names[`${path.join(' ')} ${name}`] ?? names[name] ?? [];
  const values = command.options.flatMap((option): [string, string[]][] => {
    const choices = option.argChoices ?? known(option.attributeName());
    return option.long && choices.length > 0 ? [[option.long, [...choices]]] : [];
  });
  const taken = command.registeredArguments.flatMap((argument) => argument.argChoices ?? known(argument.name()));
  const words = [...nested.map((child) => child.name()), ...taken, ...options.flatMap(({ long }) => long ?? [])];
  return [
    { path: path.join(' '), words, values: Object.fromEntries(values) },
    ...nested.flatMap((child) => verbWords(child, names, [...path, child.name()])),
  ];
}
