import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../../web/testing/browser.ts';
import { buildSite } from './build.ts';
import { renderPage } from './page.ts';

const root = join(import.meta.dirname, '../..');
const out = mkdtempSync(join(tmpdir(), 'docs-'));
beforeAll(() => {
  buildSite(root, out);
});

/** Addresses in a page of the site that lead to no file, or to no heading in it. */
function broken(page: string): string[] {
  const html = readFileSync(join(out, page), 'utf8');
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, to = '']) => to)
    .filter((to) => {
      if (/^[a-z]+:/.test(to)) return false;
      const [path = '', anchor] = to.split('#');
      const file = path === '' ? join(out, page) : join(out, dirname(page), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !readFileSync(file, 'utf8').includes(` id="${anchor}"`);
    })
    .map((to) => `${page}: ${to}`);
}

test('every address in the site leads to a file of it and a heading there', () => {
  const pages = globSync('**/*.html', { cwd: out });
  expect(pages.length).toBeGreaterThan(70);
  expect(pages).toContain('index.html');
  expect(pages.flatMap(broken)).toEqual([]);
});

test('what looks like HTML in a page is text in the site, and comments stay out', () => {
  const { body } = renderPage(
    'docs/x.md',
    '# A <b>\n\n<script>alert(1)</script>\n\n<!-- written by -->\n\n`<i>` [x](run.md#what-is-asked "t")',
  );
  expect(body).not.toMatch(/<script|written by|<b>|<i>/);
  expect(body).toContain('<a href="run.html#what-is-asked">x</a>');
});

test('the site opens from disk, and its search leads to the part that has the words', async () => {
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser);
    await page.goto(pathToFileURL(join(out, 'docs/run.html')).href);
    await page.keyboard.press('/');
    await page.keyboard.type('confidence sequence stopp');
    await page.locator('#found a').first().waitFor();
    expect(await page.locator('#found').textContent()).toContain('Stopping early');
    await page.locator('#found a', { hasText: 'Stopping early' }).first().click();
    await page.waitForURL(/statistics\.html#stopping-early$/);
    await page.locator('#search').fill('zzzzqqq');
    expect(await page.locator('#found').textContent()).toBe('Nothing has “zzzzqqq”.');
    expect(complaints).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(pathToFileURL(join(out, 'docs/statistics.html')).href);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  } finally {
    await browser.close();
  }
});
