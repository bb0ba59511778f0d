import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parquetFile } from '../../../src/benchmarks/mmsi/testing/fixture.ts';
import { makeData, writeRaw } from '../../../src/benchmarks/refspatial/testing/data.ts';
import { newFolder, sextant } from '../../../src/cli/testing/sextant.ts';
import { serveViewer } from '../../../src/viewer/index.ts';
import { openBrowser, openPage } from '../../testing/browser.ts';

/** What a model says, by unit; it takes no clips, so that it is shown frames. */
const words = {
  // The target of picture 2 is x 12 … 21, y 5 … 14, of 60 × 40 pixels.
  'location/2': 'Step 1: it is at (0.25, 0.25), perhaps at (0.9, 0.9), or even (1.5, 0.5).',
  'location/3': 'I cannot see it.',
  '21': 'In image 1 I see A, but in image 2 it is turned: the answer is ``C``',
  // Of the squarish region between a quarter and three quarters.
  'context/0': '[(0.5, 0.5), (0.9, 0.9)]',
  'configuration/0': 'No.',
  '885': '<script>document.title = "hacked"</script>',
};

/** Small files as Python wrote them. */
const published = join(import.meta.dirname, '../../../src/benchmarks/qa/fixtures');

const cwd = newFolder();
let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;
const ids = new Map<string, string>();

beforeAll(async () => {
  writeFileSync(
    join(cwd, 'words.mjs'),
    `const words = ${JSON.stringify(words)};
     export const model = {
       id: 'words', settings: {},
       capabilities: { maxImages: 100, video: false, coordinates: null, peeks: 'nothing' },
       async answer({ unit }) {
         if (unit.id === 'location/1') throw new Error('the cable is cut');
         return {
           text: words[unit.id] ?? '<answer>A</answer>', reasoning: 'Let me think.', finish: 'stop',
           usage: { inputTokens: 1234, outputTokens: 56 }, servedBy: 'words-7',
         };
       },
     };`,
  );
  writeFileSync(
    join(cwd, 'number.mjs'),
    `export const model = {
       id: 'number', settings: {},
       capabilities: { maxImages: 100, video: true, coordinates: null, peeks: 'nothing' },
       answer: async () => ({ text: '5 of them', finish: 'stop' }),
     };`,
  );
  const points = writeRaw(await makeData({ location: 4 }), join(cwd, 'points'));
  const strips = dirname(await parquetFile());
  const make = async (name: string, ...args: string[]) => {
    const { stderr } = await sextant({ cwd }, 'run', ...args, '--retries', '0', '--out', `runs/${name}`);
    expect(stderr).toContain('run folder');
  };
  await make('points', 'refspatial', '--data', points, '--model', './words.mjs', '--keep-media');
  await make('centre', 'refspatial', '--data', points, '--model', 'baseline/center');
  await make('strips', 'mmsi', '--data', strips, '--model', './words.mjs', '--keep-media');
  await make(
    'region',
    'robospatial',
    '--data',
    join(published, 'robospatial-hub'),
    '--model',
    './words.mjs',
    '--keep-media',
  );
  await make('number', 'vsi', '--data', join(published, 'vsi-hub'), '--model', './number.mjs');
  await make('frames', 'synth-motion', '--limit', '4', '--model', './words.mjs');
  await make('clips', 'synth-motion', '--limit', '4', '--model', 'baseline/random');
  await make('robot', 'rsb-math-10', '--limit', '1', '--workers', '1', '--policy', 'policy/nearest');
  await make('told', 'synth-act:count=1', '--workers', '1', '--policy', 'policy/nearest', '--film', 'head_camera');
  cpSync(join(cwd, 'runs/robot'), join(cwd, 'runs/forged'), { recursive: true });
  const journal = join(cwd, 'runs/forged/events.ndjson');
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"hashes":\["[0-9a-f]{8}/, '"hashes":["00000000'));
  serving = await serveViewer({ roots: [join(cwd, 'runs')], port: 0, openData: async () => undefined });
  browser = await openBrowser();
  const runs: { id: string; name: string }[] = await (await fetch(`${serving.address}api/runs`)).json();
  for (const { id, name } of runs) ids.set(name, id);
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** Opens a unit; whatever the page complains about fails the test. */
async function look(run: string, unit: string, check: (page: Page) => Promise<void>, query = '') {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${serving.address}#/run/${ids.get(run)}/unit/${encodeURIComponent(unit)}${query}`);
  await page.locator('.sample').waitFor();
  await check(page);
  expect(complaints).toEqual([]);
  await page.close();
}

test('points lie where they were written, coloured by the scorer, and the text says where they came from', () =>
  look('points', 'location/2', async (page) => {
    await page.getByText('Partly right: 1 of 3 points inside').waitFor();
    await page.locator('.dot > span').nth(2).waitFor();
    expect(await page.locator('.dot').evaluateAll((dots) => dots.map(({ className }) => className))).toEqual([
      'dot is-hit',
      'dot is-miss is-right',
      'dot is-outside is-right',
    ]);
    expect(await page.locator('mark').allTextContents()).toEqual(['0.25, 0.25', '0.9, 0.9', '1.5, 0.5']);
    expect(await page.getByRole('row', { name: '0.25, 0.25' }).textContent()).toContain('15, 10on the target');
    // The nearest pixel of the target to (54, 36) is (21, 14).
    expect(await page.getByRole('row', { name: '0.9, 0.9' }).textContent()).toContain('39.7 px from the target');
    expect(await page.locator('.answer-text').textContent()).toContain('decimals are fractions of the sides');
    expect(await page.locator('.mask-layer').count()).toBe(1);
    await page.keyboard.press('m');
    expect(await page.locator('.mask-layer').count()).toBe(0);
  }));

test('the page of a generated run marks what part of the scene alone comes to, in every row', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${serving.address}#/run/${ids.get('clips')}`);
  await page.getByText(/with part of the scene alone: ends \d+\.\d, still-camera \d+\.\d/).waitFor();
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'By view' }) }).last();
  await panel.getByText('dotted, what part of the scene alone gives (ends, still-camera)').waitFor();
  // Two in each of four views.
  expect(await panel.locator('.mark.partly').count()).toBe(8);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a region given by its corners is drawn, and the first point is judged in it', () =>
  look('region', 'context/0', async (page) => {
    await page.getByText('Right: inside').waitFor();
    await page.locator('.mask-layer').waitFor();
    await page.locator('.dot.is-hit > span').waitFor();
    expect(await page.locator('.rim').getAttribute('d')).not.toBe('');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/region.png`, fullPage: true });
  }));

test('a yes or a no is shown as what it is', () =>
  look('region', 'configuration/0', async (page) => {
    await page.getByText('Wrong: chose no. Right is yes').waitFor();
    expect(await page.locator('.option').count()).toBe(2);
  }));

test('a number stands on a scale with the truth and its relative error', () =>
  look('number', '1', async (page) => {
    await page.getByText('relative error 25 % above').waitFor();
    const left = (name: string) =>
      page.locator(`.scale-mark.${name}`).evaluate((mark) => mark.getBoundingClientRect().left);
    expect(await left('is-given')).toBeGreaterThan(await left('is-truth'));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/number.png`, fullPage: true });
  }));

