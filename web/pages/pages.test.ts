import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { tiny } from '../../src/benchmarks/tiny/index.ts';
import { baselineModel } from '../../src/contestants/models/baselines.ts';
import { compareRuns, findProtocol, type ScoredRun, summariseRun } from '../../src/engine/index.ts';
import { percent } from '../../src/report/format.ts';
import { verdict } from '../../src/report/verdict.ts';
import { serveViewer, writeSinglePage } from '../../src/viewer/index.ts';
import { newFolder, tinyRun } from '../../src/viewer/testing/runs.ts';
import { openBrowser, openPage } from '../testing/browser.ts';

const root = newFolder();
const units = 120;
const runs: Record<string, ScoredRun> = {};
let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  for (const [name, seed] of Object.entries({ random: 1, center: 0, oracle: 0 })) {
    const model = baselineModel(name, seed);
    if (!model) throw new Error(`there is no baseline ${name}`);
    const folder = await tinyRun({ folder: join(root, name), count: units, model });
    runs[name] = await summariseRun(folder, tiny);
  }
  browser = await openBrowser();
  serving = await serveViewer({ roots: [root], port: 0, openData: async () => undefined });
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ page, complaints } = await openPage(browser));
  await page.goto(serving.address);
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

/** The run as the command line scores it. */
function scored(name: string): ScoredRun {
  const run = runs[name];
  if (!run) throw new Error(`there is no run ${name}`);
  return run;
}

async function open(name: string, view = ''): Promise<void> {
  const href = await page.getByTitle(name, { exact: true }).getAttribute('href');
  await page.goto(`${serving.address}${href}?view=${view}`);
}

async function openComparison(): Promise<void> {
  for (const name of ['random', 'center']) await page.getByLabel(`Compare ${name}`, { exact: true }).check();
  await page.getByRole('link', { name: 'Compare 2' }).click();
}

const scoreOf = ({ summary }: ScoredRun) => percent(summary.metrics[0]?.value ?? Number.NaN);
const headline = (score: string) => page.locator('.number .value').getByText(score).waitFor();
const list = (): Locator => page.getByRole('listbox', { name: 'Samples' });
const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

test('a run that cannot be read is named, with the reason, until it can', async () => {
  const [folder, path] = [join(root, 'torn'), join(root, 'torn', 'run.json')];
  mkdirSync(folder);
  writeFileSync(path, '{"format": "sextant-run-1", "spec"');
  const broken = page.getByRole('alert').filter({ hasText: 'torn cannot be read' });
  await broken.getByText(path).waitFor();
  await status('3 runs');
  rmSync(folder, { recursive: true });
  await broken.waitFor({ state: 'detached' });
});

test('a sharded run shows how each shard does, while it is going', async () => {
  const owner = { host: hostname(), started: '' };
  const shard = async (index: number, lines: number, pid?: number) => {
    const folder = join(root, 'mine', `shard-${index}-of-4`);
    await tinyRun({ folder, count: 12 });
    const [run, events] = [join(folder, 'run.json'), join(folder, 'events.ndjson')];
    const content = JSON.parse(readFileSync(run, 'utf8'));
    writeFileSync(run, JSON.stringify({ ...content, shard: { index, count: 4, units: 48 } }));
    writeFileSync(events, `${readFileSync(events, 'utf8').split('\n').slice(0, lines).join('\n')}\n`);
    if (pid !== undefined) writeFileSync(join(folder, 'lock'), JSON.stringify({ ...owner, pid }));
    return folder;
  };
  const [, going] = await Promise.all([shard(1, 999), shard(2, 20, process.pid), shard(3, 11, spawnSync('true').pid)]);
  const panel = page.getByRole('region', { name: 'mine, shards' });
  await panel.getByText(/of 48 units answered · 4 shards: 1 lost, 1 working, 1 done, 1 not begun/).waitFor();
  await panel.getByText('going').waitFor();
  expect(await panel.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^shard 3\s+lost/),
    expect.stringMatching(/^shard 2\s+working\s+\d of 12/),
    expect.stringMatching(/^shard 1\s+done\s+12 of 12/),
  ]);
  // Shards are no runs of their own in the list.
  await status('3 runs');
  rmSync(join(going ?? '', 'lock'));
  await panel.getByText(/1 lost, 1 stopped, 1 done/).waitFor();
  await panel.getByRole('link', { name: 'shard 2' }).click();
  await page.locator('.number').first().waitFor();
  // Nobody looks at it while it is removed.
  await page.goto('about:blank');
  rmSync(join(root, 'mine'), { recursive: true });
  await page.goto(serving.address);
  await panel.waitFor({ state: 'detached' });
});

