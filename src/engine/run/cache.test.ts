import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Model, Reply, Request } from '../../contracts/index.ts';
import { ResponseCache } from './cache.ts';

const model: Model = {
  id: 'lab/one',
  capabilities: { maxImages: 1, video: false, coordinates: null, peeks: 'nothing' },
  settings: { baseUrl: 'http://127.0.0.1:1' },
  answer: async () => ({ text: '', finish: 'stop' }),
};
const media = { sha256: 'a'.repeat(64), type: 'image/png' as const, bytes: 1 };
const request: Request = {
  unit: { id: 'q1', epoch: 0 },
  parts: [{ media, data: new Uint8Array(1) }, { text: 'Where?' }],
  decoding: { temperature: 0 },
};
const reply: Reply = { text: 'B', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };

test('the same content is the same request, whatever the unit is called', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-cache-'));
  const cache = new ResponseCache(dir);
  expect(cache.get(model, request)).toBeUndefined();
  cache.put(model, request, reply);
  expect(cache.get(model, request)).toEqual(reply);
  expect(cache.get(model, { ...request, unit: { id: 'q2', epoch: 0 } })).toEqual(reply);
});

test('any other model, address, pixel, frame rate, word, parameter, data set or epoch is another request', () => {
  const cache = new ResponseCache(mkdtempSync(join(tmpdir(), 'sextant-cache-')));
  cache.put(model, request, reply);
  const others: [Model, Request][] = [
    [{ ...model, id: 'lab/two' }, request],
    [{ ...model, settings: { baseUrl: 'http://127.0.0.1:2' } }, request],
    [
      model,
      {
        ...request,
        parts: [{ media: { ...media, sha256: 'b'.repeat(64) }, data: new Uint8Array(1) }, { text: 'Where?' }],
      },
    ],
    [model, { ...request, parts: [{ media, data: new Uint8Array(1), detail: 'high' }, { text: 'Where?' }] }],
    [model, { ...request, parts: [{ media, data: new Uint8Array(1), fps: 2 }, { text: 'Where?' }] }],
    [model, { ...request, parts: [{ text: 'Where?' }, { media, data: new Uint8Array(1) }] }],
    [model, { ...request, parts: [{ media, data: new Uint8Array(1) }, { text: 'Where? ' }] }],
    [model, { ...request, system: 'Be brief.' }],
    [model, { ...request, decoding: { temperature: 1 } }],
    [model, { ...request, unit: { id: 'q1', epoch: 1 } }],
    [model, { ...request, dataset: 'b'.repeat(64) }],
  ];
  for (const [other, asked] of others) expect(cache.get(other, asked)).toBeUndefined();
});

test('an empty answer is not remembered, and a damaged entry is not believed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-cache-'));
  const cache = new ResponseCache(dir);
  cache.put(model, request, { text: ' ', finish: 'stop' });
  expect(cache.get(model, request)).toBeUndefined();
  cache.put(model, request, reply);
  const folder = join(dir, readdirSync(dir)[0] ?? '');
  const entry = join(folder, readdirSync(folder)[0] ?? '');
  const endless = { ...reply, text: 'x'.repeat(2 ** 24) };
  for (const damaged of ['{"text":', '{"text":5,"finish":"stop"}', 'null', JSON.stringify(endless)]) {
    writeFileSync(entry, damaged);
    expect(cache.get(model, request)).toBeUndefined();
  }
});
