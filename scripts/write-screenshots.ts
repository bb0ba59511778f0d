// Writes docs/pictures/viewer-*.png: the viewer's pages on runs of baselines and built-in policies. Usage: node scripts/write-screenshots.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { serveViewer } from '../src/viewer/index.ts';
import { openBrowser, openPage } from '../web/testing/browser.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };

spawnSync(process.execPath, [join(root, 'scripts/build-web.mjs')], { stdio: 'inherit' });
const runs = mkdtempSync(join(tmpdir(), 'sextant-screenshots-'));
try {
  for (const name of ['first', 'center', 'random', 'oracle'])
    run(`tiny-${name}`, 'tiny:count=200', '--model', `baseline/${name}`);
  for (const name of ['nearest', 'expert'])
    run(`robot-${name}`, 'rsb-math-4', '--policy', `policy/${name}`, '--limit', '6');
  const serving = await serveViewer({ roots: [runs], port: 0, openData: async () => undefined });
  const browser = await openBrowser();
  try {
    for (const [name, shot] of Object.entries(shots(serving.address))) {
      const { page, complaints } = await openPage(browser, shot.size);
      page.setDefaultTimeout(60_000);
      await shot.go(page);
      await page.waitForFunction(() => !document.querySelector('.loading'));
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.evaluate(() => window.scrollTo(0, 0));
      await keep(name, await page.screenshot());
      if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('\n')}`);
      await page.close();
    }
  } finally {
    await browser.close();
    await serving.close();
  }
} finally {
  rmSync(runs, { recursive: true });
}

function run(name: string, ...args: string[]): void {
  const { status } = spawnSync(join(root, 'bin/sextant'), ['run', ...args, '--out', join(runs, name)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`sextant run ${args.join(' ')} failed`);
}

interface Shot {
  size: { width: number; height: number; dark?: boolean };
  go(page: Page): Promise<void>;
}

function shots(address: string): Record<string, Shot> {
  const open = async (page: Page, name: string, view = 'overview') => {
    await page.goto(address);
    await page.getByTitle(name, { exact: true }).click();
    await page.getByRole('link', { name: view }).click();
  };
  const openFirst = async (page: Page, name: string, score: string) => {
    await open(page, name, 'samples');
    await page.getByLabel('score', { exact: true }).selectOption(score);
    await page.locator('.sample-row').first().click();
    await page.locator('.steps').waitFor();
  };
  const compare = async (page: Page) => {
    await page.goto(address);
    for (const name of ['random', 'center', 'oracle']) await page.getByLabel(`Compare tiny-${name}`).check();
    await page.getByRole('link', { name: 'Compare 3' }).click();
    await page.getByRole('region', { name: 'Difference by kind' }).waitFor();
  };
  return {
    runs: {
      size: wide,
      async go(page) {
        await page.goto(address);
        await page.getByTitle('tiny-random').waitFor();
      },
    },
    run: { size: { ...wide, height: 900 }, go: (page) => open(page, 'tiny-random') },
    'run-dark': { size: { ...wide, dark: true }, go: (page) => open(page, 'robot-nearest') },
    samples: { size: wide, go: (page) => open(page, 'tiny-random', 'samples') },
    sample: { size: wide, go: (page) => openFirst(page, 'tiny-random', 'wrong') },
    robot: {
      size: { ...wide, height: 900 },
      async go(page) {
        await openFirst(page, 'robot-nearest', 'wrong');
        await page.locator('canvas').waitFor();
        await page.locator('.replay-mark').nth(2).click();
        // The episode is simulated again and drawn without a graphics card.
        await page.waitForTimeout(8000);
      },
    },
    compare: { size: { ...wide, height: 1100 }, go: compare },
    phone: { size: phone, go: (page) => openFirst(page, 'tiny-random', 'wrong') },
  };
}

/** Few colours are enough for pages, and keep the repository small. */
async function keep(name: string, png: Buffer): Promise<void> {
  await sharp(png)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(pictures, `viewer-${name}.png`));
}
