import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { anchorNames, anchorOf } from './docs-site/anchors.ts';

const root = join(import.meta.dirname, '..');
const pages = globSync('{*.md,llms.txt,docs/**/*.md,examples/*.md,training/*.md}', { cwd: root });

function anchorsOf(page: string): Set<string> {
  const name = anchorNames();
  return new Set([...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => name(heading)));
}

/** Without blocks of code: what looks like a link or a heading there is none. */
function prose(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
}

/** Links that lead nowhere, as `page: link`. */
function brokenLinks(page: string): string[] {
  const links = [...prose(join(root, page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(target) || relative(root, target).startsWith('..')) return true;
      return anchor !== undefined && (statSync(target).isDirectory() || !anchorsOf(target).has(anchor));
    })
    .map((link) => `${page}: ${link}`);
}

test('every link between pages leads to a file and a heading that exist', () => {
  expect(pages).toContain('README.md');
  expect(pages.flatMap(brokenLinks)).toEqual([]);
});

test('headings are addressed as GitHub addresses them', () => {
  expect(anchorOf('`report --format html`')).toBe('report---format-html');
  expect(anchorOf('Epochs and pass@k')).toBe('epochs-and-passk');
});

test('the README fits on two screens and shows one picture', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  expect(text.split('\n').length).toBeLessThan(60);
  expect(text.match(/!\[/g)).toHaveLength(1);
});
