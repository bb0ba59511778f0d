import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behave, startBadServer } from '../contestants/models/testing/bad-server.ts';
import { Summary } from '../contracts/index.ts';
import { attemptsOf, keysOf } from './testing/journal.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

test('the oracle reaches the top: launch and done on stdout, everything else on stderr', async () => {
  const cwd = newFolder();
  const { code, stdout, json, stderr } = await sextant({ cwd }, 'run', 'tiny', '--model', 'baseline/oracle', '--json');
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(2);
  const [launch, done] = json;
  expect(launch).toMatchObject({ event: 'launch', benchmark: 'tiny', model: 'baseline/oracle', units: 100, done: 0 });
  expect(done).toMatchObject({ event: 'done', run: launch.run });
  const summary = Summary.parse(done.summary);
  expect(summary).toMatchObject({ units: 100, missing: 0, outcomes: { answered: 100 }, readsTruth: true, cost: 0 });
  expect(summary.metrics[0]).toMatchObject({ name: 'accuracy', value: 1, n: 100, high: 1 });
  expect(summary.metrics[0]?.low).toBeLessThan(1);
  expect(JSON.parse(readFileSync(join(cwd, launch.run, 'summary.json'), 'utf8'))).toEqual(done.summary);
  expect(stderr).toContain('100/100');
});

test('the same command again resumes: nothing is asked twice, the result is the same', async () => {
  const server = await startUnitServer(() => behave.says('A'));
  const place = { cwd: newFolder(), env: server.env };
  const args = ['run', 'tiny', '--model', 'openai/some', '--limit', '12', '--json'];
  const first = await sextant(place, ...args);
  const again = await sextant(place, ...args);
  await server.close();
  expect(server.asked).toHaveLength(12);
  expect(again.json[0]).toMatchObject({ event: 'launch', done: 12 });
  const { seconds: _a, of: _ofA, ...before } = first.json[1].summary;
  const { seconds: _b, of: _ofB, ...after } = again.json[1].summary;
  expect(after).toEqual(before);
  expect(before.usage).toEqual({ inputTokens: 132, outputTokens: 84, reasoningTokens: 36 });
});

test('a protocol that asks for detail sends it with the picture, and the run keeps that it did', async () => {
  const bodies: string[] = [];
  const server = await startBadServer(({ body }) => {
    bodies.push(body);
    return behave.says('[(0.5, 0.5)]');
  });
  const place = { cwd: newFolder(), env: { OPENAI_BASE_URL: server.url } };
  for (const version of ['', '@2']) {
    const protocol = ['--protocol', `refspatial/roborefer${version}`, '--out', `run${version}`];
    const { code } = await sextant(place, 'run', 'synth-point:count=1', '--model', 'openai/some', ...protocol);
    expect(code).toBe(0);
  }
  await server.close();
  const [first = '', second = ''] = bodies;
  expect(first).not.toContain('"detail"');
  expect(second.replace(',"detail":"high"', '')).toBe(first);
  expect(readFileSync(join(place.cwd, 'run@2', 'events.ndjson'), 'utf8')).toContain('"detail":"high"');
});

test('a folder with another run in it is refused, field by field', async () => {
  const cwd = newFolder();
  await sextant({ cwd }, 'run', 'tiny:count=4', '--model', 'baseline/random', '--out', 'here');
  const other = await sextant(
    { cwd },
    'run',
    'tiny:count=4',
    '--model',
    'baseline/first',
    '--epochs',
    '2',
    '--out',
    'here',
    '--json',
  );
  expect(other.code).toBe(1);
  expect(other.json).toEqual([expect.objectContaining({ event: 'error', code: 'spec_differs', where: 'here' })]);
  expect(other.json[0].message).toContain('epochs: 1 in the folder, 2 asked now');
  expect(other.json[0].message).toContain('model.id: "baseline/random" in the folder, "baseline/first" asked now');
});

