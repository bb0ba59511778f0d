// Writes docs/pictures/viewer-*.png: the viewer's pages on the runs of `npm start`, as it leaves them, and on one that is going. Usage:
// node scripts/write-screenshots.ts [folder where `npm start` ran, otherwise it is run here [names of pictures]]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openData } from '../src/cli/view.ts';
import { serveViewer } from '../src/viewer/index.ts';
import { openBrowser, openPage } from '../web/testing/browser.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };

const [, , there, ...only] = process.argv;
const place = there ?? mkdtempSync(join(tmpdir(), 'sextant-screenshots-'));
spawnSync(process.execPath, [join(root, 'scripts/build-web.mjs')], { stdio: 'inherit' });
try {
  if (there === undefined) tour();
  const serving = await serveViewer({ roots: [join(place, 'runs')], port: 0, openData: openData(undefined) });
  const browser = await openBrowser();
  try {
    for (const [name, shot] of Object.entries(shots(serving.address))) {
      if (only.length > 0 && !only.includes(name)) continue;
      const { page, complaints } = await openPage(browser, shot.size);

      await shot.go(page);
      await page.waitForFunction(() => !document.querySelector('.loading'));
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.evaluate(() => window.scrollTo(0, 0));
      await keep(name, await page.screenshot());
      if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('\n')}`);
      await page.close();
    }
    if (only.length === 0 || only.includes('shared')) await shared(browser);
  } finally {
    await browser.close();
    await serving.close();
  }
} finally {
  if (there === undefined) rmSync(place, { recursive: true });
}

function tour(): void {
  const { status } = spawnSync(join(root, 'bin/sextant'), ['start'], { cwd: place, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error('sextant start failed');
}

interface Shot {
  size: { width: number; height: number; dark?: boolean };
  go(page: Page): Promise<void>;
}

function shots(address: string): Record<string, Shot> {
  const open = async (page: Page, benchmark: string, model: string, view = 'overview') => {
    await page.goto(address);
    await page
      .locator('tbody', { has: page.getByRole('heading', { name: benchmark }) })
      .getByRole('link', { name: model, exact: true })
      .click();
    await page.getByRole('link', { name: view }).click();
  };
  /** Wrong answers, as pictures: all of a window have to be there. */
  const grid = async (page: Page, benchmark: string, model: string) => {
    await open(page, benchmark, model, 'samples');
    await page.getByRole('button', { name: 'Grid' }).click();
    await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll('.grid-cell')];
      return cells.length > 0 && cells.every((cell) => cell.querySelector('img')?.complete);
    });
  };
  const openFirstWrong = async (page: Page, benchmark: string, model: string) => {
    await open(page, benchmark, model, 'samples');
    await page.locator('.filters').waitFor();
    const score = page.getByLabel('score', { exact: true });
    if (!(await score.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
    await score.selectOption('wrong');
    await page.locator('.sample-row').first().click();
    await page.locator('.steps').waitFor();
  };
  const compare = async (page: Page) => {
    await page.goto(`${address}#/compare`);
    await page.getByRole('link', { name: 'Compare 3 runs of synth-views' }).click();
    await page.getByRole('region', { name: 'Difference by category' }).waitFor();
  };
  return {
    runs: {
      size: { ...wide, height: 1000 },
      async go(page) {
        await page.goto(address);
        await page.waitForFunction(() => {
          const pictures = [...document.querySelectorAll('.glimpse a')].filter(
            (link) => link.getBoundingClientRect().left < innerWidth,
          );
          return pictures.length > 20 && pictures.every((link) => link.querySelector('img')?.complete);
        });
      },
    },
    run: { size: { ...wide, height: 900 }, go: (page) => open(page, 'Synth Motion', 'baseline/blind') },
    'run-dark': {
      size: { ...wide, dark: true },
      async go(page) {
        await open(page, 'Synth Act', 'policy/nearest');
        await page.getByText('re-simulated: identical').waitFor();
      },
    },
    samples: { size: wide, go: (page) => grid(page, 'Synth Point', 'baseline/random') },
    sample: { size: wide, go: (page) => openFirstWrong(page, 'Synth Point', 'baseline/random') },
    robot: {
      size: { ...wide, height: 1060 },
      async go(page) {
        await openFirstWrong(page, 'Synth Act', 'policy/nearest');
        await page.getByText('re-simulated: identical').waitFor();
        await page.locator('.replay-mark').nth(1).click();
        // A picture that stays is drawn finely, which takes a while without a graphics card.
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.waitForTimeout(3000);
      },
    },
    compare: { size: { ...wide, height: 1100 }, go: compare },
    phone: { size: phone, go: (page) => openFirstWrong(page, 'Synth Point', 'baseline/random') },
    report: {
      size: { ...wide, height: 1000 },
      async go(page) {
        await page.goto(pathToFileURL(join(place, 'runs/report.html')).href);
        await page.waitForFunction(() => document.querySelectorAll('.report-pictures img').length > 2);
      },
    },
  };
}

/** Six shards at work, of which one is slow, one is stopped and one killed; two have not begun. */
async function shared(browser: Browser): Promise<void> {
  const here = mkdtempSync(join(tmpdir(), 'sextant-shared-'));
  writeFileSync(
    join(here, 'slow.mjs'),
    `export default { id: 'lab/my-model', capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }, settings: {},
      answer: () => new Promise((done) => setTimeout(done, process.env.MS, { text: '(A)', finish: 'stop' })) };`,
  );
  const what = [
    'run',
    'tiny:count=1600',
    '--model',
    './slow.mjs',
    '--concurrency',
    '1',
    '--out',
    'runs/mine',
    '--shard',
  ];
  const shards = [600, 700, 650, 2500, 600, 100].map((ms, at) =>
    spawn(join(root, 'bin/sextant'), [...what, `${at + 1}/8`], {
      cwd: here,
      env: { ...process.env, MS: String(ms) },
      stdio: 'ignore',
    }),
  );
  const serving = await serveViewer({ roots: [join(here, 'runs')], port: 0, openData: openData(undefined) });
  try {
    const { page } = await openPage(browser, { width: 1280, height: 460 });
    await page.goto(serving.address);
    const panel = page.getByRole('region', { name: 'mine, shards' });
    await panel.getByText('1 slow, 5 working').waitFor();
    await panel
      .getByText(/^[5-9]\d of/)
      .first()
      .waitFor();
    shards[1]?.kill('SIGKILL');
    shards[4]?.kill('SIGTERM');
    await panel.getByText('1 lost, 1 slow, 1 stopped').waitFor();
    await keep('shared', await page.screenshot());
    await page.close();
  } finally {
    for (const shard of shards) shard.kill('SIGKILL');
    await serving.close();
    rmSync(here, { recursive: true, force: true });
  }
}

/** Few colours are enough for pages, and keep the repository small. */
async function keep(name: string, png: Buffer): Promise<void> {
  await sharp(png)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(pictures, `viewer-${name}.png`));
}