test('the picture can be enlarged with keys and wheel', () =>
  look('points', 'location/2', async (page) => {
    await page.getByRole('button', { name: 'Enlarge the picture' }).click();
    const zoom = page.locator('dialog .zoom');
    const scale = () => zoom.locator('.zoom-inner').evaluate((inner) => new DOMMatrix(inner.style.transform).a);
    await zoom.focus();
    await page.keyboard.press('+');
    expect(await scale()).toBeCloseTo(1.4);
    await zoom.hover();
    await page.mouse.wheel(0, -400);
    await page.waitForFunction(() =>
      document.querySelector('.zoom-inner')?.getAttribute('style')?.includes('scale(3.8'),
    );
    await page.keyboard.press('0');
    expect(await scale()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(page.url()).toContain('/unit/');
  }));

test('on a phone a picture fills the window in its own shape; two fingers enlarge it and one moves it', () =>
  look('points', 'location/2', async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Enlarge the picture' }).click();
    const overlay = page.locator('.zoom .overlay');
    const whole = await overlay.boundingBox();
    expect(whole?.width).toBeGreaterThan(360);
    expect((whole?.width ?? 0) / (whole?.height ?? 1)).toBeCloseTo(60 / 40, 1);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [175, 420], [215, 420]);
    for (const apart of [30, 50, 60]) await touch('touchMove', [195 - apart, 420], [195 + apart, 420]);
    await touch('touchEnd');
    const widthOf = async () => (await overlay.boundingBox())?.width ?? 0;
    await expect.poll(widthOf).toBeCloseTo(3 * (whole?.width ?? 0), -1);
    const before = await overlay.boundingBox();
    await touch('touchStart', [195, 420]);
    for (const by of [20, 40]) await touch('touchMove', [195 + by, 420 - by]);
    await touch('touchEnd');
    const moved = async () => {
      const { x = 0, y = 0 } = (await overlay.boundingBox()) ?? {};
      return [Math.round(x - (before?.x ?? 0)), Math.round(y - (before?.y ?? 0))];
    };
    await expect.poll(moved).toEqual([40, -40]);
    // It cannot be lost: dragged far away, its edge stays in the window.
    await touch('touchStart', [50, 420]);
    for (const x of [200, 380]) await touch('touchMove', [x, 420]);
    for (const x of [600, 3000]) await touch('touchMove', [x, 420]);
    await touch('touchEnd');
    const left = await page.locator('.zoom').boundingBox();
    await expect.poll(async () => Math.round((await overlay.boundingBox())?.x ?? 0)).toBe(Math.round(left?.x ?? 0));
  }));

