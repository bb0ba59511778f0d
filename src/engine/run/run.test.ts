import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import { attemptsOf } from '../../cli/testing/journal.ts';
import { type Dataset, type Model, ProviderError, parseRunLine, SextantError } from '../../contracts/index.ts';
import { FaultyDisk } from '../../files/testing/faulty-disk.ts';
import { Blobs } from '../../store/index.ts';
import { Gate } from '../../util/index.ts';
import { summariseRun } from '../score/stored-summary.ts';
import { measured } from '../testing/measured.ts';
import { tinyRun } from '../testing/tiny-run.ts';
import { ResponseCache } from './cache.ts';
import { type RunUnitsOptions, runUnits } from './run.ts';
import { findProtocol, specFor } from './spec.ts';

const clock = { now: () => performance.now(), date: () => new Date().toISOString() };
const never = new AbortController().signal;
const model: Model = {
  id: 'test/a',
  capabilities: { maxImages: 1, video: false, coordinates: null, peeks: 'nothing' },
  settings: {},
  answer: async () => ({ text: 'A', finish: 'stop' }),
};

type More = Partial<Omit<RunUnitsOptions, 'contestant'>> & { model?: Model };

async function run(folder: string, dataset: Dataset, { model: who = model, ...more }: More = {}) {
  const spec = specFor({
    benchmark: tiny,
    args: {},
    dataset,
    protocol: findProtocol(tiny),
    model: { id: model.id, settings: {}, readsTruth: false },
    select: {},
    epochs: 1,
    seed: 0,
  });
  const end = await runUnits({
    folder,
    spec,
    benchmark: tiny,
    dataset,
    keepMedia: false,
    ...measured(who),
    price: null,
    versions: {},
    gate: new Gate(4, clock.now),
    retries: 0,
    clock,
    stop: never,
    abort: never,
    ...more,
  });
  return { end, ...(await summariseRun(folder, tiny)).summary };
}

test('a question whose data are wrong is named; the others are asked; mended, it is asked too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const whole = await tiny.load({ args: { count: '20', seed: '1' } });
  const broken: Dataset = {
    ...whole,
    sample: async (index) => {
      if (index === 3) throw new SextantError('bad_media', 'not a picture', { where: 'data/3.png' });
      return whole.sample(index);
    },
  };
  const first = await run(folder, broken);
  expect(first).toMatchObject({
    end: 'data',
    missing: 1,
    problems: [`unit ${whole.ids[3]}: data/3.png: not a picture`],
  });
  expect(await run(folder, whole)).toMatchObject({ end: 'done', missing: 0, problems: [] });
});

test('a question stands in the journal before it is asked, also when it had to wait for its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const dataset = await tiny.load({ args: { count: '40', seed: '1' } });
  const early: string[] = [];
  const watching: Model = {
    ...model,
    answer: async ({ unit }) => {
      const events = readFileSync(join(folder, 'events.ndjson'), 'utf8').split('\n').map(parseRunLine);
      const asked = events.some((event) => event?.event === 'sample' && event.sample.id === unit.id);
      const shown = events.some((event) => event?.event === 'prompt' && event.unit === unit.id);
      if (!asked || !shown) early.push(unit.id);
      return { text: 'A', finish: 'stop' };
    },
  };
  expect(await run(folder, dataset, { model: watching })).toMatchObject({ end: 'done', missing: 0 });
  expect(early).toEqual([]);
});

