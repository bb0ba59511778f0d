import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandJudge } from './testing/understood.ts';

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
      return words === undefined || /[[<][a-z-]+/.test(words) ? [] : [words];
    }),
  );
}

test('the command line understands every command on our pages', async () => {
  const wrongWith = await commandJudge();
  const lines = pages.flatMap((page) =>
    commandsOf(readFileSync(join(root, page), 'utf8')).map((line) => ({ page, line })),
  );
  expect(lines.length).toBeGreaterThan(200);
  const wrong = lines.flatMap(({ page, line }) => {
    const why = wrongWith(line);
    return why === undefined ? [] : [`${page}: sextant ${line} → ${why}`];
  });
  expect(wrong).toEqual([]);
});