test('runs about different questions are compared model by model, on every benchmark', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${serving.address}#/compare?runs=${ids.get('centre')},${ids.get('strips')}`);
  const panel = page.getByRole('region', { name: /^RefSpatial/ });
  for (const model of ['baseline/center', 'words']) await panel.locator('text', { hasText: model }).first().waitFor();
  await panel.getByRole('link', { name: 'question by question' }).click();
  await page.getByRole('region', { name: 'Agreement' }).waitFor();
  await page.goto(`${serving.address}#/compare`);
  await page.getByRole('link', { name: /^Compare \d runs of refspatial/ }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('answers of two runs are drawn on the same picture', () =>
  look(
    'points',
    'location/2',
    async (page) => {
      await page.locator('.dot > span').nth(3).waitFor();
      expect(await page.locator('.dot b').allTextContents()).toEqual(['A', 'A', 'A', 'B']);
      await page.getByRole('heading', { name: 'Answer of B · baseline/center', exact: true }).waitFor();
    },
    `?with=${ids.get('centre')}`,
  ));

test('says why there is no answer', async () => {
  await look('points', 'location/1', async (page) => {
    await page.getByText('No reply came').waitFor();
    await page.getByText('the cable is cut').first().waitFor();
  });
  await look('points', 'location/3', async (page) => {
    await page.getByText('No answer could be read').waitFor();
    await page.getByText('It found nothing that it could read').waitFor();
  });
});

test('a strip of pictures: numbers lead to them, right and chosen are marked, annotations wait to be opened', () =>
  look('strips', '21', async (page) => {
    await page.getByText('Wrong: chose C · Southwest. Right is A · Southeast').waitFor();
    expect(await page.locator('.option.right').textContent()).toContain('✓ right');
    expect(await page.locator('.option.wrong').textContent()).toContain('✕ chosen');
    expect(await page.locator('mark').allTextContents()).toEqual(['C']);
    await page.getByRole('button', { name: 'Figure 2', exact: true }).click();
    await page.getByRole('dialog', { name: 'Image 2 of 2' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Image 1 of 2' }).waitFor();
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    };
    await close();
    await page.keyboard.press('2');
    await page.getByRole('dialog', { name: 'Image 2 of 2' }).waitFor();
    await close();
    expect(await page.getByText('Because of 21.').isVisible()).toBe(false);
    await page.getByText('Annotations: they may give the answer away').click();
    expect(await page.getByText('Because of 21.').isVisible()).toBe(true);
  }));

test('a picture that is asked for while another is being closed is shown', () =>
  look('strips', '21', async (page) => {
    await page.getByRole('button', { name: 'Figure 1', exact: true }).click();
    await page.getByRole('dialog', { name: 'Image 1 of 2' }).waitFor();
    await page.evaluate(async () => {
      const dialog = document.querySelector('dialog[open]');
      if (!(dialog instanceof HTMLDialogElement)) throw new Error('no dialog is open');
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
      dialog.close();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: '2' }));
      await closed;
    });
    await page.getByRole('dialog', { name: 'Image 2 of 2' }).waitFor();
  }));

test('request, reply, tokens and timing are there, and all of it is text', () =>
  look('strips', '885', async (page) => {
    await page.getByText('<script>document.title').first().waitFor();
    const row = await page.getByRole('row', { name: 'words-7' }).textContent();
    expect(row).toContain('1,234');
    await page.getByText('Request as it was sent').click();
    await page.locator('.request li').nth(3).waitFor();
    await page.getByText('Thinking (never scored)').click();
    await page.getByText('Let me think.').waitFor();
    expect(await page.title()).not.toBe('hacked');
  }));

test('a film shows the frames that were shown, with their times, and the other forms of the question', async () => {
  await look('frames', '0000/std', async (page) => {
    const times = await page.locator('.filmstrip li').allTextContents();
    expect(times.length).toBeGreaterThan(3);
    expect(times[0]).toBe('0.000 s');
    await page.getByRole('heading', { name: 'The same question, 4 forms' }).waitFor();
    expect(await page.locator('.sibling header').allTextContents()).toEqual(
      ['std', 'hflip', 'reverse', 'reverse_hflip'].map((name) => expect.stringContaining(name)),
    );
    await page.getByRole('link', { name: 'reverse_hflip' }).click();
    await page.waitForURL(/reverse_hflip/);
  });
  await look('clips', '0000/std', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.sibling video').length === 4);
    await page.getByText('The clip was sent whole').waitFor();
  });
});

