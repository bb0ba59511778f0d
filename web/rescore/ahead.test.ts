import { expect, test } from 'vitest';
import { FilePrefetch, lookAhead } from './ahead.ts';

async function* numbers(count: number) {
  for (let n = 0; n < count; n += 1) yield n;
}

test('items are seen before their turn and come in order', async () => {
  const log: string[] = [];
  for await (const item of lookAhead(numbers(4), 2, (n) => log.push(`see ${n}`))) log.push(`take ${item}`);
  expect(log).toEqual(['see 0', 'see 1', 'see 2', 'take 0', 'see 3', 'take 1', 'take 2', 'take 3']);
});

/** FilePrefetch whose content is the length of their name. */
function counted() {
  const asked: string[][] = [];
  const files = new FilePrefetch(async (hashes) => {
    asked.push(hashes);
    if (hashes.includes('bad')) throw new Error('gone');
    return hashes.map((sha256) => new Uint8Array([sha256.length]));
  });
  return { asked, files };
}

test('files that were foreseen are fetched together and once, when the first of them is needed', async () => {
  const { asked, files } = counted();
  for (const sha256 of ['one', 'three', 'one']) files.foresee(sha256);
  expect(asked).toEqual([]);
  expect(await files.get('three')).toEqual(new Uint8Array([5]));
  expect(await files.get('one')).toEqual(new Uint8Array([3]));
  expect(await files.get('other')).toEqual(new Uint8Array([5]));
  expect(asked).toEqual([['one', 'three'], ['other']]);
});

test('many files are fetched before anybody needs them', async () => {
  const { asked, files } = counted();
  for (let n = 0; n < 250; n += 1) files.foresee(`file ${n}`);
  expect(asked.map(({ length }) => length)).toEqual([100, 100]);
  expect(await files.get('file 249')).toEqual(new Uint8Array([8]));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('who needs a file learns that it could not be fetched', async () => {
  const { files } = counted();
  files.foresee('bad');
  await expect(files.get('bad')).rejects.toThrow('gone');
});
