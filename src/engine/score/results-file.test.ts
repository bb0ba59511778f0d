import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import { sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { mixed, tinyRun } from '../testing/tiny-run.ts';
import { digestOf, KeptReplies, resultsFile } from './results-file.ts';
import { summariseRun } from './stored-summary.ts';

const fileOf = (folder: string) => readFileSync(join(folder, 'results.ndjson'), 'utf8');

test('a run has the digest that it always had', async () => {
  const { folder, summary } = await tinyRun();
  expect(summary.outcomes).toEqual({ answered: 8, unparsed: 3, provider_error: 1 });
  expect(summary.digest).toBe('d13b292b8aa596a90cb95e2ce35f132d9212bd835af42bd6641b573be4f6b59f');
  expect(sha256(readFileSync(join(folder, 'results.ndjson')))).toBe(summary.digest);
});

test('every line is canonical JSON, a header and then units by id and epoch, with nothing but what they came to', async () => {
  const { folder, summary } = await tinyRun({ count: 4, epochs: 2 });
  const lines = fileOf(folder).split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(line).toBe(canonicalJson(JSON.parse(line)));
  const [header, ...rows] = lines.map((line) => JSON.parse(line));
  expect(header).toEqual({
    format: 'sextant-results-1',
    benchmark: 'tiny',
    data: summary.data.sha256,
    protocol: summary.protocol.hash,
    units: 8,
  });
  expect(rows.map(({ id, epoch }) => `${id} ${epoch}`)).toEqual(
    ['s1-000000', 's1-000001', 's1-000002', 's1-000003'].flatMap((id) => [`${id} 0`, `${id} 1`]),
  );
  expect(rows[2]).toEqual({
    id: 's1-000001',
    epoch: 0,
    outcome: 'answered',
    text: sha256('The answer is (B).'),
    extraction: { answer: 'B' },
    score: expect.any(Number),
  });
});

test('neither concurrency nor arrival nor failed attempts nor a second session change the digest', async () => {
  const { summary: slow } = await tinyRun({ concurrency: 1 });
  // The last question is answered first.
  let [waiting, letGo] = [11, () => {}];
  const all = new Promise<void>((resolve) => (letGo = resolve));
  const { summary: backwards } = await tinyRun({
    concurrency: 12,
    says: async (at, epoch) => {
      waiting -= 1;
      if (waiting < 0) letGo();
      await all;
      for (let i = at; i < 12; i += 1) await new Promise((resolve) => setImmediate(resolve));
      return mixed(at, epoch);
    },
  });
  const { folder } = await tinyRun({
    says: (at, epoch) => {
      if (at % 2 === 0) throw new Error('not today');
      return mixed(at, epoch);
    },
  });
  const { summary: resumed } = await tinyRun({ folder });
  expect([backwards.digest, resumed.digest]).toEqual([slow.digest, slow.digest]);
});

test('other words with the same letter are other results', async () => {
  const digests = await Promise.all(
    ['B', 'B.', 'b', 'B\n'].map(async (text) => (await tinyRun({ count: 4, says: () => text })).summary.digest),
  );
  expect(new Set(digests).size).toBe(4);
});

test('the first four of twelve units, not finished, are not a run of four', async () => {
  const dead = () => {
    throw new Error('not today');
  };
  const four = await tinyRun({ limit: 4 });
  const some = await tinyRun({ says: (at, epoch) => (at < 4 ? mixed(at, epoch) : dead()) });
  expect(four.summary.digest).not.toBe(some.summary.digest);
});

test('results may be deleted: they are written again, the same to the last byte', async () => {
  const { folder, summary } = await tinyRun();
  const before = fileOf(folder);
  rmSync(join(folder, 'results.ndjson'));
  expect((await summariseRun(folder, tiny)).summary).toEqual(summary);
  expect(fileOf(folder)).toBe(before);
});

test('a damaged unit is not taken for one that the official code leaves out, nor an error for an empty answer', () => {
  const unit = { id: 'a', epoch: 0, cluster: 'a', groups: {}, outcome: 'answered', score: null } as const;
  const spec = { benchmark: 'b', data: { sha256: 'd' }, protocolHash: 'p' };
  const rowOf = (more: object, text: string | null) =>
    [
      ...resultsFile({
        run: Object({ spec, units: 1 }),
        units: [Object({ ...unit, ...more })],
        replyAt: () => ({ text }),
      }),
    ]
      .map(String)
      .join('')
      .split('\n')[1];
  expect(rowOf({ damaged: true, extraction: { error: 'x', effect: 'dropped' } }, 'h')).toBe(
    '{"damaged":true,"epoch":0,"extraction":{"effect":"dropped","error":"x"},"id":"a","outcome":"answered","score":null,"text":"h"}',
  );
  expect(rowOf({ outcome: 'provider_error', extraction: null }, null)).toBe(
    '{"epoch":0,"extraction":null,"id":"a","outcome":"provider_error","score":null,"text":null}',
  );
});

test('another command, start, state or world of an episode is another digest; when it was played is not', () => {
  const unit = {
    id: 'a',
    epoch: 0,
    cluster: 'a',
    groups: {},
    outcome: 'answered',
    score: 1,
    extraction: null,
  } as const;
  const run = Object({ spec: { benchmark: 'b', data: { sha256: 'd' }, protocolHash: 'p' }, units: 1 });
  const played = { actions: { sha256: 'c', count: 2 }, start: 's', hashes: ['h', 'i'], world: 'w@1' };
  const digest = (more: object, at = '2026-01-01T00:00:00Z') => {
    const replies = new KeptReplies();
    replies.keep(0, Object({ at, reply: { text: '', finish: 'stop', episode: { ...played, ...more } } }));
    return digestOf(resultsFile({ run, units: [unit], replyAt: replies.inOrder(new Uint32Array([0])) }));
  };
  const others = [{ actions: { sha256: 'd', count: 2 } }, { start: 't' }, { hashes: ['h', 'j'] }, { world: 'w@2' }];
  expect(new Set([{}, ...others].map((more) => digest(more))).size).toBe(5);
  expect(digest({}, '2026-12-31T00:00:00Z')).toBe(digest({}));
});