test('a cut-off, a refusal, silence, an empty answer and an error are told apart, and errors make a bracket', async () => {
  const kinds = [
    behave.says('A'),
    behave.says('no idea'),
    behave.refuses(),
    behave.isCutOff(),
    behave.isEmpty(),
    behave.status(400),
  ];
  const seen = new Map<string, number>();
  const server = await startUnitServer((key) => {
    if (!seen.has(key)) seen.set(key, seen.size);
    return kinds[seen.get(key) ?? 0] ?? behave.says('A');
  });
  const place = { cwd: newFolder(), env: server.env };
  const args = ['run', 'tiny', '--model', 'openai/some', '--limit', '12', '--concurrency', '1'];
  const { json } = await sextant(place, ...args, '--json');
  const { outcomes, metrics } = json[1].summary;
  expect(outcomes.refused).toBe(1);
  expect(outcomes.truncated).toBe(1);
  expect(outcomes.provider_error).toBe(1);
  expect(outcomes.unparsed).toBeGreaterThanOrEqual(2);
  expect(metrics[0]).toMatchObject({ n: 11, errors: 1 });
  expect(metrics[0].best - metrics[0].worst).toBeCloseTo(1 / 12);

  // An error is no answer: the next session asks that unit again, and only that one.
  kinds[5] = behave.says('A');
  const before = server.asked.length;
  const again = await sextant(place, ...args, '--json');
  await server.close();
  expect(server.asked.length).toBe(before + 1);
  expect(again.json[1].summary.outcomes.provider_error).toBeUndefined();
});

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s finishes what is under way, says how to resume and exits with 130; nothing is asked twice',
  async (signal) => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let interrupt = () => {};
    const server = await startUnitServer(() => (response, request) => {
      const answer = () => behave.says('B')(response, request);
      if (server.asked.length < 20) return answer();
      // From the 20th request on, answers wait until the interrupt has been noticed.
      if (server.asked.length === 20) interrupt();
      void gate.then(answer);
    });
    const place = { cwd: newFolder(), env: server.env };
    const args = ['run', 'tiny', '--model', 'openai/some', '--concurrency', '4', '--json'];
    const { child, ended } = begin(place, ...args);
    interrupt = () => child.kill(signal);
    child.stderr?.on('data', (text) => String(text).includes('stopping') && release());
    const stopped = await ended;
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain('run the same command again to continue');
    const { run, event } = stopped.json.at(-1);
    expect(event).toBe('stopped');
    // Everything the server was asked has been answered and kept.
    expect(attemptsOf(join(place.cwd, run))).toHaveLength(server.asked.length);

    const resumed = await sextant(place, ...args);
    await server.close();
    expect(resumed.code).toBe(0);
    expect(server.asked).toHaveLength(100);
    expect(new Set(server.asked).size).toBe(100);
  },
);

test('a second Ctrl-C drops what is under way, and the run can still be resumed', async () => {
  let silent = true;
  let begun = () => {};
  const underWay = new Promise<void>((resolve) => (begun = resolve));
  const server = await startUnitServer(() => {
    begun();
    return silent ? behave.isSilent() : behave.says('B');
  });
  const place = { cwd: newFolder(), env: server.env };
  const args = ['run', 'tiny', '--model', 'openai/some', '--limit', '6', '--json'];
  const { child, ended } = begin(place, ...args);
  await underWay;
  child.stderr?.on('data', (text) => String(text).includes('stopping') && child.kill('SIGINT'));
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  silent = false;
  const resumed = await sextant(place, ...args);
  await server.close();
  const { event, summary } = resumed.json.at(-1);
  expect(event).toBe('done');
  expect(Object.keys(summary.outcomes).sort()).toEqual(['answered', 'unparsed']);
});

test('--only, --from and --epochs choose what is asked', async () => {
  const cwd = newFolder();
  const run = (...args: string[]) =>
    sextant({ cwd }, 'run', 'tiny:count=20', '--model', 'baseline/random', '--json', ...args);
  const all = await run('--epochs', '3', '--out', 'all');
  expect(all.json[1].summary).toMatchObject({ units: 60, epochs: 3 });
  expect(all.json[1].summary.metrics.map((metric: { name: string }) => metric.name)).toContain('pass@3');

  await run('--out', 'single');
  const failed = await run('--from', 'single:failed', '--out', 'again');
  const ids = new Set(attemptsOf(join(cwd, 'again')).map(({ unit }) => unit));
  expect(ids.size).toBe(failed.json[1].summary.units);
  expect(ids.size).toBeLessThan(20);

  const [one] = ids;
  await run('--only', `${one}`, '--out', 'one');
  expect(attemptsOf(join(cwd, 'one')).map(({ unit }) => unit)).toEqual([one]);

  expect((await run('--from', 'all:errors')).json[0]).toMatchObject({ code: 'bad_argument' });
  expect((await run('--only', 'nobody')).json[0]).toMatchObject({
    code: 'bad_argument',
    message: 'no such question: nobody',
  });
});

test('several benchmarks run one after the other, each in its own folder', async () => {
  const cwd = newFolder();
  const { json } = await sextant(
    { cwd },
    'run',
    'tiny:count=4',
    'tiny:count=6',
    '--model',
    'baseline/first',
    '--out',
    'both',
    '--json',
  );
  expect(json.map(({ event }) => event)).toEqual(['launch', 'done', 'launch', 'done']);
  expect(existsSync(join(cwd, json[0].run, 'run.json'))).toBe(true);
  expect(json[2].run).not.toBe(json[0].run);
});

