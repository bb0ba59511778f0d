import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Behaviour, behave } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf, keysOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

/** What the server does at the first attempt and at later ones, and how the unit must end. */
const manners: {
  name: string;
  first: Behaviour;
  later: Behaviour;
  outcome: string;
  attempts: number;
  kind?: string;
}[] = [
  {
    name: 'rate limited, told when',
    first: behave.status(429, '{}', { 'retry-after': '0' }),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'rate_limited',
  },
  {
    name: 'rate limited, not told',
    first: behave.status(429),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'rate_limited',
  },
  {
    name: 'server error',
    first: behave.status(500),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'server',
  },
  {
    name: 'server error for ever',
    first: behave.status(500),
    later: behave.status(500),
    outcome: 'provider_error',
    attempts: 3,
    kind: 'server',
  },
  { name: 'reset', first: behave.resets(), later: behave.says('A'), outcome: 'reply', attempts: 2, kind: 'connection' },
  {
    name: 'reset in the body',
    first: behave.resetsMidBody(),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'connection',
  },
  {
    name: 'truncated body',
    first: behave.truncates(),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'connection',
  },
  {
    name: 'truncated for ever',
    first: behave.truncates(),
    later: behave.truncatesChunks(),
    outcome: 'provider_error',
    attempts: 3,
    kind: 'connection',
  },
  {
    name: 'HTML',
    first: behave.html(),
    later: behave.html(),
    outcome: 'provider_error',
    attempts: 3,
    kind: 'bad_response',
  },
  {
    name: 'a body without end',
    first: behave.drips(),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'timeout',
  },
  {
    name: 'invalid UTF-8',
    first: behave.invalidUtf8(),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'bad_response',
  },
  {
    name: '50 MB',
    first: behave.floods(50e6),
    later: behave.says('A'),
    outcome: 'provider_error',
    attempts: 1,
    kind: 'too_large',
  },
  {
    name: 'silence',
    first: behave.isSilent(),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'timeout',
  },
  {
    name: 'a hidden error',
    first: behave.hidesError(502),
    later: behave.says('A'),
    outcome: 'reply',
    attempts: 2,
    kind: 'server',
  },
  {
    name: 'rejected',
    first: behave.status(400),
    later: behave.says('A'),
    outcome: 'provider_error',
    attempts: 1,
    kind: 'rejected',
  },
  { name: 'refused', first: behave.refuses(), later: behave.says('A'), outcome: 'refused', attempts: 1 },
  { name: 'filtered', first: behave.isFiltered(), later: behave.says('A'), outcome: 'refused', attempts: 1 },
  { name: 'cut off', first: behave.isCutOff(), later: behave.says('A'), outcome: 'truncated', attempts: 1 },
  { name: 'empty', first: behave.isEmpty(), later: behave.says('A'), outcome: 'empty', attempts: 1 },
  { name: 'well-behaved', first: behave.says('A'), later: behave.says('A'), outcome: 'reply', attempts: 1 },
];

test('every unit ends with the right outcome, none is lost, none counts twice', async () => {
  const given = new Map<string, number>();
  const server = await startUnitServer((key, earlier) => {
    if (!given.has(key)) given.set(key, given.size % manners.length);
    const manner = manners[given.get(key) ?? 0];
    return (earlier === 0 ? manner?.first : manner?.later) ?? behave.says('A');
  });
  const units = manners.length * 3;
  const place = { cwd: newFolder(), env: server.env };
  const { code, json, stderr } = await sextant(
    place,
    ...['run', `tiny:count=${units}`, '--model', 'openai/some', '--concurrency', '16', '--retries', '2'],
    ...['--timeout', '20', '--out', 'run', '--json'],
  );
  await server.close();
  expect(code, stderr).toBe(0);

  const folder = join(place.cwd, 'run');
  const attempts = Map.groupBy(attemptsOf(folder), ({ unit }) => unit);
  const keys = keysOf(folder);
  expect(attempts.size).toBe(units);
  for (const [unit, made] of attempts) {
    const manner = manners[given.get(keys.get(unit) ?? '') ?? -1];
    expect(
      made.map(({ attempt }) => attempt),
      manner?.name,
    ).toEqual(made.map((_, i) => i + 1));
    expect(made, manner?.name).toHaveLength(manner?.attempts ?? 0);
    expect(
      made.map(({ final }) => final),
      manner?.name,
    ).toEqual(made.map((_, i) => i === made.length - 1));
    if (manner?.kind) expect(made[0]?.error?.kind, manner.name).toBe(manner.kind);
    const { reply, error } = made.at(-1) ?? {};
    const ended = error
      ? 'provider_error'
      : reply?.finish === 'length'
        ? 'truncated'
        : reply?.finish === 'refused'
          ? 'refused'
          : reply?.text === ''
            ? 'empty'
            : 'reply';
    expect(ended, manner?.name).toBe(manner?.outcome);
  }

  const { summary } = json.at(-1);
  const expected = (outcome: string) => manners.filter((manner) => manner.outcome === outcome).length * 3;
  expect(summary.units).toBe(units);
  expect(summary.missing).toBe(0);
  expect(summary.outcomes.provider_error).toBe(expected('provider_error'));
  expect(summary.outcomes.refused).toBe(expected('refused'));
  expect(summary.outcomes.truncated).toBe(expected('truncated'));
  expect((summary.outcomes.answered ?? 0) + summary.outcomes.unparsed).toBe(expected('reply') + expected('empty'));
  expect(Object.values<number>(summary.outcomes).reduce((a, b) => a + b)).toBe(units);
  expect(summary.metrics[0]).toMatchObject({
    n: units - expected('provider_error'),
    errors: expected('provider_error'),
  });
});
