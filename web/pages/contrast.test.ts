import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveViewer } from '../../src/viewer/index.ts';
import { newFolder, tinyRun } from '../../src/viewer/testing/runs.ts';
import { openBrowser, openPage } from '../testing/browser.ts';
import { faintTexts } from '../testing/contrast.ts';

const root = newFolder();
const names = ['plain', 'other', 'third', 'fourth', 'fifth', 'sixth'];
let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;

beforeAll(async () => {
  // Right, wrong and unreadable answers; enough runs for every letter's colour.
  const replies = ['A', 'B', '(0.5, 0.5)', 'I cannot help with that.', 'hm', 'C'];
  for (const [n, name] of names.entries())
    await tinyRun({
      folder: join(root, name),
      count: 24,
      says: ({ at }) => replies[(at * (n + 1)) % replies.length] ?? '',
    });
  browser = await openBrowser();
  serving = await serveViewer({ roots: [root], port: 0, openData: async () => undefined });
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  rmSync(root, { recursive: true, force: true });
});

test.each(['light', 'dark'])('every label on every page can be read in %s colours', async (theme) => {
  const { page, complaints } = await openPage(browser, { dark: theme === 'dark' });
  await page.goto(serving.address);
  await page.getByTitle('plain', { exact: true }).waitFor();
  const found: Record<string, unknown> = {};
  const look = async (name: string, least: number) => {
    await page.waitForFunction(() => !document.querySelector('.loading'));
    const { seen, faint } = await faintTexts(page);
    expect(seen, `texts on ${name}`).toBeGreaterThan(least);
    if (faint.length > 0) found[name] = faint;
  };
  const ids = (await Promise.all(names.map((name) => page.getByTitle(name, { exact: true }).getAttribute('href')))).map(
    (href) => href?.split('/').at(-1) ?? '',
  );
  await look('runs', 30);
  for (const view of ['', 'samples', 'protocol']) {
    await page.goto(`${serving.address}#/run/${ids[0]}?view=${view}`);
    await page
      .locator(view === 'samples' ? '.sample-row' : view === '' ? '.flow svg' : '.recipe')
      .first()
      .waitFor();
    await look(`run ${view}`, 20);
  }
  for (const reply of ['A', '(0.5, 0.5)', 'hm']) {
    await page.goto(`${serving.address}#/run/${ids[0]}?view=samples`);
    await page.locator('.sample-row').filter({ hasText: reply }).first().click();
    await page.locator('.sample').waitFor();
    await look(`sample ${reply}`, 20);
  }
  await page.goto(`${serving.address}#/compare?runs=${ids.join()}`);
  await page.getByRole('region', { name: 'Difference by kind' }).waitFor();
  await look('compare', 60);
  await page.locator('.queue-row').first().click();
  await page.locator('.sample').waitFor();
  await look('sample of two runs', 20);
  expect(found).toEqual({});
  expect(complaints).toEqual([]);
  await page.close();
});

test('a text that is too faint is found, also over a bar, a gradient and through opacity', async () => {
  const { page } = await openPage(browser);
  await page.setContent(`<body style="background:#fff">
    <p style="color:#767676">passes</p><p style="color:#777">fails</p>
    <p style="color:#000;opacity:.4">through opacity</p>
    <p style="color:#000;background:linear-gradient(#555 0 0)">over a gradient</p>
    <svg width="200" height="40"><rect width="200" height="40" fill="#444"/><text x="5" y="25">over a bar</text></svg>
    <button disabled style="color:#eee">off</button></body>`);
  const { seen, faint } = await faintTexts(page);
  expect(seen).toBe(5);
  expect(faint.map(({ text }) => text)).toEqual(['fails', 'through opacity', 'over a gradient', 'over a bar']);
  await page.close();
});

test.each(['light', 'dark'])(
  'no run has the colour of right or wrong, nor that of another run, in %s colours',
  async (theme) => {
    const { page } = await openPage(browser, { dark: theme === 'dark' });
    await page.goto(serving.address);
    const near = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      /** In Oklab, where distances are as the eye sees them. */
      const placeOf = (name: string) => {
        probe.style.color = `color-mix(in oklab, var(${name}) 100%, var(${name}))`;
        return (getComputedStyle(probe).color.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
      };
      const runs = [...'abcdef'].map((letter) => `--run-${letter}`);
      const all = ['--hit', '--miss', ...runs].map((name) => ({ name, place: placeOf(name) }));
      return all.flatMap((a, at) =>
        all.slice(at + 1).flatMap((b) => {
          const apart = Math.hypot(...a.place.map((part, n) => part - (b.place[n] ?? Number.NaN)));
          return apart >= 0.09 ? [] : [`${a.name} and ${b.name}: ${apart.toFixed(3)}`];
        }),
      );
    });
    expect(near).toEqual([]);
    await page.close();
  },
);