test('runs can be sorted and searched, and the address says how', async () => {
  const rows = page.locator('.runs tbody tr.run');
  await rows.first().getByText('oracle').waitFor();
  await page.getByRole('button', { name: 'score' }).click();
  await rows.last().getByText('oracle').waitFor();
  expect(page.url()).toContain('sort=score');
  await page.keyboard.press('/');
  await page.keyboard.type('center');
  await status('1 of 3 runs match');
  await page.reload();
  await status('1 of 3 runs match');
});

test('a run shows the same numbers as the command line', async () => {
  await open('random');
  const { metrics, groups } = scored('random').summary;
  await headline(scoreOf(scored('random')));
  const [metric] = metrics;
  await page
    .getByText(`[${percent(metric?.low ?? 0)}, ${percent(metric?.high ?? 0)}]`)
    .first()
    .waitFor();
  for (const { by, key, metrics: of } of groups) {
    const row = page.getByRole('region', { name: `By ${by}` }).getByRole('link', { name: new RegExp(`^${key}`) });
    expect(await row.textContent()).toContain(percent(of[0]?.value ?? Number.NaN));
  }
  await page.getByText('120 (100.0 %)').first().waitFor();
});

test('a row of a plot leads to its samples', async () => {
  await open('random');
  const choices = scored('random').units.filter(({ groups }) => groups.kind === 'choice').length;
  await page.getByRole('link', { name: /^choice/ }).click();
  await status(`${choices} of ${units} samples`);
  expect(page.url()).toContain('g.kind=choice');
});

test('the list is gone through by keyboard, holds only what is seen, and remembers its place', async () => {
  await open('random', 'samples');
  await status(`${units} of ${units} samples`);
  expect(await page.locator('.sample-row').count()).toBeLessThan(40);
  await page.keyboard.press('/');
  await page.keyboard.type('closest');
  await page.keyboard.press('Enter');
  const found = list().getByRole('option');
  // Every letter filters: keys that come before the last one has would move in another list.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.sample-row .question')].every((row) =>
      row.getAttribute('title')?.includes('closest'),
    ),
  );
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  const selected = page.locator('[aria-selected=true] .id');
  expect(await selected.textContent()).toBe(await found.first().locator('.id').textContent());
  await page.keyboard.press('j');
  const id = (await selected.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Place in the list' }).getByText(id).waitFor();
  await page.getByText(/^2 of \d+$/).waitFor();
  await page.keyboard.press('j');
  await page.getByText(/^3 of \d+$/).waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await selected.waitFor();
  expect(await selected.textContent()).toBe(id);
  expect(page.url()).toContain('q=closest');
});