test('a budget stops before it is exceeded; without a price there is none', async () => {
  const server = await startUnitServer(() => behave.says('A'));
  const place = { cwd: newFolder(), env: server.env };
  const run = (model: string, budget: string) =>
    sextant(place, 'run', 'tiny', '--model', model, '--budget', budget, '--max-tokens', '100', '--json');
  const unpriced = await run('openai/nobody-knows', '1');
  expect(unpriced.json.at(-1)).toMatchObject({ code: 'budget_needs_price' });
  expect(server.asked).toHaveLength(0);
  const limited = await run('openai/gpt-4o', '0.02');
  await server.close();
  expect(limited.code).toBe(3);
  const { event, reason, summary } = limited.json.at(-1);
  expect({ event, reason }).toEqual({ event: 'stopped', reason: 'budget' });
  expect(summary.cost).toBeGreaterThan(0);
  expect(summary.cost).toBeLessThanOrEqual(0.02);
  expect(summary.missing).toBeGreaterThan(0);
});

test('a cached reply costs no request; another epoch does', async () => {
  const server = await startUnitServer(() => behave.says('A'));
  const place = { cwd: newFolder(), env: server.env };
  const run = (...args: string[]) =>
    sextant(place, 'run', 'tiny', '--model', 'openai/some', '--limit', '5', '--cache', 'cache', '--json', ...args);
  await run('--out', 'first');
  const second = await run('--out', 'second');
  expect(server.asked).toHaveLength(5);
  expect(second.json[1].summary).toMatchObject({
    outcomes: { answered: expect.any(Number) },
    usage: { inputTokens: 0 },
  });
  await run('--epochs', '2', '--out', 'third');
  await server.close();
  expect(server.asked).toHaveLength(10);
});

test('a key that is refused stops the run at once', async () => {
  const server = await startUnitServer(() => behave.status(401));
  const { code, json, stdout, stderr } = await sextant(
    { cwd: newFolder(), env: { ...server.env, OPENAI_API_KEY: 'sk-very-secret-key' } },
    ...['run', 'tiny', '--model', 'openai/some', '--concurrency', '2', '--json'],
  );
  await server.close();
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'auth' });
  expect(server.asked.length).toBeLessThan(6);
  expect(stdout + stderr).not.toContain('sk-very-secret-key');
});

test('a model of one’s own, and the replay of a run, answer like any other', async () => {
  const cwd = newFolder();
  const example = join(import.meta.dirname, '../../examples/my-model.ts');
  const own = await sextant({ cwd }, 'run', 'tiny:count=10', '--model', example, '--out', 'own', '--json');
  expect(own.json.at(-1)).toMatchObject({ event: 'done' });
  const replayed = await sextant(
    { cwd },
    'run',
    'tiny:count=10',
    '--model',
    'replay/own',
    '--protocol',
    'tiny/strict',
    '--json',
  );
  expect(replayed.json.at(-1)).toMatchObject({
    event: 'done',
    summary: { model: 'replay/own', protocol: { id: 'tiny/strict' } },
  });
  expect(keysOf(join(cwd, 'own')).size).toBe(10);
});

test('the request pictures are kept in the run, named by what they contain', async () => {
  const cwd = newFolder();
  await sextant({ cwd }, 'run', 'tiny:count=4', '--model', 'baseline/first', '--out', 'run');
  const events = readFileSync(join(cwd, 'run/events.ndjson'), 'utf8');
  expect(events).not.toContain('base64');
  for (const key of keysOf(join(cwd, 'run')).values()) {
    const sha256 = key.slice(0, 64);
    expect(existsSync(join(cwd, 'run/blobs', sha256.slice(0, 2), sha256))).toBe(true);
  }
});

test('a rate limit makes us slower, not wrong: nobody is turned into an error while others are served', async () => {
  let tokens = 5;
  let refusedAt = Number.POSITIVE_INFINITY;
  const server = await startUnitServer(() => {
    // Sooner than it says, so that whoever waited as told is served, on a slow machine too.
    if (tokens === 0 && performance.now() - refusedAt > 200) [tokens, refusedAt] = [5, Number.POSITIVE_INFINITY];
    if (tokens > 0) {
      tokens -= 1;
      return behave.says('A');
    }
    refusedAt = Math.min(refusedAt, performance.now());
    return behave.status(429, '{}', { 'retry-after-ms': '250' });
  });
  const place = { cwd: newFolder(), env: server.env };
  const { json } = await sextant(
    place,
    ...['run', 'tiny', '--model', 'openai/some', '--limit', '40', '--concurrency', '16', '--retries', '1', '--json'],
  );
  await server.close();
  expect(json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0 } });
  expect(json.at(-1).summary.outcomes.provider_error).toBeUndefined();
});