/** What the listener was warned of, and how the run ended, for a model that answers so. */
async function runOf(answer: () => unknown, opts: { cache?: ResponseCache } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const dataset = await tiny.load({ args: { count: '10', seed: '1' } });
  const warnings: string[] = [];
  // As an untyped module would.
  const said = { ...model };
  Reflect.set(said, 'answer', async () => answer());
  const summary = await run(folder, dataset, {
    ...opts,
    model: said,
    listener: { warning: (text) => warnings.push(text) },
  });
  const attempts = attemptsOf(folder);
  const unreadable = readFileSync(join(folder, 'events.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !parseRunLine(line));
  return { folder, dataset, summary, warnings, attempts, unreadable };
}

test('nobody is asked before what the question needs is on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const dataset = await tiny.load({ args: { count: '1', seed: '1' } });
  let asked = 0;
  const answer: Model['answer'] = async (...given) => {
    asked += 1;
    return model.answer(...given);
  };
  const disk = new FaultyDisk();
  try {
    disk.isSlow = true;
    const whole = run(folder, dataset, { keepMedia: true, model: { ...model, answer } });
    await expect.poll(() => disk.waiting.length).toBeGreaterThan(0);
    for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
    expect(asked).toBe(0);
    disk.isSlow = false;
    for (const go of disk.waiting) go();
    expect((await whole).end).toBe('done');
    expect(asked).toBe(1);
  } finally {
    disk.mend();
  }
});

test('what an episode did reaches the disk soon after its line, while others still play', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const blobs = new Blobs(folder);
  const actions = Buffer.alloc(12_345);
  const [othersPlay, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const disk = new FaultyDisk();
  try {
    const whole = run(folder, await tiny.load({ args: { count: '2', seed: '1' } }), {
      blobs,
      async respond({ unit }) {
        // Whatever is stored before a question is asked is on the disk by then: so both have been asked.
        if (unit.index === 0) await othersPlay.promise;
        else {
          othersPlay.resolve();
          await end.promise;
        }
        const done = { sha256: blobs.put(actions), count: 1 };
        return {
          performance: {
            episode: {
              world: 'w',
              start: '',
              hashes: [],
              steps: 1,
              end: 'done',
              events: [],
              placed: null,
              actions: done,
            },
          },
        };
      },
    });
    await expect.poll(() => disk.synced).toContain(actions.length);
    end.resolve();
    expect((await whole).end).toBe('done');
  } finally {
    end.resolve();
    disk.mend();
  }
});

test('a question is written once, however often it is repeated', async () => {
  const { folder } = await tinyRun({ count: 4, epochs: 3, says: () => 'A' });
  const events = readFileSync(join(folder, 'events.ndjson'), 'utf8').split('\n').map(parseRunLine);
  const timesOf = (name: string) => events.filter((event) => event?.event === name).length;
  expect(['sample', 'prompt', 'attempt'].map(timesOf)).toEqual([4, 4, 12]);
});

test('impossible usage loses no answer, is said once, and is not in the journal', async () => {
  const usage = { inputTokens: -1, outputTokens: Number.NaN };
  const { summary, warnings, attempts, unreadable } = await runOf(() => ({ text: 'A', finish: 'stop', usage }));
  expect(summary).toMatchObject({ end: 'done', missing: 0, problems: [] });
  expect(warnings).toEqual(['test/a: usage that cannot be true is left out (input tokens: -1)']);
  expect(attempts.map(({ reply }) => reply)).toEqual(Array(10).fill({ text: 'A', finish: 'stop' }));
  expect(unreadable).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['nothing at all', undefined, 'the whole'],
  ['a number for a text', { text: 5, finish: 'stop' }, 'text'],
])('a reply that could not be read again is an error of its unit: %s', async (_name, said, field) => {
  const { summary, attempts, unreadable } = await runOf(() => said);
  expect(summary).toMatchObject({ end: 'done', missing: 0, outcomes: { provider_error: 10 } });
  for (const { error } of attempts) {
    expect(error).toEqual({
      kind: 'bad_response',
      message: expect.stringMatching(new RegExp(`^this is no reply: ${field}`)),
    });
  }
  expect(unreadable).toEqual([]);
});

test('a model that says it has acted has not: what it claims to have done is not stored', async () => {
  const { attempts } = await runOf(() => ({ text: 'A', finish: 'stop', episode: { placed: 'A' }, film: 'mine' }));
  expect(attempts.map(({ reply }) => reply)).toEqual(Array(10).fill({ text: 'A', finish: 'stop' }));
});

test('an error of a model’s own with an odd status is written so that it can be read', async () => {
  const { summary, attempts, unreadable } = await runOf(() => {
    throw new ProviderError('rejected', 'no', { status: 4.5 });
  });
  expect(summary).toMatchObject({ end: 'done', outcomes: { provider_error: 10 } });
  expect(attempts[0]?.error).toEqual({ kind: 'rejected', message: 'no' });
  expect(unreadable).toEqual([]);
});

function ownCause(): Error {
  const error = new Error('round');
  error.cause = error;
  return error;
}

test.each<[string, () => unknown]>([
  ['nothing that has words', () => Object.create(null)],
  ['an error that is its own cause', ownCause],
  ['what is no error', () => ({ toString: 5 })],
])('a model that throws %s fails its unit, not the run', async (_name, thrown) => {
  const { summary, unreadable } = await runOf(() => {
    throw thrown();
  });
  expect(summary).toMatchObject({ end: 'done', missing: 0, outcomes: { provider_error: 10 } });
  expect(unreadable).toEqual([]);
});

test('a cached reply with impossible usage is used, not asked for and paid again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-cache-'));
  const cache = new ResponseCache(dir);
  await runOf(() => ({ text: 'A', finish: 'stop' }), { cache });
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.json')) continue;
    const old = { text: 'A', finish: 'stop', usage: { inputTokens: -1, outputTokens: 3 } };
    writeFileSync(join(dir, entry), JSON.stringify(old));
  }
  const { summary, attempts, warnings } = await runOf(() => expect.unreachable('it was asked again'), { cache });
  expect(summary).toMatchObject({ end: 'done', missing: 0 });
  expect(attempts.every(({ cached, reply }) => cached && reply && !reply.usage)).toBe(true);
  expect(warnings).toHaveLength(1);
});

test('a rate limit is no failure while others are answered, and one when nobody is', async () => {
  const dataset = await tiny.load({ args: { count: '10', seed: '1' } });
  const [slow] = dataset.ids;
  const limited = () => new ProviderError('rate_limited', 'slow down', { status: 429, retryAfterMs: 1 });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let turnedAway = false;
  const busy: Model = {
    ...model,
    answer: async ({ unit }) => {
      if (unit.id !== slow || turnedAway) {
        // Told once the reply has arrived.
        setImmediate(resolve);
        return { text: 'A', finish: 'stop' };
      }
      turnedAway = true;
      await answered;
      throw limited();
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  expect(await run(folder, dataset, { model: busy })).toMatchObject({ end: 'done', missing: 0, problems: [] });
  expect(attemptsOf(folder).filter(({ unit }) => unit === slow)).toMatchObject([
    { final: false, error: { kind: 'rate_limited' } },
    { final: true, reply: { text: 'A' } },
  ]);

  const closed: Model = { ...model, answer: () => Promise.reject(limited()) };
  const refused = await run(mkdtempSync(join(tmpdir(), 'sextant-run-')), dataset, { model: closed });
  expect(refused.outcomes).toEqual({ provider_error: 10 });
});
