import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

const never = new AbortController().signal;
const gate = (concurrency: number | 'auto') => new Gate(concurrency, () => performance.now());

/** Sends `count` requests, as many at once as the limiter lets through; all of one wave end together. */
async function waves(limiter: Gate, count: number, react: (wave: number[]) => void): Promise<number[]> {
  const sizes: number[] = [];
  let entered: number[] = [];
  let left = count;
  let waiting = 0;
  const refill = () => {
    while (left > 0 && waiting <= limiter.limit) {
      left -= 1;
      waiting += 1;
      void limiter.enter(never).then((generation) => entered.push(generation ?? -1));
    }
  };
  refill();
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (entered.length === 0) return sizes;
    const wave = entered;
    entered = [];
    sizes.push(wave.length);
    react(wave);
    for (const _ of wave) limiter.leave();
    waiting -= wave.length;
    refill();
  }
}

test('a number stays what it is', async () => {
  const limiter = gate(3);
  const sizes = await waves(limiter, 12, (wave) => {
    for (const _ of wave) limiter.ok();
    limiter.overload(wave[0] ?? 0);
  });
  expect(sizes).toEqual([3, 3, 3, 3]);
});

test('auto starts low and doubles while it is saturated', async () => {
  const limiter = gate('auto');
  const sizes = await waves(limiter, 60, (wave) => {
    for (const _ of wave) limiter.ok();
  });
  expect(sizes.slice(0, 4)).toEqual([4, 8, 16, 32]);
});

test('auto halves on overload, once per limit, and then grows gently', async () => {
  const limiter = gate('auto');
  let round = 0;
  await waves(limiter, 500, (wave) => {
    round += 1;
    // Four requests of the same wave are turned away: that is one message, not four.
    if (round === 5) for (const generation of wave.slice(0, 4)) limiter.overload(generation);
    else for (const _ of wave) limiter.ok();
    if (round === 4) expect(limiter.limit).toBe(64);
    if (round === 5) expect(limiter.limit).toBe(32);
    if (round === 6) expect(limiter.limit).toBe(35);
  });
  expect(round).toBeGreaterThan(6);
});

test('auto does not grow when there is too little to do', async () => {
  const limiter = gate('auto');
  for (let i = 0; i < 100; i += 1) {
    await limiter.enter(never);
    limiter.ok();
    limiter.leave();
  }
  expect(limiter.limit).toBe(4);
});

test('overload never takes the last place away', async () => {
  const limiter = gate('auto');
  for (let i = 0; i < 10; i += 1) {
    const generation = await limiter.enter(never);
    limiter.overload(generation ?? -1);
    limiter.leave();
  }
  expect(limiter.limit).toBe(1);
});

test('silence holds for those who already wait for a place, and a stop ends every wait', async () => {
  let now = 0;
  const limiter = new Gate(1, () => now);
  await limiter.enter(never);
  const stop = new AbortController();
  const second = limiter.enter(stop.signal);
  limiter.pause(60_000);
  limiter.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(limiter.pauseLeft).toBe(60_000);
  stop.abort();
  expect(await second).toBeNull();
  now = 60_000;
  expect(await limiter.enter(never)).toBe(0);
});

test('nobody can silence us for longer than ten minutes', () => {
  const limiter = new Gate(1, () => 0);
  limiter.pause(1e15);
  expect(limiter.pauseLeft).toBe(600_000);
});