test('a long list is there without all of its rows having been fetched', async () => {
  const long = 1000;
  const folder = await tinyRun({ folder: join(root, 'long'), count: long });
  await page.getByTitle('long', { exact: true }).waitFor();
  const asked: string[] = [];
  const pages: Promise<{ rows: unknown[] }>[] = [];
  const listen = (response: Response) => {
    const { pathname } = new URL(response.url());
    const [, kind = ''] = /^\/api\/runs\/[^/]+\/(\w+)$/.exec(pathname) ?? [];
    if (kind !== '' && kind !== 'blobs') asked.push(kind);
    // Of the first screen only: a later page of the list may be given up while it comes.
    if (kind === 'list' && !isListed) pages.push(response.json());
  };
  let isListed = false;
  page.on('response', listen);
  await open('long', 'samples');
  await status('1,000 of 1,000 samples');
  await list().getByRole('option').first().waitFor();
  isListed = true;
  // A few screens.
  expect((await Promise.all(pages)).flatMap(({ rows }) => rows).length).toBeLessThan(long / 2);
  await page.keyboard.press('End');
  const selected = page.locator('[aria-selected=true]');
  await selected.waitFor();
  expect(await selected.getAttribute('aria-posinset')).toBe(String(long));
  // Pictures of rows that fly past are not asked for.
  let thumbs = 0;
  page.on('request', (request) => {
    if (request.url().includes('/thumbs/')) thumbs += 1;
  });
  await list().evaluate(async (element) => {
    for (let screen = 1; screen < 100; screen += 1) {
      element.scrollTop = (element.scrollHeight * ((screen * 37) % 100)) / 100;
      await new Promise(requestAnimationFrame);
    }
    element.scrollTop = element.scrollHeight;
  });
  await selected.waitFor();
  expect(thumbs).toBeLessThan(100);
  await page.keyboard.press('k');
  const id = (await page.locator(`[aria-posinset="${long - 1}"] .id`).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await page.getByText('999 of 1,000').waitFor();
  await page.keyboard.press('j');
  await page.getByText('1,000 of 1,000').waitFor();
  await page.keyboard.press('k');
  await page.getByText('999 of 1,000').waitFor();
  await page.keyboard.press('Escape');
  await selected.waitFor();
  expect(await selected.locator('.id').textContent()).toBe(id);
  await page.getByLabel('score', { exact: true }).selectOption('wrong');
  await page.waitForFunction(() =>
    /^\d+ of 1,000 samples$/.test(document.querySelector('.samples [role=status]')?.textContent ?? ''),
  );
  // Neither all rows nor the journal.
  page.off('response', listen);
  expect(new Set(asked)).toEqual(new Set(['list', 'unit']));
  // A page that still looks at the run would complain that it is gone.
  await page.goto('about:blank');
  rmSync(folder, { recursive: true });
});

test('samples where runs differ are those that the comparison counts', async () => {
  await open('random', 'samples');
  await page.getByLabel('differs from').selectOption('center');
  const { wins, losses } = compareRuns(scored('random'), scored('center')).overall;
  await status(`${wins + losses} of ${units} samples`);
  await page.getByLabel('either way').selectOption('better');
  await status(`${wins} of ${units} samples`);
});

test('samples appear while a run is going', async () => {
  const folder = await tinyRun({ folder: join(root, 'going'), count: 6 });
  const journal = join(folder, 'events.ndjson');
  const lines = readFileSync(journal, 'utf8').split(/(?<=\n)/);
  const half = lines.findIndex((line) => line.includes('"attempt"')) + 1;
  writeFileSync(journal, lines.slice(0, half).join(''));
  await page.reload();
  await open('going', 'samples');
  await status('1 of 1 sample');
  appendFileSync(journal, lines.slice(half).join(''));
  await status('6 of 6 samples');
  rmSync(folder, { recursive: true });
});

test('another protocol is scored in the page as on the command line', async () => {
  await open('center');
  await headline(scoreOf(scored('center')));
  await page.getByLabel('read by').selectOption('choice/exact');
  await page.getByText('computed here').waitFor();
  const own = scored('center').run.spec.protocol;
  await headline(scoreOf(await summariseRun(join(root, 'center'), tiny, { ...own, extractor: 'choice/exact' })));
  await page.getByRole('button', { name: 'Back to its own' }).click();
  await headline(scoreOf(scored('center')));
  await page.getByRole('button', { name: /^Score under all/ }).click();
  const strict = await summariseRun(join(root, 'center'), tiny, findProtocol(tiny, 'tiny/strict'));
  await page.getByRole('cell', { name: `#${strict.summary.protocol.hash.slice(0, 8)}` }).waitFor();
});

test('samples that were scored again keep their thumbnails', async () => {
  await open('random', 'samples&extractor=choice/exact');
  await page.getByText('computed here').waitFor();
  await list().locator('.sample-row img').first().waitFor();
});

test('a page in a single file scores again by itself', async () => {
  const out = join(root, 'report.html');
  await writeSinglePage({ roots: [join(root, 'center')], out, openData: async () => undefined, maxBytes: 5e7 });
  await page.goto(pathToFileURL(out).href);
  await page.getByTitle('center', { exact: true }).click();
  await page.getByLabel('scored under').selectOption('tiny/strict');
  await page.getByText('computed here').waitFor();
  await headline(scoreOf(await summariseRun(join(root, 'center'), tiny, findProtocol(tiny, 'tiny/strict'))));
});

test('two runs are compared as on the command line, and the queue opens both answers', async () => {
  await openComparison();
  const comparison = compareRuns(scored('random'), scored('center'));
  await page.getByText(verdict(comparison.overall)).waitFor();
  await page.getByRole('button', { name: `A right, B wrong (${comparison.aRightBWrong.length})` }).waitFor();
  await expect.poll(() => page.locator('.matrix button').count()).toBe(2);
  await page.getByRole('region', { name: 'Difference by relation' }).waitFor();
  await page.locator('.queue-row').first().click();
  await page.getByText(`1 of ${comparison.aRightBWrong.length}`).waitFor();
  const named = async () => {
    for (const text of ['A · baseline/random', 'B · baseline/center']) await page.getByText(text).first().waitFor();
  };
  await named();
  // Letters stay whoever is better.
  await page.goBack();
  await page.getByRole('button', { name: /^B right, A wrong/ }).click();
  await page.locator('.queue-row').first().click();
  await page.getByText(`1 of ${comparison.bRightAWrong.length}`).waitFor();
  await named();
});

test('a sample calls three runs what the comparison called them', async () => {
  const ids = await Promise.all(
    ['random', 'center', 'oracle'].map(async (name) => {
      const href = await page.getByTitle(name, { exact: true }).getAttribute('href');
      return href?.split('/').at(-1);
    }),
  );
  await page.goto(`${serving.address}#/compare?runs=${ids.join(',')}&a=${ids[0]}&b=${ids[2]}`);
  await page.getByRole('button', { name: /^C right, A wrong/ }).click();
  await page.locator('.queue-row').first().click();
  const said = page.locator('.verdict-line b');
  await said.nth(1).waitFor();
  expect(await said.allTextContents()).toEqual(['A · baseline/random ', 'C · baseline/oracle ']);
  await page.getByRole('heading', { name: 'Your notes on C' }).waitFor();
});

test('all charts of differences have one scale, tick for tick at the same place', async () => {
  await openComparison();
  const charts = page.getByRole('region', { name: /^Difference by / });
  await charts.first().locator('svg[width]:not([aria-hidden])').waitFor();
  const scales = await charts.evaluateAll((sections) =>
    sections.map((section) =>
      [...section.querySelectorAll('text.soft.middle')].map(
        (tick) => `${tick.textContent} at ${tick.getAttribute('x')}`,
      ),
    ),
  );
  expect(scales.length).toBeGreaterThan(1);
  expect(scales[0]?.length).toBeGreaterThan(2);
  expect(scales).toEqual(scales.map(() => scales[0]));
});

test('charts and tables can be taken along', async () => {
  await open('random');
  const section = page.getByRole('region', { name: 'By kind' });
  const taken = async (choice: string) => {
    await section.locator('summary').click();
    const [download] = await Promise.all([page.waitForEvent('download'), section.getByText(choice).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await taken('Chart as SVG');
  expect(svg.name).toBe('random-accuracy-by-kind.svg');
  expect(svg.bytes.toString()).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg".*choice.*<\/svg>$/s);
  expect(svg.bytes.toString()).not.toContain('class=');
  expect((await taken('Chart as PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
  expect((await taken('Table as CSV')).bytes.toString()).toMatch(/^kind,metric,score \(%\)/);
  expect((await taken('Table as Markdown')).bytes.toString()).toContain('| choice |');
  expect((await taken('Table as LaTeX')).bytes.toString()).toContain('\\toprule');
});

test('every model has its profile over all benchmarks', async () => {
  await page.getByRole('link', { name: 'Abilities' }).click();
  const row = page.getByRole('row', { name: /^baseline\/random/ });
  await page.getByRole('columnheader', { name: /Tiny/ }).locator('img').first().waitFor();
  await row.getByRole('link', { name: scoreOf(scored('random')) }).click();
  await headline(scoreOf(scored('random')));
  await expect.poll(() => page.title()).toBe('baseline/random on tiny · Sextant');
});

test('samples are scanned as a grid of pictures with target and answer', async () => {
  await open('random', 'samples');
  await page.getByRole('button', { name: 'Grid' }).click();
  const cells = list().getByRole('option');
  await cells.first().locator('img').first().waitFor();
  await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
  await page.locator('.grid-cell .mask-layer').first().waitFor();
  await page.locator('.grid-cell .thumb-dot').first().waitFor();
  const widthOf = async () => (await cells.first().boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.getByLabel('Size of pictures').fill('400');
  await expect.poll(widthOf).toBeGreaterThan(1.5 * before);
  await list().focus();
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
  await page.getByText(`2 of ${units}`).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.grid-cell[aria-selected=true]').waitFor();
});

test('keys are explained, and colours are chosen', async () => {
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('show or hide the target').waitFor();
  await page.keyboard.press('Escape');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  for (const key of ['t', 't']) await page.keyboard.press(key);
  expect(await ground()).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
});

test('an address that leads nowhere says so', async () => {
  await page.goto(`${serving.address}#/run/nothing`);
  await page.getByRole('alert').getByText('There is no such run here').waitFor();
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
});

test('every page fits on a phone', async () => {
  const width = 390;
  await page.setViewportSize({ width, height: 844 });
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByLabel('Compare random').waitFor();
  await fits();
  for (const view of ['', 'samples', 'protocol', 'published']) {
    await open('random', view);
    await page.getByRole('heading', { name: 'baseline/random' }).waitFor();
    await fits();
    await page.goto(serving.address);
  }
  await openComparison();
  await page.getByRole('region', { name: 'Difference by kind' }).waitFor();
  await fits();
});

test.each(['light', 'dark'])('text can be read in %s colours', async (theme) => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
  const ratios = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const brightness = (name: string) => {
      probe.style.color = `var(${name})`;
      const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
      const [r = 0, g = 0, b = 0] = parts.map((part) =>
        part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const grounds = ['--bg', '--panel', '--sunken'].map(brightness);
    return ['--ink', '--soft', '--accent', '--hit', '--miss', '--outside'].map((name) => {
      const text = brightness(name);
      const worst = Math.min(
        ...grounds.map((ground) => (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)),
      );
      return { name, worst };
    });
  });
  // What WCAG asks of text.
  expect(ratios.filter(({ worst }) => worst < 4.5)).toEqual([]);
});
