import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behave, completion } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const counts = { prompt_tokens: 11, completion_tokens: 7 };
const withUsage = (usage: unknown) => behave.sends(JSON.stringify({ ...JSON.parse(completion('A')), usage }));

test('a server that says -1 reasoning tokens does not lose its answers', async () => {
  const usage = { ...counts, completion_tokens_details: { reasoning_tokens: -1 } };
  const server = await startUnitServer(() => withUsage(usage));
  const place = { cwd: newFolder(), env: server.env };
  const run = () => sextant(place, 'run', 'tiny:count=10', '--model', 'openai/some', '--out', 'run', '--json');
  const first = await run();
  const again = await run();
  await server.close();
  expect(first.code, first.stderr).toBe(0);
  expect(first.json.at(-1)).toMatchObject({
    event: 'done',
    summary: { missing: 0, outcomes: { answered: 5, unparsed: 5 } },
  });
  expect(first.stderr.match(/warning: .*/g)).toEqual([
    'warning: openai/some: usage that cannot be true is left out (reasoning tokens: -1)',
  ]);
  // Nothing is asked, and paid, again.
  expect(again.json[0]).toMatchObject({ event: 'launch', done: 10 });
  expect(server.asked).toHaveLength(10);
  const attempts = attemptsOf(join(place.cwd, 'run'));
  expect(attempts).toHaveLength(10);
  for (const { reply } of attempts) expect(reply?.usage).toEqual({ inputTokens: 11, outputTokens: 7 });
});

test('a budget holds although the server says -1 prompt tokens', async () => {
  const server = await startUnitServer(() => withUsage({ ...counts, prompt_tokens: -1 }));
  const { json, stderr } = await sextant(
    { cwd: newFolder(), env: server.env },
    ...['run', 'tiny', '--model', 'openai/gpt-4o', '--budget', '0.1', '--max-tokens', '100', '--json'],
  );
  await server.close();
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'budget', summary: { cost: null } });
  expect(server.asked.length).toBeGreaterThan(0);
  expect(server.asked.length).toBeLessThan(10);
  expect(stderr).toContain('(input tokens: -1)');
});

test('a model of one’s own that miscounts its tokens is heard all the same', async () => {
  const cwd = newFolder();
  const capabilities = "{ maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }";
  const answer = "{ text: 'A', finish: 'stop', usage: { inputTokens: 0 / 0, outputTokens: 1 } }";
  writeFileSync(
    join(cwd, 'mine.mjs'),
    `export const model = { id: 'mine', capabilities: ${capabilities}, settings: {}, answer: async () => (${answer}) };`,
  );
  const { json, stderr } = await sextant({ cwd }, 'run', 'tiny:count=5', '--model', './mine.mjs', '--json');
  expect(json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0, outcomes: { answered: 2, unparsed: 3 } } });
  expect(stderr).toContain('warning: module/mine: usage that cannot be true is left out (input tokens: NaN)');
});
