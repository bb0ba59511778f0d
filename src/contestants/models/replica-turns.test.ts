import { expect, test } from 'vitest';
import { type Model, ProviderError } from '../../contracts/index.ts';
import { at, Gate } from '../../util/index.ts';
import { type Replica, Turns } from './replica-turns.ts';

const never = new AbortController().signal;
const nobody: Model = {
  id: 'test/nobody',
  capabilities: { maxImages: 1, video: false, coordinates: null, peeks: 'nothing' },
  settings: {},
  answer: async () => ({ text: '', finish: 'stop' }),
};

/** Endpoints that take two requests each, and a clock that stands until it is moved. */
function endpoints(count: number) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const replicas = Array.from(
    { length: count },
    (_, i): Replica => ({
      at: `http://host-${i}`,
      model: nobody,
      gate: new Gate(2, now),
      failures: 0,
      rests: 0,
      restsUntil: 0,
    }),
  );
  const turns = new Turns(replicas, { concurrency: 2, now });
  /** How many of these have their turn by now. */
  const given = async (count: number) => {
    let taken = 0;
    for (let i = 0; i < count; i += 1) void turns.next(new Set(), never).then(() => (taken += 1));
    await new Promise(setImmediate);
    return () => taken;
  };
  return { clock, replicas, turns, given };
}

test('who finds every endpoint busy waits until a place is free', async () => {
  const { replicas, turns, given } = endpoints(2);
  const taken = await given(7);
  expect(taken()).toBe(4);
  expect(replicas.map(({ gate }) => gate.inFlight)).toEqual([2, 2]);
  turns.leave(at(replicas, 1));
  await new Promise(setImmediate);
  expect(taken()).toBe(5);
  expect(replicas.map(({ gate }) => gate.inFlight)).toEqual([2, 2]);
});

test('an endpoint that comes back from a rest is tried with one request, until it has answered', async () => {
  const { clock, replicas, turns, given } = endpoints(2);
  const [tired] = replicas;
  if (!tired) return expect.fail();
  for (let failures = 0; failures < 3; failures += 1) turns.failed(tired, new ProviderError('server', 'no'), 0);
  expect(turns.limit).toBe(2);
  clock.now = tired.restsUntil;
  expect(turns.limit).toBe(3);
  const taken = await given(4);
  expect([taken(), tired.gate.inFlight]).toEqual([3, 1]);
  turns.answered(tired);
  turns.leave(tired);
  await new Promise(setImmediate);
  expect([taken(), turns.limit]).toEqual([4, 4]);
});
