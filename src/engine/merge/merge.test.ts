import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launch } from '../launch/launch.ts';
import { openStored } from '../launch/stored.ts';
import { type Says, tinyRun } from '../testing/tiny-run.ts';
import { arrayOf, mergeRuns } from './merge.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'sextant-merge-'));
const says: Says = (at, epoch) => (at % 2 === 0 ? `(0.${at}, 0.5)` : `The answer is (${'ABCD'[(at + epoch) % 4]}).`);

async function shards(count: number, opts: { says?: Says; epochs?: number; out?: string } = {}) {
  const { out = newFolder() } = opts;
  for (let index = 1; index <= count; index += 1) {
    const folder = join(out, `shard-${index}-of-${count}`);
    await tinyRun({ says, ...opts, count: 24, folder, shard: { index, count } });
  }
  return out;
}

async function merged(parts: string[], partial = false) {
  const out = join(newFolder(), 'whole');
  const result = await mergeRuns({ parts, out, partial });
  return { ...result, out, digest: (await openStored(out)).summary.digest };
}

function edit(folder: string, change: (text: string) => string): void {
  const path = join(folder, 'events.ndjson');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

test('one, two and seven shards have the digest of the whole run', async () => {
  const whole = await tinyRun({ count: 24, epochs: 2, says });
  for (const count of [1, 2, 7]) {
    const out = await shards(count, { epochs: 2 });
    const { digest, problems, run } = await merged([out]);
    expect(digest).toBe(whole.summary.digest);
    expect(problems).toEqual([]);
    expect(run.units).toBe(48);
    expect('shard' in run).toBe(false);
  }
});

test('questions about one picture stay together, and every unit is in exactly one shard', async () => {
  const out = await shards(5);
  const ids = readdirSync(out).map((name) =>
    [...readFileSync(join(out, name, 'events.ndjson'), 'utf8').matchAll(/"sample":\{"id":"([^"]+)"/g)].map(
      ([, id]) => id,
    ),
  );
  expect(ids.flat().sort()).toEqual([...new Set(ids.flat())].sort());
  expect(ids.flat()).toHaveLength(24);
  for (const each of ids) expect(each.length % 2).toBe(0);
});

test('an errored unit leaves the digest of the whole run with that error', async () => {
  const failing: Says = (at, epoch) => {
    if (at === 5) throw new Error('out of luck');
    return says(at, epoch);
  };
  const whole = await tinyRun({ count: 24, says: failing });
  expect((await merged([await shards(3, { says: failing })])).digest).toBe(whole.summary.digest);
});

test('files are shared, not copied, and each is what its name says', async () => {
  const out = await shards(2);
  const { out: whole } = await merged([out]);
  const folder = readdirSync(join(whole, 'blobs'))[0] ?? '';
  const [name = ''] = readdirSync(join(whole, 'blobs', folder));
  expect(statSync(join(whole, 'blobs', folder, name)).nlink).toBeGreaterThan(1);
});

test('a missing shard is named as an array, and merged only when somebody wants it so', async () => {
  const out = await shards(4);
  for (const index of [2, 3]) rmSync(join(out, `shard-${index}-of-4`), { recursive: true });
  await expect(merged([out])).rejects.toThrow('shards that are missing or not finished: 2-3');
  const { missing, out: whole } = await merged([out], true);
  expect(missing).toEqual([2, 3]);
  // An ordinary run: who asks again completes it.
  const { summary } = await tinyRun({ count: 24, says, folder: whole });
  expect(summary.digest).toBe((await tinyRun({ count: 24, says })).summary.digest);
});

test('parts of different runs are refused with the difference', async () => {
  const [a, b] = [await shards(2), await shards(2, { epochs: 2 })];
  await expect(merged([join(a, 'shard-1-of-2'), join(b, 'shard-2-of-2')])).rejects.toThrow(
    /epochs: 1 in .*shard-1-of-2, 2 in .*shard-2-of-2/,
  );
  const seven = await shards(7);
  await expect(merged([join(a, 'shard-1-of-2'), join(seven, 'shard-2-of-7')])).rejects.toThrow('shards: of 2 in');
});

test('units that two parts have must agree, otherwise both are named', async () => {
  const out = await shards(2);
  const copy = join(newFolder(), 'copy');
  cpSync(join(out, 'shard-1-of-2'), copy, { recursive: true });
  const { digest } = await merged([out]);
  expect((await merged([out, copy])).digest).toBe(digest);
  edit(copy, (text) => text.replace(/The answer is \((.)\)/, 'The answer is (X)'));
  await expect(merged([out, copy])).rejects.toThrow(/unit \S+ is not the same in \S+shard-1-of-2 and \S+copy/);
});

test('a question that two parts tell differently is refused', async () => {
  const out = await shards(2);
  const copy = join(newFolder(), 'copy');
  cpSync(join(out, 'shard-1-of-2'), copy, { recursive: true });
  edit(copy, (text) => text.replace(/("sample":\{"id":"[^"]+".*?"cluster":")/, '$1another-'));
  await expect(merged([out, copy])).rejects.toThrow('is not the same in');
});

test('episodes have the digest of the whole run, and must agree to the last bit', async () => {
  const cwd = newFolder();
  writeFileSync(
    join(cwd, 'mine.mjs'),
    `export const policy = { id: 'still', settings: {}, needs: { cameras: [], action: 'qpos', peeks: 'nothing' },
      reset() {}, act: ({ step, state }) => (step > 0 ? 'done' : [state]) }`,
  );
  const act = (out: string, shard?: string) =>
    launch({
      benchmark: 'rsb-math-4:episodes=4,check=none',
      who: { policy: './mine.mjs' },
      workers: 1,
      env: {},
      cwd,
      out,
      ...(shard === undefined ? {} : { shard }),
    });
  const { scored } = await act('plain');
  for (const shard of ['1/2', '2/2']) await act('two', shard);
  expect((await merged([join(cwd, 'two')])).digest).toBe(scored.summary.digest);
  const copy = join(cwd, 'copy');
  cpSync(join(cwd, 'plain'), copy, { recursive: true });
  expect((await merged([join(cwd, 'two'), copy])).digest).toBe(scored.summary.digest);
  edit(copy, (text) => text.replace(/("hashes":\[")(.)/, (_, before, digit) => before + (digit === '0' ? '1' : '0')));
  await expect(merged([join(cwd, 'two'), copy])).rejects.toThrow('is not the same in');
});

test('an answer is preferred to an error, whichever part comes first', async () => {
  const failing: Says = () => {
    throw new Error('gone');
  };
  const [good, bad] = [await shards(2), await shards(2, { says: failing })];
  const { digest } = await merged([good]);
  expect((await merged([join(bad, 'shard-1-of-2'), good])).digest).toBe(digest);
  expect((await merged([good, join(bad, 'shard-1-of-2')])).digest).toBe(digest);
});

test('a folder that is named twice is one part', async () => {
  const out = await shards(2);
  expect((await merged([out, join(out, 'shard-1-of-2')])).parts).toBe(2);
});

test('what a damaged line held is missing, and the line is named', async () => {
  const out = await shards(2);
  edit(join(out, 'shard-1-of-2'), (text) => text.replace('{"event":"attempt"', '{"event":"attemp'));
  await expect(merged([out])).rejects.toThrow('shards that are missing or not finished: 1');
  const { problems } = await merged([out], true);
  expect(problems.join()).toMatch(/shard-1-of-2.events.ndjson:\d+ is not a journal line/);
});

test('a file whose content is not what its name says is left out by name', async () => {
  const out = await shards(2);
  const blobs = join(out, 'shard-1-of-2', 'blobs');
  const [folder = ''] = readdirSync(blobs);
  const [name = ''] = readdirSync(join(blobs, folder));
  appendFileSync(join(blobs, folder, name), 'more');
  expect((await merged([out])).problems.join()).toContain(name);
});

test('a link in the place of a file is not followed', async () => {
  const out = await shards(1);
  const blobs = join(out, 'shard-1-of-1', 'blobs');
  const [folder = ''] = readdirSync(blobs);
  const [name = ''] = readdirSync(join(blobs, folder));
  renameSync(join(blobs, folder, name), join(out, 'elsewhere'));
  symlinkSync(join(out, 'elsewhere'), join(blobs, folder, name));
  const { problems, out: whole } = await merged([out]);
  expect(problems.join()).toContain(`${name}: not a regular file`);
  expect(existsSync(join(whole, 'blobs', folder, name))).toBe(false);
});

test('a unit more than the run has is refused', async () => {
  const out = await shards(2);
  const part = join(out, 'shard-1-of-2');
  const lines = readFileSync(join(part, 'events.ndjson'), 'utf8').split('\n');
  const [sample = '', attempt = ''] = ['sample', 'attempt'].map((kind) =>
    lines.find((line) => line.startsWith(`{"event":"${kind}"`)),
  );
  const id = /"unit":"([^"]+)"/.exec(attempt)?.[1] ?? '';
  const own = /"id":"([^"]+)"/.exec(sample)?.[1] ?? '';
  appendFileSync(
    join(part, 'events.ndjson'),
    `${sample.replace(own, 'smuggled')}\n${attempt.replace(id, 'smuggled')}\n`,
  );
  await expect(merged([out])).rejects.toThrow('unit smuggled is not part of the run');
});

test.each([
  ['everywhere', () => true],
  ['in its answer alone', (line: string) => line.startsWith('{"event":"attempt"')],
])('a unit that was renamed %s is refused by name', async (_where, isChanged) => {
  const out = await shards(2);
  const part = join(out, 'shard-1-of-2');
  const id = /"unit":"([^"]+)"/.exec(readFileSync(join(part, 'events.ndjson'), 'utf8'))?.[1] ?? '';
  edit(part, (text) =>
    text
      .split('\n')
      .map((line) => (isChanged(line) ? line.replaceAll(`"${id}"`, '"renamed"') : line))
      .join('\n'),
  );
  await expect(merged([out])).rejects.toThrow('unit renamed is not part of the run');
});

test('a folder that exists is not written to', async () => {
  const out = await shards(1);
  await expect(mergeRuns({ parts: [out], out })).rejects.toThrow('exists already');
});

test('numbers as Slurm takes them', () => {
  expect(arrayOf([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10');
});
