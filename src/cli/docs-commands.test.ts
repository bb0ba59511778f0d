import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { allVerbs } from './verbs.ts';

// Every command on our pages is one that the command line understands: verbs, options, their values, how many arguments.

const root = join(import.meta.dirname, '../..');
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'examples/README.md', 'training/README.md'],
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

/** Lines of a page's code blocks that call us, without what a shell does with them. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```/gms)].flatMap(([, language = '', block = '']) =>
    ['', 'sh', 'bash'].includes(language) ? [block.replaceAll('\\\n', ' ')] : [],
  );
  return blocks.flatMap((block) =>
    block.split('\n').flatMap((line) => {
      const [, words] = /^(?:\$ )?(?:[A-Z_]+=\S* )*(?:.*[|(] ?)?(?:bin\/)?sextant (.+)$/.exec(line) ?? [];
      // What has `<family>` and `[--maps]` in it is a form to be filled in.
      return words === undefined || /[[<][a-z-]+/.test(words)
        ? []
        : [words.replace(/ +(#|\||>|&|<\().*$/, '').replace(/\)"?$/, '')];
    }),
  );
}

const wordsOf = (line: string) =>
  (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));

/** What is wrong with a command, as the command line itself would see it; nothing is run. */
function wrongWith(program: Command, line: string): string | undefined {
  let command = program;
  let words = wordsOf(line).flatMap((word, at, all) =>
    all[at - 1] === '--overrides' && word.startsWith('--') ? [] : [word],
  );
  const isCut = words.includes('…');
  words = words.filter((word) => word !== '…');
  const overrides = words.indexOf('--overrides');
  if (overrides >= 0) words = words.slice(0, overrides);
  for (let below: Command | undefined; ; words = words.slice(1), command = below) {
    below = command.commands.find((child) => child.name() === words[0]);
    if (!below) break;
  }
  try {
    const { operands, unknown } = command.parseOptions(words.filter((word) => word !== '--help'));
    if (command === program && operands.length > 0) return 'no such verb';
    if (unknown.length > 0) return `unknown: ${unknown.join(' ')}`;
    const needed = command.registeredArguments.filter(({ required }) => required).length;
    const isOpenEnded = command.registeredArguments.some(({ variadic }) => variadic);
    if (!isCut && !words.includes('--help') && operands.length < needed) return 'an argument is missing';
    if (!isOpenEnded && operands.length > command.registeredArguments.length)
      return `too many arguments: ${operands.join(' ')}`;
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}

test('the command line understands every command on our pages', async () => {
  const program = await allVerbs();
  for (const command of [program, ...program.commands.flatMap(withNested)])
    command.exitOverride().configureOutput({ writeErr: () => {} });
  const lines = pages.flatMap((page) =>
    commandsOf(readFileSync(join(root, page), 'utf8')).map((line) => ({ page, line })),
  );
  expect(lines.length).toBeGreaterThan(200);
  const wrong = lines.flatMap(({ page, line }) => {
    const why = wrongWith(program, line);
    return why === undefined ? [] : [`${page}: sextant ${line} → ${why}`];
  });
  expect(wrong).toEqual([]);
});

function withNested(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withNested)];
}
