import { expect, test } from 'vitest';
import { type ContestantError, PolicyError, ProviderError } from '../../contracts/index.ts';
import { Breaker } from './breaker.ts';

const failure = (kind: ConstructorParameters<typeof ProviderError>[0], status?: number) =>
  new ProviderError(kind, 'as told', status === undefined ? {} : { status });
const times = (count: number, breaker: Breaker, error: ContestantError) =>
  Array.from({ length: count }, () => breaker.gaveUp(error));

test('a key that never worked stops the run at its first 401, but not at a 403', () => {
  expect(new Breaker(false).gaveUp(failure('auth', 401))).toBe('auth');
  expect(new Breaker(false).gaveUp(failure('auth', 403))).toBeUndefined();
  expect(new Breaker(true).gaveUp(failure('auth', 401))).toBeUndefined();
});

test('a model that is not there stops the run at its first 404, and in the middle only where it has gone for good', () => {
  const gone = failure('unknown_model', 404);
  expect(new Breaker(false).gaveUp(gone)).toBe('unknown_model');
  expect(times(5, new Breaker(true), gone)).toEqual([...Array(4).fill(undefined), 'unknown_model']);
});

test('five units in a row stop it; an answer in between says that it is the units', () => {
  for (const error of [failure('auth', 403), failure('quota', 402), failure('connection'), failure('server', 502)]) {
    const breaker = new Breaker(true);
    expect(times(4, breaker, error)).toEqual(Array(4).fill(undefined));
    breaker.ok();
    const { kind } = error;
    const why = kind === 'server' ? 'connection' : kind;
    expect(times(5, breaker, error)).toEqual([...Array(4).fill(undefined), why]);
  }
});

test('servers that fail by turns, each for a reason of its own, stop it too, with the last of them', () => {
  const breaker = new Breaker(true);
  const errors = [failure('quota', 402), failure('auth', 403), failure('connection'), failure('auth', 401)];
  expect(errors.map((error) => breaker.gaveUp(error))).toEqual(Array(4).fill(undefined));
  expect(breaker.gaveUp(failure('quota', 402))).toBe('quota');
});

test('what is wrong with a unit never stops the run', () => {
  const breaker = new Breaker(true);
  expect(times(50, breaker, failure('rejected', 400))).toEqual(Array(50).fill(undefined));
  expect(times(50, breaker, failure('server', 500))).toEqual(Array(50).fill(undefined));
});

test('a policy that nobody can reach is in vain too; one that misbehaves is not', () => {
  const failed = (kind: 'policy_unreachable' | 'bad_action') =>
    times(5, new Breaker(true), new PolicyError(kind, 'no'));
  expect(failed('policy_unreachable').at(-1)).toBe('connection');
  expect(failed('bad_action').at(-1)).toBeUndefined();
});
