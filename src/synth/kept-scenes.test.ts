import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Made } from './family.ts';
import { families } from './index.ts';
import { keepScenes } from './kept-scenes.ts';
import { makeDataset } from './make.ts';

const dir = mkdtempSync(join(tmpdir(), 'kept-scenes-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Scenes that say their number; tells where it was asked to begin. */
function numbered(count: number, firsts: number[]) {
  return async function* (first: number): AsyncGenerator<Made> {
    firsts.push(first);
    for (let n = first; n < count; n += 1) yield { samples: [], files: [], rejected: { n } };
  };
}

/** The numbers of the scenes that came, until it was stopped after some. */
async function take(path: string, make: ReturnType<typeof numbered>, most = Infinity): Promise<unknown[]> {
  const stop = new AbortController();
  const numbers: unknown[] = [];
  for await (const { rejected } of keepScenes(path, make, stop.signal)) {
    numbers.push(rejected.n);
    if (numbers.length < most) continue;
    stop.abort();
    break;
  }
  return numbers;
}

describe('scenes that are kept', () => {
  it('come again, and the others are made', async () => {
    const path = join(dir, 'a');
    const firsts: number[] = [];
    expect(await take(path, numbered(5, firsts), 3)).toEqual([0, 1, 2]);
    expect(await take(path, numbered(5, firsts))).toEqual([0, 1, 2, 3, 4]);
    expect(firsts).toEqual([0, 3]);
    expect(existsSync(path)).toBe(false);
  });

  it('are made again from one that was torn off', async () => {
    const path = join(dir, 'b');
    const firsts: number[] = [];
    await take(path, numbered(5, firsts), 3);
    truncateSync(path, readFileSync(path).length - 1);
    expect(await take(path, numbered(5, firsts))).toEqual([0, 1, 2, 3, 4]);
    expect(firsts).toEqual([0, 2]);
  });

  it('are forgotten where going on would fail again', async () => {
    const path = join(dir, 'c');
    const failing = async function* (): AsyncGenerator<Made> {
      yield { samples: [], files: [], rejected: { n: 0 } };
      throw new Error('no draft passed');
    };
    await expect(take(path, failing)).rejects.toThrow('no draft passed');
    expect(existsSync(path)).toBe(false);
  });
});

it('a set that was interrupted is the same as one that was not', async () => {
  const benchmark = families.find(({ id }) => id === 'synth-act') ?? expect.fail();
  const settings = { seed: 5, count: 3, difficulty: benchmark.levels.easy };
  const making = { threads: 1, version: '0' };
  const [one, other] = [join(dir, 'one'), join(dir, 'other')];
  const stop = new AbortController();
  const stopped = makeDataset(benchmark, settings, {
    ...making,
    dir: one,
    stop: stop.signal,
    onScene: () => stop.abort(),
  });
  await expect(stopped).rejects.toThrow();
  expect(existsSync(one)).toBe(false);
  await makeDataset(benchmark, settings, { ...making, dir: one });
  await makeDataset(benchmark, settings, { ...making, dir: other });
  for (const name of ['scenes.jsonl', 'episodes.jsonl', 'card.json', 'README.md', 'images/act-00000.png'])
    expect(readFileSync(join(one, name))).toEqual(readFileSync(join(other, name)));
});