test('a server that is silent about its usage leaves the cost unknown, and the budget still holds', async () => {
  const reply = '{"choices":[{"message":{"content":"A"},"finish_reason":"stop"}]}';
  const server = await startUnitServer(() => behave.sends(reply));
  const place = { cwd: newFolder(), env: server.env };
  const args = ['run', 'tiny', '--model', 'openai/gpt-4o', '--budget', '0.1', '--max-tokens', '100', '--json'];
  const { json } = await sextant(place, ...args);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'budget', summary: { cost: null } });
  const asked = server.asked.length;
  expect(asked).toBeLessThan(10);
  // What they can have cost is still spent when the run is resumed.
  const again = await sextant(place, ...args);
  await server.close();
  expect(again.json.at(-1)).toMatchObject({ event: 'stopped', reason: 'budget', summary: { cost: null } });
  expect(server.asked.length).toBe(asked);
});

test('a server that bills more than was set aside overspends by what is under way, and no more', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 1e6 };
  const reply = JSON.stringify({ choices: [{ message: { content: 'A' }, finish_reason: 'stop' }], usage });
  const server = await startUnitServer(() => behave.sends(reply));
  const { code, json } = await sextant(
    { cwd: newFolder(), env: server.env },
    ...['run', 'tiny', '--model', 'openai/gpt-4o', '--budget', '0.5', '--max-tokens', '100', '--concurrency', '1'],
    '--json',
  );
  await server.close();
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'budget' });
  expect(server.asked).toHaveLength(1);
});

test('a model of one’s own that hangs, prints and throws secrets does no harm', async () => {
  const cwd = newFolder();
  const capabilities = "{ maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }";
  const write = (answer: string) =>
    writeFileSync(
      join(cwd, 'mine.ts'),
      `export const model = { id: 'mine', settings: {}, capabilities: ${capabilities}, answer: ${answer} };`,
    );
  const run = (...args: string[]) =>
    sextant(
      { cwd, env: { MY_API_KEY: 'sk-very-secret-key' } },
      'run',
      'tiny:count=2',
      '--model',
      './mine.ts',
      '--json',
      ...args,
    );
  write('() => new Promise(() => {})');
  const hung = await run('--timeout', '0.2', '--retries', '0', '--out', 'hung');
  expect(hung).toMatchObject({ code: 3, json: [{}, { summary: { outcomes: { provider_error: 2 } } }] });
  write("async () => { console.log('chatter'); return { text: 'A', finish: 'stop' }; }");
  const chatty = await run();
  expect(chatty.stdout.trim().split('\n')).toHaveLength(2);
  write("async () => ({ text: 'B', finish: 'stop' })");
  expect((await run()).json[0].run, 'a changed module is another model').not.toBe(chatty.json[0].run);
  write('async () => { throw new Error(process.env.MY_API_KEY); }');
  const thrown = await run('--out', 'thrown');
  write("async () => ({ text: process.env.MY_API_KEY, finish: 'stop', servedBy: process.env.MY_API_KEY })");
  const echoed = await run('--out', 'echoed');
  for (const [name, { stdout, stderr }] of Object.entries({ thrown, echoed }))
    expect(stdout + stderr + readFileSync(join(cwd, name, 'events.ndjson'), 'utf8')).not.toContain('sk-very');
  write("async () => ({ text: 'A'.repeat(2 ** 25), finish: 'stop' })");
  const endless = await run('--out', 'endless');
  expect(endless).toMatchObject({ code: 3, json: [{}, { summary: { missing: 0, outcomes: { provider_error: 2 } } }] });
  expect(endless.json[1].summary.reasons[0]).toMatchObject({ reason: 'too_large' });
});

test('a dry run says what it would take, sends nothing and writes nothing', async () => {
  let asked = 0;
  const server = await startUnitServer(() => {
    asked += 1;
    return behave.status(500);
  });
  const place = { cwd: newFolder(), env: { ...server.env, OPENAI_API_KEY: 'sk-some-key' } };
  const words = ['run', 'tiny:count=40', '--model', 'openai/gpt-4o', '--max-tokens', '100', '--dry-run'];
  const { code, json } = await sextant(place, ...words, '--json');
  await server.close();
  expect([code, asked, existsSync(join(place.cwd, 'runs'))]).toEqual([0, 0, false]);
  expect(json).toHaveLength(1);
  const [{ event, units, answered, requests, tokens, cost, seconds }] = json;
  expect({ event, units, answered, requests }).toEqual({ event: 'estimate', units: 40, answered: 0, requests: 40 });
  expect(tokens).toMatchObject({ output: 4000, measured: false });
  expect(cost).toBeCloseTo((tokens.input * 2.5 + 4000 * 10) / 1e6, 6);
  expect(seconds).toBeGreaterThan(0);
});
