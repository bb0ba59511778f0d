import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFolder, sextant } from '../../src/cli/testing/sextant.ts';
import type { QuestionnaireAnswers } from '../../src/contracts/index.ts';
import { openBrowser, openPage } from '../testing/browser.ts';

const cwd = newFolder();
const COUNT = 8;
let browser: Browser;
let answers: QuestionnaireAnswers;

beforeAll(async () => {
  browser = await openBrowser();
  const { code } = await sextant(
    { cwd },
    'synth',
    'survey',
    'tiny:count=40',
    '--count',
    String(COUNT),
    '--out',
    'survey',
  );
  expect(code).toBe(0);
});

afterAll(() => browser?.close());

const address = () => pathToFileURL(join(cwd, 'survey', 'index.html')).href;

/** Answers everything: the last choice, or the middle of the picture; every fourth question cannot be answered. */
async function answerAll(page: Page, from: number): Promise<void> {
  for (let at = from; at < COUNT; at += 1) {
    await page.getByText(`Question ${at + 1} of ${COUNT}`).waitFor();
    if (at % 4 === 3) {
      await page.keyboard.press('0');
      continue;
    }
    const choices = page.locator('.choices button');
    if ((await choices.count()) > 0) await choices.last().click();
    else await page.locator('.pointing img').click();
    await page.keyboard.press('Enter');
  }
}

it('a person answers on a phone, closes the page, goes on, and the file becomes a run', async () => {
  const { page, complaints } = await openPage(browser, { width: 390, height: 780 });
  await page.goto(address());
  await page.getByLabel('A name or number for your answers').fill('Ann 1');
  await page.getByRole('button', { name: 'Begin' }).click();
  const [choice] = await page.locator('.choices button').all();
  if (choice) await choice.click();
  else await page.locator('.pointing img').click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(`Question 2 of ${COUNT}`).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await answerAll(page, 1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the answers' }).click(),
  ]);
  await download.saveAs(join(cwd, 'ann.json'));
  expect(complaints).toEqual([]);
  answers = JSON.parse(readFileSync(join(cwd, 'ann.json'), 'utf8'));
  expect(answers.answers).toHaveLength(COUNT);

  const { json, code } = await sextant({ cwd }, 'import', 'survey', 'ann.json', '--json');
  expect(code).toBe(0);
  const [{ run, summary }] = json;
  expect(summary).toMatchObject({
    model: 'human/Ann 1',
    protocol: { id: 'tiny/survey' },
    units: COUNT,
    missing: 0,
    outcomes: { answered: 6, refused: 2 },
  });
  expect((await sextant({ cwd }, 'score', run)).code).toBe(0);
});

/** Begins the survey anew. */
async function begin(page: Page, path = address()): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByLabel('A name or number for your answers').fill('Bo');
  await page.keyboard.press('Enter');
  await page.getByText('Question 1 of').waitFor();
}

/** What the page kept, by the browser: one list of answers for each survey. */
function kept(page: Page): Promise<(string | null)[][]> {
  return page.evaluate(() =>
    Object.values({ ...localStorage }).map((text) =>
      JSON.parse(String(text)).answers.map((answer: { text: string | null }) => answer.text),
    ),
  );
}

it('a key that is held down answers one question, not all that follow', async () => {
  const { page } = await openPage(browser);
  await begin(page);
  // As browsers send it: every further press without a release is a repetition.
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.down('0');
  await page.keyboard.up('0');
  expect(await kept(page)).toEqual([[null]]);
  await page.getByText(`Question 2 of ${COUNT}`).waitFor();
});

it('everything can be answered with the keyboard alone, and Enter on a button means the button', async () => {
  const { page } = await openPage(browser);
  await begin(page);
  const given: (string | null)[] = [];
  for (let at = 0; at < COUNT; at += 1) {
    await page.getByText(`Question ${at + 1} of ${COUNT}`).waitFor();
    const isChoice = (await page.locator('.choices button').count()) > 0;
    if (isChoice) await page.keyboard.press('b');
    else {
      const [width, height] = await page.locator('.pointing img').evaluate(async (img: HTMLImageElement) => {
        await img.decode();
        return [img.naturalWidth, img.naturalHeight] as const;
      });
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowUp');
      given.push(`(${Math.floor(width / 2 + Math.ceil(width / 48))}, ${Math.floor(height / 2 - 1)})`);
    }
    if (isChoice) given.push(at % 3 === 2 ? null : 'B');
    if (isChoice && at % 3 === 2) await page.getByRole('button', { name: 'Cannot be answered' }).focus();
    else if (at % 3 === 1) await page.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
  }
  await page.getByText('Thank you.').waitFor();
  expect(given).toContain(null);
  expect(await kept(page)).toEqual([given]);
});

