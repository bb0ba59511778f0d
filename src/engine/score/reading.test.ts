import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { RunEvent, Sample } from '../../contracts/index.ts';
import { findProtocol, specFor } from '../run/spec.ts';
import { RunReading } from './reading.ts';

const day = 86_400_000;
const begin = Date.parse('2026-01-01T00:00:00Z');
const date = (ms: number) => new Date(begin + ms).toISOString();
const session = (ms: number): RunEvent => ({ event: 'session', at: date(ms), id: 's' });
const pause = (ms: number): RunEvent => ({ event: 'pause', at: date(ms), id: 's', reason: 'done' });
const attempt = (ms: number, took: number): RunEvent => ({
  event: 'attempt',
  unit: 'a',
  epoch: 0,
  attempt: 1,
  at: date(ms),
  ms: took,
  final: false,
});

const dataset = await tiny.load({ args: { count: '4', seed: '1' } });
const spec = specFor({
  benchmark: tiny,
  args: {},
  dataset,
  protocol: findProtocol(tiny),
  select: {},
  epochs: 1,
  seed: 0,
  model: { id: 'test/a', settings: {}, readsTruth: false },
});

async function secondsOf(...events: RunEvent[]): Promise<number> {
  const reading = new RunReading({
    run: { price: null, units: 1, spec },
    benchmark: tiny,
    samples: { get: () => undefined },
    where: 'journal',
    visit: async () => {},
  });
  for (const event of events) await reading.take(event);
  return reading.reading.seconds;
}

test('sessions are added up, and the time between them is not', async () => {
  expect(await secondsOf(session(0), attempt(0, 2000), pause(3000), session(day), attempt(day, 1000))).toBe(4);
  expect(await secondsOf(attempt(0, 2000), attempt(5000, 10)), 'imported').toBe(0);
});

test('attempts that overlap count once, and long ones count whole', async () => {
  expect(await secondsOf(session(0), attempt(0, 5000), attempt(1000, 4100), attempt(5000, day))).toBe(86_405);
});

test('a clock that is set forward or back in the middle gives neither 9,600 hours nor none', async () => {
  const leap = 400 * day;
  const after = (jump: number) => [attempt(1000 + jump, 1000), attempt(2000 + jump, 1000), pause(3500 + jump)];
  expect(await secondsOf(session(0), attempt(0, 1000), ...after(0))).toBe(3.5);
  expect(await secondsOf(session(0), attempt(0, 1000), ...after(leap))).toBe(3.5);
  expect(await secondsOf(session(0), attempt(0, 1000), ...after(-leap))).toBe(3.5);
});

test('an attempt that claims to have taken less than no time gave a run that lasted minus 30 years', async () => {
  expect(await secondsOf(session(0), attempt(1000, -1e12), attempt(2000, 500))).toBe(2.5);
});

test('a time that is none costs its own line only', async () => {
  const odd = { ...attempt(1000, 10), at: 'yesterday' };
  expect(await secondsOf(session(0), odd, attempt(0, 2000))).toBe(2);
});

/** A journal of the four questions in which the lines of some are left out. */
async function readingOf(opts: { units: number; without: number[]; more?: RunEvent[] }) {
  const samples = new Map<string, Sample>();
  const visited = new Set<string>();
  const reading = new RunReading({
    run: { price: null, units: opts.units, spec },
    benchmark: tiny,
    samples,
    where: 'journal',
    visit: async ({ event }) => void visited.add(event.unit),
  });
  const take = async (event: RunEvent) => {
    if (event.event === 'sample') samples.set(event.sample.id, event.sample);
    await reading.take(event);
  };
  for (const [index] of dataset.ids.entries()) {
    const sample = await dataset.sample(index);
    if (!opts.without.includes(index)) await take({ event: 'sample', sample });
    await take(answer(sample.id));
  }
  for (const event of opts.more ?? []) await take(event);
  const { unread, problems } = reading.reading;
  return { scored: visited.size, unread: unread.map(({ id }) => id), problems };
}
const answer = (unit: string, epoch = 0): RunEvent => ({
  event: 'attempt',
  unit,
  epoch,
  attempt: 1,
  at: date(0),
  ms: 1,
  final: true,
  reply: { text: 'A', finish: 'stop' },
});

test('an answer to a question that is gone is open; one more than the run has is not counted', async () => {
  const [first = ''] = dataset.ids;
  const lost = `unit ${first}: its question is missing from journal`;
  const strange = 'unit ghost: the run did not plan it; it is not counted';
  expect(await readingOf({ units: 4, without: [0] })).toEqual({ scored: 3, unread: [first], problems: [lost] });
  expect(await readingOf({ units: 4, without: [0], more: [answer('ghost')] })).toEqual({
    scored: 3,
    unread: [first],
    problems: [lost, strange],
  });
  expect(await readingOf({ units: 4, without: [], more: [answer('ghost')] })).toEqual({
    scored: 4,
    unread: [],
    problems: [strange],
  });
});

test('a question that was lost and is asked again with a new line counts once', async () => {
  const sample = await dataset.sample(0);
  const more: RunEvent[] = [{ event: 'sample', sample }, answer(sample.id)];
  expect(await readingOf({ units: 4, without: [0], more })).toEqual({ scored: 4, unread: [], problems: [] });
});

test('questions of another run, with everything that belongs to them, are not counted', async () => {
  const sample = { ...(await dataset.sample(0)), id: 'foreign' };
  const more: RunEvent[] = [{ event: 'sample', sample }, answer('foreign'), answer(dataset.ids[1] ?? '', 3)];
  expect(await readingOf({ units: 4, without: [], more })).toMatchObject({
    scored: 4,
    problems: ['foreign', `${dataset.ids[1]}#3`].map(
      (unit) => `unit ${unit}: the run did not plan it; it is not counted`,
    ),
  });
});
