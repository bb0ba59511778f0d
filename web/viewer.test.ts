import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sextant } from '../src/cli/testing/sextant.ts';
import type { Model } from '../src/contracts/index.ts';
import { serveViewer, writeSinglePage, writeSite } from '../src/viewer/index.ts';
import { newFolder, tinyRun } from '../src/viewer/testing/runs.ts';
import { openBrowser, openPage } from './testing/browser.ts';
import { attack, hostileIds, hostileRun, LONG } from './testing/hostile.ts';
import { hostFolder } from './testing/static-host.ts';

const root = newFolder();
const openData = async () => undefined;
const addresses: Record<string, string> = {};
let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;
let host: Awaited<ReturnType<typeof hostFolder>>;

beforeAll(async () => {
  const runs = join(root, 'runs');
  await tinyRun({ folder: join(runs, 'center'), count: 60, says: () => '(0.5, 0.5)' });
  await tinyRun({ folder: join(runs, 'always-b'), count: 60, says: () => 'The answer is B.' });
  await hostileRun(join(runs, 'hostile'));
  await writeSite({ roots: [runs], out: join(root, 'site'), openData });
  await writeSinglePage({ roots: [runs], out: join(root, 'report.html'), openData, maxBytes: 5e7 });
  [browser, serving, host] = await Promise.all([
    openBrowser(),
    serveViewer({ roots: [runs], port: 0, openData }),
    hostFolder(join(root, 'site')),
  ]);
  addresses.server = serving.address;
  addresses['static host'] = host.address;
  addresses['single file'] = pathToFileURL(join(root, 'report.html')).href;
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  host?.close();
  rmSync(root, { recursive: true, force: true });
});

const kinds = ['server', 'static host', 'single file'];

describe.each(kinds)('from a %s', (kind) => {
  it('shows runs, a run, and a unit with its picture', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(addresses[kind] ?? '');
    await page.getByTitle('always-b').first().click();
    await page.getByRole('link', { name: 'samples' }).click();
    const row = page.locator('.sample-row').first();
    await row.waitFor();
    expect(await row.textContent()).toContain('The answer is B.');
    await row.click();
    await page.getByText('The answer is B.').first().waitFor();
    await page.waitForFunction(() =>
      [...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth === 320),
    );
    expect(page.url()).toContain('/unit/');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('takes everything hostile for text', async () => {
    const { page, complaints } = await openPage(browser);
    const start = addresses[kind] ?? '';
    await page.goto(start);
    const href = await page.getByTitle('hostile').first().getAttribute('href');
    for (const view of ['', 'protocol', 'published', 'samples']) {
      await page.goto(`${start}${href}?view=${view}`);
      await page.getByRole('heading', { name: 'test/model' }).waitFor();
    }
    await page.locator('.sample-row').first().waitFor();
    expect(await page.getByText(attack).count()).toBeGreaterThan(0);
    for (const id of hostileIds) {
      await page.goto(`${start}${href}/unit/${encodeURIComponent(id)}?epoch=0`);
      await page.getByText(attack).first().waitFor();
    }
    // The answer of ten megabytes.
    const longest = hostileIds[3] ?? '';
    await page.goto(`${start}${href}/unit/${encodeURIComponent(longest)}?epoch=0`);
    await page.getByText('B B B B').first().waitFor();
    expect(LONG).toBeGreaterThan(await page.evaluate(() => document.getElementById('root')?.textContent.length ?? 0));
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

it('shows new answers while a run is going, without loading again', async () => {
  const { page, complaints } = await openPage(browser);
  const folder = join(root, 'runs', 'going');
  await page.goto(serving.address);
  await page.getByTitle('center').first().waitFor();
  await tinyRun({ folder, count: 4 });
  await page.getByTitle('going').first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('is refused to a page of another site', async () => {
  const { page } = await openPage(browser);
  await page.goto(host.address);
  const tries = await page.evaluate(async (victim) => {
    const fetched = await fetch(`${victim}api/runs`).then(
      () => 'read',
      () => 'refused',
    );
    const blind = await fetch(`${victim}api/runs`, { mode: 'no-cors' }).then(
      () => 'sent',
      () => 'refused',
    );
    return [fetched, blind];
  }, serving.address);
  expect(tries).toEqual(['refused', 'refused']);
  await page.close();
});

it('does an episode again from a single file', async () => {
  const robot = ['run', 'rsb-math-4', '--policy', 'policy/still', '--limit', '1', '--workers', '1', '--out', 'robot'];
  expect((await sextant({ cwd: root }, ...robot)).code).toBe(0);
  const out = join(root, 'robot.html');
  await writeSinglePage({ roots: [join(root, 'robot')], out, openData });
  const { page, complaints } = await openPage(browser);
  await page.goto(pathToFileURL(out).href);
  await page.getByTitle('robot').first().click();
  await page.getByRole('link', { name: 'samples' }).click();
  await page.locator('.sample-row').first().click();
  await page.getByText('identical to the recorded run').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('a report opens on its front page, takes hostile names for text, and prints light, its tables on the long side', async () => {
  const out = join(root, 'front.html');
  const front = { title: `<img src=x onerror=alert(1)> ${attack}`, author: 'A. Author', date: '2026-01-31' };
  const roots = ['center', 'always-b'].map((name) => join(root, 'runs', name));
  const capabilities = { maxImages: 4, video: false, coordinates: null, peeks: 'nothing' } as const;
  const answer: Model['answer'] = async () => ({ text: attack, finish: 'stop' });
  const model: Model = { id: `${attack}\u202e`, capabilities, settings: {}, answer };
  roots.push(await tinyRun({ folder: join(root, 'named'), count: 60, model }));
  await writeSinglePage({ roots, out, openData, front });
  const { page, complaints } = await openPage(browser, { width: 390, height: 844, dark: true });
  await page.goto(pathToFileURL(out).href);
  await page.getByRole('heading', { name: front.title }).waitFor();
  await page.getByText('A. Author · 2026-01-31 · 3 runs · 180 answers').waitFor();
  await page.getByText('Scores on Tiny: test/model').waitFor();
  await page.locator('.report-failure').nth(2).waitFor();
  const lines = await page.locator('.report-failure .verdict-line').allTextContents();
  expect(lines.join()).toMatch(/Wrong: chose B · .+\. Right is [ACD] · /);
  expect(await page.locator('.findings').textContent()).toContain(attack);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.locator('.top').isVisible()).toBe(false);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const wide = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => Number(w) > Number(h));
  expect(wide[0]).toBe(false);
  expect(wide).toContain(true);
  expect(complaints).toEqual([]);
  await page.close();
});
