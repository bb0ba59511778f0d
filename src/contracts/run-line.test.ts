import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { RunEvent } from './run.ts';
import { parseRunLine, writeRunLine } from './run-line.ts';

const media = { sha256: 'a'.repeat(64), type: 'image/png', bytes: 10, width: 4, height: 3, time: 0.5 } as const;
const attempt = {
  event: 'attempt',
  unit: 'q1',
  epoch: 0,
  attempt: 1,
  at: '2026-01-01T00:00:00Z',
  ms: 1.5,
  final: true,
};
const usage = { inputTokens: 3, outputTokens: 2, reasoningTokens: 1 };
const episode = {
  world: 'w@1',
  start: 'ab',
  hashes: ['cd'],
  steps: 250,
  actions: { sha256: 'ef', count: 9 },
  end: 'done',
  events: [{ step: 3, what: 'touch', block: 'A', arm: 'left' }],
  placed: null,
};
const acting = { calls: 1, meanMs: 2.5, maxMs: 3, meanCommands: 50 };
const lines: unknown[] = [
  { event: 'session', at: 'now', id: 's' },
  { event: 'pause', at: 'now', id: 's', reason: 'done' },
  { event: 'sample', sample: { id: 'q1', cluster: 'c', groups: { kind: 'choice' }, media: [media], answer: 'A' } },
  {
    event: 'prompt',
    unit: 'q1',
    prompt: {
      system: 'Be brief.',
      parts: [{ text: 'Look:' }, { media, kept: true, fps: 2, detail: 'low' }],
      decoding: { temperature: 0, topP: 1, maxTokens: 16, seed: 1 },
    },
  },
  { event: 'problem', unit: 'q1', at: 'now', message: 'no picture' },
  { ...attempt, reply: { text: 'A', finish: 'stop', usage, reasoning: 'so', servedBy: 'm', responseId: 'r' } },
  { ...attempt, cached: true, reply: { text: 'A', finish: 'length', usage } },
  { ...attempt, reply: { text: '', finish: 'stop', episode, film: { ...media, type: 'video/mp4' }, acting } },
  { ...attempt, error: { kind: 'server', message: 'HTTP 500', status: 500 } },
];

/** What people's code, servers and clocks have come up with. */
const odd: unknown[] = [
  ...[null, undefined, true, false, '', 'A', -1, 0, 0.5, -0, 1e300, 2 ** 53, 2 ** 53 + 2, Number.NaN],
  ...[
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    [],
    {},
    [1],
    { a: 1 },
    ['x'],
    new Date(0),
    new Map(),
    '\ud800',
  ],
  ...['stop', 'refused', 'attempt', { text: 'A', finish: 'stop' }, usage, media, episode, acting, [media], { text: 1 }],
  new (class {
    get text() {
      return 'A';
    }
  })(),
];

/** Some place in a line, changed; the same number, the same change. */
function mutated(line: unknown, next: (below: number) => number): unknown {
  const copy: unknown = structuredClone(line);
  let place = copy;
  while (typeof place === 'object' && place !== null) {
    const holder = place;
    const keys = Object.keys(holder);
    if (keys.length === 0) break;
    const key = keys[next(keys.length)] ?? '';
    const below: unknown = Reflect.get(holder, key);
    if (typeof below === 'object' && below !== null && next(3) > 0) {
      place = below;
      continue;
    }
    const change = next(8);
    if (change === 0) Reflect.deleteProperty(holder, key);
    else if (change === 1)
      Reflect.set(holder, ['episode', 'usage', 'text', 'more'][next(4)] ?? '', odd[next(odd.length)]);
    else Reflect.set(holder, key, odd[next(odd.length)]);
    break;
  }
  return copy;
}

/** Numbers below a bound, the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function cases(): unknown[] {
  const next = numbers(7);
  return Array.from({ length: 9_000 }, (_, i) => {
    let value = lines[i % lines.length];
    for (let changes = next(3); changes >= 0; changes -= 1) value = mutated(value, next);
    return value;
  });
}

test('looking at the fields accepts exactly what the schema accepts', () => {
  let accepted = 0;
  for (const value of [...lines, ...cases()]) {
    // A number too large for a double is Infinity to whoever parses it.
    const text = (JSON.stringify(value) ?? 'null').replaceAll('1e+300', '1e999');
    const bySchema = RunEvent.safeParse(JSON.parse(text)).data;
    const read = parseRunLine(text);
    if ((read === undefined) !== (bySchema === undefined)) expect.fail(text);
    // Unknown fields are no difference.
    if (read && !isDeepStrictEqual(RunEvent.parse(read), bySchema)) expect.fail(text);
    if (read) accepted += 1;
  }
  expect(accepted).toBeGreaterThan(500);
});

test('what is written can be read again, whatever came in: a line that the reader would refuse is refused before', () => {
  let refused = 0;
  for (const value of [...lines, ...cases()]) {
    // As an untyped caller would.
    const write: (event: never) => string = writeRunLine;
    let line: string;
    try {
      line = Reflect.apply(write, undefined, [value]);
    } catch {
      refused += 1;
      continue;
    }
    if (!parseRunLine(line)) expect.fail(line);
  }
  expect(refused).toBeGreaterThan(1000);
  for (const line of lines) expect(parseRunLine(JSON.stringify(line)), JSON.stringify(line)).toEqual(line);
});

test.each([
  ['an episode of another shape', { reply: { text: '', finish: 'stop', episode: { world: 1 } } }],
  ['a time that is not a number', { ms: Number.POSITIVE_INFINITY, reply: { text: 'A', finish: 'stop' } }],
  ['a negative count', { reply: { text: 'A', finish: 'stop', usage: { inputTokens: -1, outputTokens: 1 } } }],
])('%s is an internal error, named by its field', (_name, changes) => {
  const event = { ...attempt, ...changes };
  expect(() => Reflect.apply(writeRunLine, undefined, [event])).toThrow(/^this attempt could not be read again: \w+/);
  expect(parseRunLine(JSON.stringify(event).replace('"ms":null', '"ms":1e999'))).toBeUndefined();
});

test('a line that is nested so deep that whoever walks through it would run out of stack is none', () => {
  const nested = (depth: number) => {
    const deep: unknown = JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`);
    return { event: 'sample' as const, sample: { id: 'q1', cluster: 'c', groups: {}, media: [], deep } };
  };
  expect(parseRunLine(writeRunLine(nested(40)))).toEqual(nested(40));
  expect(() => writeRunLine(nested(1000))).toThrow('it is nested more than 100 levels deep');
  for (const depth of [60, 1000, 50_000])
    expect(
      parseRunLine(JSON.stringify(nested(0)).replace('1}}', `${'['.repeat(2 * depth)}${']'.repeat(2 * depth)}}}`)),
    ).toBeUndefined();
});
