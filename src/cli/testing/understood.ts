import { type Command, CommanderError } from 'commander';
import { allVerbs } from '../verbs.ts';

/** Words as a shell would hand them over; what a shell does besides (`|`, `>`, `#`) is left out. */
function wordsOf(line: string): string[] {
  const own = line.replace(/ +(#|\||>|&|<\().*$/, '').replace(/\)"?$/, '');
  return (own.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

/** Says what is wrong with the words after `sextant`, as the command line itself would see it. Nothing is run. */
export async function commandJudge(): Promise<(line: string) => string | undefined> {
  const program = await allVerbs();
  for (const command of withNested(program)) command.exitOverride().configureOutput({ writeErr: () => {} });
  return (line) => {
    // What follows `--overrides` belongs to a policy, and `…` stands for what a page leaves out.
    const [all = ''] = line.split(' --overrides');
    const given = wordsOf(all);
    let words = given.filter((word) => word !== '…' && word !== '--help');
    let command = program;
    for (;;) {
      const below = command.commands.find((child) => child.name() === words[0]);
      if (!below) break;
      [command, words] = [below, words.slice(1)];
    }
    try {
      const { operands, unknown } = command.parseOptions(words);
      const { registeredArguments: taken } = command;
      if (command === program && operands.length > 0) return 'no such verb';
      if (unknown.length > 0) return `unknown: ${unknown.join(' ')}`;
      const isWhole = !given.includes('…') && !given.includes('--help');
      if (isWhole && operands.length < taken.filter(({ required }) => required).length) return 'an argument is missing';
      if (operands.length > taken.length && !taken.some(({ variadic }) => variadic))
        return `too many arguments: ${operands.join(' ')}`;
      return undefined;
    } catch (error) {
      if (error instanceof CommanderError) return error.message;
      throw error;
    }
  };
}

function withNested(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withNested)];
}
