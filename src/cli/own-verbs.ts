import { Argument, Command, Option } from 'commander';
import type { Verb, VerbGroup, VerbOption } from '../contracts/index.ts';
import { verb, whole } from './verb.ts';
import { verbTools } from './verb-tools.ts';

/** The command that a benchmark's own verbs make. */
export function ownVerbs({ name, about, examples, verbs }: VerbGroup): Command {
  const group = new Command(name).description(about);
  if (examples) group.addHelpText('after', `\nExample:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  for (const each of verbs) group.addCommand('verbs' in each ? ownVerbs(each) : commandOf(each));
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
