import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Behaviour, behave } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const COUNT = 80;
const CONCURRENCY = 4;
const run = [
  ...['run', `tiny:count=${COUNT}`, '--model', 'openai/some', '--retries', '1', '--concurrency', `${CONCURRENCY}`],
  ...['--out', 'run', '--json'],
];
const empty = JSON.stringify({ error: { message: 'You exceeded your quota.', code: 'insufficient_quota' } });

/** What a server does from some moment on, how often each unit is tried then, and what the run says. */
const breakdowns: { name: string; behaviour: Behaviour; tries: number; reason: string; said: string }[] = [
  { name: 'a key that is withdrawn', behaviour: behave.status(401), tries: 1, reason: 'auth', said: 'HTTP 401' },
  {
    name: 'an account that runs empty',
    behaviour: behave.status(429, empty),
    tries: 1,
    reason: 'quota',
    said: 'quota',
  },
  { name: 'a server that dies', behaviour: behave.resets(), tries: 2, reason: 'connection', said: '127.0.0.1' },
  { name: 'a gateway', behaviour: behave.status(502), tries: 2, reason: 'connection', said: 'HTTP 502' },
];

test.each(breakdowns)('$name in the middle stops the run, and the same command goes on', async (breakdown) => {
  const { behaviour, tries, reason, said } = breakdown;
  let isWell = false;
  const server = await startUnitServer(() => (server.asked.length <= 20 || isWell ? behave.says('A') : behaviour));
  const place = { cwd: newFolder(), env: { ...server.env, OPENAI_API_KEY: 'sk-some-key' } };
  const stopped = await sextant(place, ...run);
  expect(stopped.code).toBe(3);
  expect(stopped.json.at(-1)).toMatchObject({ event: 'stopped', reason });
  expect(stopped.stderr).toMatch(new RegExp(`nothing more is asked: .*${said}`));
  expect(stopped.stderr).toContain('in a row: 127.0.0.1');
  // Five units are given up; what else is under way then is finished, no more.
  expect(server.asked.length).toBeLessThanOrEqual(20 + tries * (5 + CONCURRENCY + 1));

  isWell = true;
  const kept = attemptsOf(join(place.cwd, 'run')).filter(({ reply }) => reply).length;
  const before = server.asked.length;
  const resumed = await sextant(place, ...run);
  await server.close();
  expect(resumed.code).toBe(0);
  expect(resumed.json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0 } });
  expect(resumed.json.at(-1).summary.outcomes).not.toHaveProperty('provider_error');
  expect(server.asked.length - before).toBe(COUNT - kept);
});

test('a server that answers 403 to a few questions is not taken for one that refuses the key', async () => {
  const odd = new Set<string>();
  const server = await startUnitServer((key) => {
    if (server.asked.length % 16 === 3) odd.add(key);
    return odd.has(key) ? behave.status(403) : behave.says('A');
  });
  const place = { cwd: newFolder(), env: server.env };
  const first = await sextant(place, ...run);
  expect(first).toMatchObject({ code: 0 });
  expect(first.json.at(-1)).toMatchObject({ event: 'done', summary: { outcomes: { provider_error: 5 } } });
  // The same few alone: all of them are asked, so there is nothing to stop for.
  const again = await sextant(place, ...run);
  await server.close();
  expect(again.json.at(-1)).toMatchObject({ event: 'done', summary: { outcomes: { provider_error: 5 } } });
});

test('a model that the server does not have is asked for once', async () => {
  const refusal = JSON.stringify({ error: { message: 'The model `some` does not exist.', code: 404 } });
  const server = await startUnitServer(() => behave.status(404, refusal));
  const { code, json, stderr } = await sextant({ cwd: newFolder(), env: server.env }, ...run);
  await server.close();
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'unknown_model' });
  expect(stderr).toMatch(/nothing more is asked: .*The model `some` does not exist/);
  expect(stderr).toContain('check the name in `--model openai/some`');
  expect(server.asked.length).toBeLessThanOrEqual(CONCURRENCY + 1);
});

test('an endpoint where nobody listens stops the run instead of failing unit by unit', async () => {
  const server = await startUnitServer(() => behave.says('A'));
  await server.close();
  const cwd = newFolder();
  const { code, json, stderr } = await sextant({ cwd, env: server.env }, ...run);
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'connection' });
  expect(stderr).toMatch(/nothing more is asked: .*ECONNREFUSED/);
  expect(attemptsOf(join(cwd, 'run')).length).toBeLessThanOrEqual(2 * (5 + CONCURRENCY + 1));
});