it('answers of another survey in the same browser are not taken for answers of this one', async () => {
  const { page } = await openPage(browser);
  const args = ['synth', 'survey', 'tiny:count=40', '--count', String(COUNT), '--seed', '2', '--out', 'other'];
  expect((await sextant({ cwd }, ...args)).code).toBe(0);
  await begin(page);
  await page.keyboard.press('0');
  await page.goto(pathToFileURL(join(cwd, 'other', 'index.html')).href);
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  await page.goto(address());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`Question 2 of ${COUNT}`).waitFor();
});

it('the page holds no truth and no thought', () => {
  const page = readFileSync(join(cwd, 'survey', 'index.html'), 'utf8');
  const told = /<script type="application\/json" id="questions">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const { questions } = JSON.parse(told);
  const known = ['of', 'unit', 'question', 'choices', 'pictures', 'clips'];
  for (const question of questions) for (const key of Object.keys(question)) expect(known).toContain(key);
  // Files are named after what is in them.
  for (const name of readdirSync(join(cwd, 'survey', 'media'))) expect(name).toMatch(/^[0-9a-f]{16}\.\w+$/);
});

it.each<[string, (good: QuestionnaireAnswers) => unknown, string]>([
  [
    'questions of other data',
    (good) => ({ ...good, benchmarks: [{ name: 'tiny:count=41', data: 'a'.repeat(64) }] }),
    'data differ',
  ],
  [
    'a unit that does not exist',
    (good) => ({ ...good, answers: [{ ...good.answers[0], unit: '../../etc' }] }),
    'no sample',
  ],
  ['the same unit twice', (good) => ({ ...good, answers: [good.answers[0], good.answers[0]] }), 'twice'],
  ['a name that is a path', (good) => ({ ...good, name: '../runs/other' }), 'name'],
  ['a name with an escape sequence', (good) => ({ ...good, name: 'Ann\u001b[2J' }), 'name'],
  [
    'an answer of a megabyte',
    (good) => ({ ...good, answers: [{ ...good.answers[0], text: 'A'.repeat(1e6) }] }),
    'text',
  ],
  ['a time that is none', (good) => ({ ...good, answers: [{ ...good.answers[0], ms: -5 }] }), 'ms'],
  [
    'a benchmark that does not exist',
    (good) => ({ ...good, benchmarks: [{ name: 'nope', data: 'a'.repeat(64) }] }),
    'nope',
  ],
  ['something else', () => [1, 2, 3], 'no answers of a survey'],
])('%s is refused by name, and nothing is left behind', async (_, damage, says) => {
  mkdirSync(join(cwd, 'hostile'), { recursive: true });
  writeFileSync(join(cwd, 'hostile', 'file.json'), JSON.stringify(damage(answers)));
  const { code, stderr } = await sextant({ cwd }, 'import', 'survey', 'hostile/file.json', '--out', 'hostile/runs');
  expect(code).not.toBe(0);
  expect(stderr).toContain(says);
  expect(readdirSync(join(cwd, 'hostile')).filter((name) => name !== 'file.json' && name !== 'runs')).toEqual([]);
});

it('a folder that holds something else is not replaced', async () => {
  mkdirSync(join(cwd, 'mine'));
  writeFileSync(join(cwd, 'mine', 'thesis.txt'), 'years of work');
  const { code, stderr } = await sextant({ cwd }, 'synth', 'survey', 'tiny:count=40', '--out', 'mine');
  expect([code, stderr]).toEqual([2, expect.stringContaining('something else is there already')]);
  expect(readdirSync(join(cwd, 'mine'))).toEqual(['thesis.txt']);
});