test('an episode is simulated again in the browser, identical to the run, and can be watched', () =>
  look('robot', 'test-00000', async (page) => {
    await page.getByText('re-simulated: identical to the recorded run').waitFor();
    const time = () => page.locator('.replay output').textContent();
    const moves = (from: string) =>
      page.waitForFunction((before) => !document.querySelector('.replay output')?.textContent.startsWith(before), from);
    // It plays by itself; on a busy machine it may be over before it can be stopped.
    await moves('0.00 s ');
    await page.evaluate(() => {
      for (const button of document.querySelectorAll('button')) if (button.textContent === 'Pause') button.click();
    });
    const canvas = page.locator('.replay-canvas');
    const colours = async () => (await sharp(await canvas.screenshot()).stats()).channels.map(({ stdev }) => stdev);
    for (const stdev of await colours()) expect(stdev).toBeGreaterThan(10);
    // The wall is behind it all, and it is redder than the sky.
    const corner = await sharp(await canvas.screenshot())
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(corner[0]).toBeGreaterThan(corner[2] ?? 255);
    for (const view of ['Left wrist', 'Free', 'Head']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      for (const stdev of await colours()) expect(stdev).toBeGreaterThan(5);
    }
    await page.locator('.replay-list button', { hasText: 'grasped' }).click();
    expect(await time()).not.toContain('0.00 s');
    // Joints and grippers, at this moment.
    expect(await page.locator('.replay-joint').count()).toBe(12);
    for (const arm of ['left arm', 'right arm'])
      expect(await page.locator('.replay-readout', { hasText: arm }).textContent()).toMatch(/(−?\d+°){6}\d+ % open$/);
    // What the wrists see stands beside what the head sees.
    const beside = await Promise.all(
      ['Free', 'Left wrist', 'Right wrist'].map(async (name) => {
        const button = page.locator('.replay-beside').getByRole('button', { name, exact: true });
        return (await sharp(await button.screenshot()).stats()).channels[0]?.mean;
      }),
    );
    expect(new Set(beside).size).toBe(3);
    const stopped = (await time()) ?? '';
    await page.keyboard.press('Space');
    await moves(stopped);
    // The page of the run plays it, too.
    await page.getByLabel('Place in the list').getByRole('link', { name: 'robot' }).click();
    const played = page.getByRole('region', { name: 'What the robot did' });
    await played.getByText('re-simulated: identical to the recorded run').waitFor();
    await moves('0.00 s ');
    await played.getByRole('link').click();
    await page
      .getByRole('button', { name: 'Pause' })
      .or(page.getByRole('button', { name: 'Play' }))
      .waitFor();
    expect(page.url()).toContain('/unit/test-00000');
  }));

test('letter bias is drawn as bars, and the consistency of views as a matrix', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${serving.address}#/run/${ids.get('frames')}`);
  const diagnostics = page.getByRole('region', { name: 'Diagnostics' });
  await diagnostics
    .getByRole('img', { name: /^How often each letter/ })
    .locator('.series-1')
    .nth(4)
    .waitFor();
  expect(
    await diagnostics
      .getByRole('img', { name: /^Right in both views/ })
      .locator('.cell')
      .count(),
  ).toBe(16);
  await diagnostics.getByText('consistency, in numbers').click();
  const numbers = diagnostics.getByRole('region', { name: 'consistency' });
  await numbers.getByRole('cell', { name: 'hflip & reverse', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a list of episodes shows the table as it was laid', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${serving.address}#/run/${ids.get('robot')}?view=samples`);
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.sample-row img')?.naturalWidth === 320);
  expect(complaints).toEqual([]);
  await page.close();
});

test('an episode of a generated benchmark is simulated again, too, and its recording is shown beside', () =>
  look('told', 'act-00000', async (page) => {
    await page.getByText('re-simulated: identical to the recorded run').waitFor();
    await page.getByText('recorded by the robot’s camera').waitFor();
    const clip = await page.evaluate(async () => {
      const answer = await fetch(document.querySelector('video')?.src ?? '');
      return { type: answer.headers.get('content-type'), head: (await answer.text()).slice(4, 8) };
    });
    expect(clip).toEqual({ type: 'video/mp4', head: 'ftyp' });
  }));

test('an episode that does not come out the same says so', () =>
  look('forged', 'test-00000', async (page) => {
    await page.getByText('not the same as in the run').click();
    await page.getByText('states: differ from step 0 on').waitFor();
  }));
