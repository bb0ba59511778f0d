import { expect, test } from 'vitest';
import { Files, lookAhead } from './ahead.ts';

async function* numbers(count: number) {
  for (let n = 0; n < count; n += 1) yield n;
}

test('items are seen before their turn and come in order', async () => {
  const log: string[] = [];
  for await (const item of lookAhead(numbers(4), 2, (n) => log.push(`see ${n}`))) log.push(`take ${item}`);
  expect(log).toEqual(['see 0', 'see 1', 'see 2', 'take 0', 'see 3', 'take 1', 'take 2', 'take 3']);
});

test('a file is fetched once, and who needs it learns that it could not be', async () => {
  const fetched: string[] = [];
  const files = new Files(async (sha256) => {
    fetched.push(sha256);
    if (sha256 === 'bad') throw new Error('gone');
    return new Uint8Array([1]);
  });
  for (const sha256 of ['good', 'bad', 'good']) files.foresee(sha256);
  expect(await files.get('good')).toEqual(new Uint8Array([1]));
  await expect(files.get('bad')).rejects.toThrow('gone');
  expect(fetched).toEqual(['good', 'bad']);
});
