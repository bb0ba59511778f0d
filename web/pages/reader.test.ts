import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Model } from '../../src/contracts/index.ts';
import { serveViewer } from '../../src/viewer/index.ts';
import { newFolder, tinyRun } from '../../src/viewer/testing/runs.ts';
import { openBrowser, openPage } from '../testing/browser.ts';

const root = newFolder();
const units = 40;
let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;
let page: Page;
let run = '';

/** Needs 10 tokens for the first question, 20 for the second, and so on. */
const talker: Model = {
  id: 'test/talker',
  capabilities: { maxImages: 4, video: false, coordinates: null, peeks: 'nothing' },
  settings: {},
  answer: async ({ unit }) => ({
    text: 'B',
    finish: 'stop',
    usage: { inputTokens: 1, outputTokens: 10 * (1 + Number(/\d+$/.exec(unit.id)?.[0])) },
  }),
};

beforeAll(async () => {
  await tinyRun({ folder: join(root, 'talker'), count: units, model: talker });
  browser = await openBrowser();
  serving = await serveViewer({ roots: [root], port: 0, openData: async () => undefined });
  const [head]: { id: string }[] = await (await fetch(`${serving.address}api/runs`)).json();
  run = head?.id ?? '';
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(async () => {
  await page?.close();
  ({ page } = await openPage(browser));
});

const openSamples = (query = '') => page.goto(`${serving.address}#/run/${run}?view=samples${query}`);
const status = (text: string) =>
  page.locator('.list-head [role=status]').getByText(text, { exact: true }).first().waitFor();
const rows = () => page.getByRole('listbox', { name: 'Samples' }).getByRole('option');

test('what was measured is a histogram, and a range of it a filter beside the others', async () => {
  await openSamples();
  await status(`${units} of ${units} samples`);
  const tokens = page.getByRole('group', { name: /^tokens/ });
  await tokens.getByText('10 – 400').waitFor();
  const bars = await tokens.locator('svg').boundingBox();
  if (!bars) throw new Error('there are no bars');
  // From the first quarter to the half.
  await page.mouse.move(bars.x + 0.26 * bars.width, bars.y + 10);
  await page.mouse.down();
  await page.mouse.move(bars.x + 0.49 * bars.width, bars.y + 10, { steps: 3 });
  await page.mouse.up();
  await status(`10 of ${units} samples`);
  expect(decodeURIComponent(page.url())).toContain('m.tokens=108..205');
  const both = page.waitForResponse((response) => decodeURIComponent(response.url()).includes('score=right'));
  await page.getByLabel('score', { exact: true }).selectOption('right');
  const { found, rows: right } = await (await both).json();
  expect(found).toBe(right.length);
  await status(`${found} of ${units} samples`);
  expect(found).toBeLessThan(10);
  await tokens.getByLabel('tokens: to').press('End');
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('m.tokens=108..&'));
  await page.getByRole('button', { name: 'Clear' }).click();
  await status(`${units} of ${units} samples`);
});

test('on a phone filters are folded, and can be unfolded', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSamples('&score=wrong');
  const score = page.getByLabel('score', { exact: true });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await score.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await score.waitFor({ state: 'hidden' });
});

const hostile = '<img src=x onerror=document.title=1>\u202e';

test('tags and notes are kept, counted, filtered by, taken out and in; whatever they hold is text', async () => {
  await openSamples();
  for (const tags of [['far', hostile], ['far']]) {
    await rows().first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Your notes' }).waitFor();
    await page.keyboard.press('n');
    for (const tag of tags) {
      await page.keyboard.type(tag);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel('Note', { exact: true }).fill('it looked the other way');
    await page.getByRole('link', { name: 'samples' }).click();
  }
  const bar = page.getByRole('group', { name: 'Your tags' });
  await bar.getByRole('button', { name: 'far 2', exact: true }).click();
  await status('2 of 2 samples');
  await rows().first().getByText('<img src=x').waitFor();
  // Going on stays among them.
  await rows().first().click();
  await page.getByText('1 of 2').waitFor();
  await page.getByRole('link', { name: 'samples' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    format: 'sextant-notes-1',
    notes: [
      {
        run: { benchmark: 'tiny', model: 'test/talker' },
        tags: ['far', hostile.slice(0, -1)],
        note: 'it looked the other way',
      },
      {},
    ],
  });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await bar.getByText('none yet').waitFor();
  const [file, other] = [join(root, 'notes.json'), join(root, 'other.json')];
  writeFileSync(file, text);
  writeFileSync(other, '{"format":"sextant-notes-1","notes":[{"unit":1}]}');
  await page.getByLabel('Notes to import').setInputFiles(other);
  await bar.getByText('This is no file of notes').waitFor();
  await page.getByLabel('Notes to import').setInputFiles(file);
  await bar.getByText('2 notes taken in.').waitFor();
  await page.reload();
  await bar.getByRole('button', { name: 'far 2', exact: true }).waitFor();
  expect(await page.title()).toBe('test/talker on tiny · Sextant');
});

test('the old number is grey while a run is scored again, and how far that is can be seen', async () => {
  await page.goto(`${serving.address}#/run/${run}`);
  const number = page.getByRole('region', { name: 'accuracy' });
  const opacity = () => number.evaluate((element) => getComputedStyle(element).opacity);
  await number.waitFor();
  const before = await number.textContent();
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/journal', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('read by').selectOption('choice/exact');
  await page.getByLabel('Scored again').waitFor();
  expect([await number.textContent(), await opacity()]).toEqual([before, '0.4']);
  go();
  await page.getByText('computed here').waitFor();
  expect(await opacity()).toBe('1');
});

test('the list of runs shows what they ask about', async () => {
  await page.goto(serving.address);
  const glimpse = page.getByRole('navigation', { name: 'Samples of talker' });
  await glimpse.locator('img').first().waitFor();
  await glimpse.getByRole('link').first().click();
  await page.getByRole('region', { name: 'Your notes' }).waitFor();
});

test('a page whose server is gone says so, keeps what it shows, and goes on when the server is back', async () => {
  await page.goto(serving.address);
  await page.getByText('1 run', { exact: true }).waitFor();
  const port = Number(new URL(serving.address).port);
  await serving.close();
  const banner = page.getByText('The viewer’s server does not answer.');
  await banner.waitFor();
  await page.getByRole('link', { name: 'test/talker' }).waitFor();
  await tinyRun({ folder: join(root, 'second'), count: 3 });
  serving = await serveViewer({ roots: [root], port, openData: async () => undefined });
  await page.getByText('2 runs', { exact: true }).waitFor();
  await banner.waitFor({ state: 'detached' });
});
