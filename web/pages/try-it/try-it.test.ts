import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveViewer } from '../../../src/viewer/index.ts';
import { newFolder } from '../../../src/viewer/testing/runs.ts';
import { openBrowser, openPage } from '../../testing/browser.ts';

let browser: Browser;
let serving: Awaited<ReturnType<typeof serveViewer>>;
let page: Page;
let complaints: string[];
let asked: string[];

beforeAll(async () => {
  browser = await openBrowser();
  serving = await serveViewer({ roots: [newFolder()], port: 0, openData: async () => undefined });
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
});

beforeEach(async () => {
  // Small: without a graphics card every pixel of the robot costs.
  ({ page, complaints } = await openPage(browser, { width: 480, height: 800 }));
  asked = [];
  page.on('request', (request) => asked.push(request.url()));
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

const field = () => page.getByRole('textbox');
const verdict = () => page.locator('.try-verdict');

/** Where the network points, once it has looked at what is typed now. */
async function spot(): Promise<[x: number, y: number]> {
  const found = page.locator('.heat-spot');
  await found.waitFor();
  return [Number(await found.getAttribute('data-x')), Number(await found.getAttribute('data-y'))];
}

test('whoever types which block sees where the network would go, and that the block is taken', async () => {
  await page.goto(serving.address);
  await page.getByRole('link', { name: 'Try it' }).click();
  const first = await spot();
  await field().fill('Put block C into the grey zone.');
  await expect.poll(spot).not.toEqual(first);
  const meant = await spot();
  await page.getByLabel('Speed').selectOption('4');
  await field().press('Enter');
  await expect.poll(() => verdict().textContent()).toMatch(/It took/);
  expect(await verdict().textContent()).toBe('✓ It took block C, which was meant, and put it into the grey zone.');
  // Other words, another table: what was done is undone, and the heat map is that of the new words.
  await page.getByRole('button', { name: 'A', exact: true }).click();
  await expect.poll(spot).not.toEqual(meant);
  expect(await field().inputValue()).toBe('Put block A into the grey zone.');
  expect(await verdict().textContent()).toBe('Type what it should do.');
});

test('words that are somebody’s attack, or a million of them, are words', async () => {
  await page.goto(`${serving.address}#/try?blocks=10&n=3&who=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await spot();
  await field().fill(
    '<img src=x onerror=alert(1)>{{constructor.constructor("alert(1)")()}} </script><script>alert(1)</script>',
  );
  await field().fill('a b '.repeat(262_144));
  await field().fill(`Put block ${'\u202e'}D\u0000 into \ud800 the grey zone.`);
  await spot();
  expect(await page.locator('main img').count()).toBe(0);
  await page.getByRole('button', { name: 'Do it' }).click();
  await expect.poll(() => verdict().textContent()).toBe('Acting …');
  // In the midst of it.
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => verdict().textContent()).toBe('Type what it should do.');
});

test('a sentence moves the heat map over a generated picture; what is right is shown on demand', async () => {
  // A network whose answer is known: it points at the colour that it is told.
  const fixtures = join(import.meta.dirname, '../../../src/contestants/onnx/fixtures');
  const head = { id: 'reference/stand-in', about: '', ability: 'point', network: 'n.onnx', manifest: 'n.json' };
  await page.route('**/api/references', (route) => route.fulfill({ json: [head] }));
  await page.route('**/n.onnx', (route) => route.fulfill({ body: readFileSync(join(fixtures, 'coloured.onnx')) }));
  await page.route('**/n.json', (route) => route.fulfill({ body: readFileSync(join(fixtures, 'coloured.json')) }));
  await page.goto(`${serving.address}#/try?n=2`);
  await spot();
  await expect.poll(() => verdict().textContent()).toMatch(/^(✓ It points at what|✕ It points elsewhere)/);
  const spots = [];
  for (const colour of ['red', 'blue']) {
    // It knows no other words: then all cells are the same, and the first counts.
    await field().fill('Point.');
    await expect.poll(spot).toEqual([0.0313, 0.0417]);
    await field().fill(`Point at what is ${colour}.`);
    await expect.poll(spot).not.toEqual([0.0313, 0.0417]);
    spots.push((await spot()).join());
  }
  expect(spots[0]).not.toBe(spots[1]);
  expect(await verdict().textContent()).toContain('is known for the generated question only');
  expect(await page.locator('.mask-layer').count()).toBe(0);
  await page.getByLabel('Show what is right').check();
  await page.locator('.mask-layer').waitFor();
});

test('reference/point looks at a generated picture, and elsewhere when told something else', async () => {
  await page.goto(`${serving.address}#/try`);
  await page.getByRole('link', { name: 'reference/point' }).click();
  await expect.poll(() => verdict().textContent()).toMatch(/^(✓ It points at what|✕ It points elsewhere)/);
  const first = await spot();
  await field().fill('Point to the rug.');
  await expect.poll(spot).not.toEqual(first);
  await page.getByText('Decided in').waitFor();
});

test('reference/act moves the arms, chunk by chunk', async () => {
  await page.goto(`${serving.address}#/try`);
  await page.getByRole('link', { name: 'reference/act' }).click();
  await expect.poll(() => verdict().textContent()).toBe('Type what it should do.');
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.getByText('The latest commands were decided in').waitFor();
  await expect
    .poll(async () => Number.parseFloat((await page.locator('output').textContent()) ?? ''))
    .toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => verdict().textContent()).toBe('Type what it should do.');
});

test('a network that cannot be had is said, and the page stays', async () => {
  await page.route('**/reference/pick.json', (route) => route.fulfill({ body: '{"sextant": 2}' }));
  await page.goto(`${serving.address}#/try`);
  await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('the manifest does not hold');
});

test('nothing of it is loaded for other pages, nor part of a report that is one file', async () => {
  await page.goto(serving.address);
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
  expect(asked.filter((url) => /try-page|reference|worker|wasm/.test(url))).toEqual([]);
  const packed = readFileSync(join(import.meta.dirname, '../../dist/single/page.js.br'));
  const single = brotliDecompressSync(packed).toString();
  for (const part of ['Tell the robot', 'runtime.wasm', 'InferenceSession']) expect(single).not.toContain(part);
});
