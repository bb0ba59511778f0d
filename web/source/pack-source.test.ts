import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { benchmarks, RunScoring, summarise } from '../../src/engine/pure.ts';
import { sha256 } from '../../src/files/index.ts';
import { browserAssets } from '../../src/media/pure.ts';
import { packRuns } from '../../src/viewer/index.ts';
import { newFolder, tinyRun } from '../../src/viewer/testing/runs.ts';
import { PackSource } from './pack-source.ts';
import { httpReader, memoryReader } from './readers.ts';

const root = newFolder();
const out = join(root, 'out', 'runs.zip');
const openData = async () => undefined;
let packed: Uint8Array;

beforeAll(async () => {
  await tinyRun({ folder: join(root, 'runs', 'a'), count: 30, says: ({ at }) => (at % 3 === 0 ? '(0.5, 0.5)' : 'B') });
  await tinyRun({ folder: join(root, 'runs', 'b'), count: 30 });
  await packRuns({ roots: [join(root, 'runs')], out, openData });
  packed = readFileSync(out);
});
afterAll(() => rmSync(root, { recursive: true }));

/** A host of files, with or without range requests. */
async function host(ranges: boolean) {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ headers: { range } }, response) => {
    asked.push(range);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (!ranges || from === undefined) return response.end(packed);
    const part = packed.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${packed.length}` });
    response.end(part);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  return { url: `http://127.0.0.1:${port}/runs.zip`, asked, close: () => server.close() };
}

async function everythingIn(source: PackSource) {
  const runs = await source.runs();
  const found = [];
  for (const { id } of runs) {
    const rows = await source.units(id);
    const last = rows.at(-1)?.result;
    const unit = await source.unit(id, last?.id ?? '', 0);
    const picture = await source.bytes(id, unit.sample.media[0]?.sha256 ?? '');
    const events = [];
    for await (const event of source.journal(id)) events.push(event);
    found.push({ rows, unit, picture: picture?.length, events });
  }
  return { runs, found };
}

it('holds everything that the pages show, wherever it is read from', async () => {
  const inMemory = await everythingIn(await PackSource.open('embedded', memoryReader(packed)));
  expect(inMemory.runs.map(({ name, folder, summary, left }) => [name, folder, summary?.units, left])).toEqual([
    ['a', 'a', 30, undefined],
    ['b', 'b', 30, undefined],
  ]);
  const [first] = inMemory.found;
  expect(first?.rows).toHaveLength(30);
  expect(first?.unit).toMatchObject({ attempts: [{ final: true }], row: { question: expect.stringMatching(/\w/) } });
  expect(first?.picture).toBe(first?.unit.sample.media[0]?.bytes);
  for (const ranges of [true, false]) {
    const { url, asked, close } = await host(ranges);
    expect(await everythingIn(await PackSource.open('static', await httpReader(url)))).toEqual(inMemory);
    expect(asked.length > 1).toBe(ranges);
    close();
  }
});

it('is scored by the page as on the command line, masks and all', async () => {
  const source = await PackSource.open('embedded', memoryReader(packed));
  for (const { id, name, run, summary } of await source.runs()) {
    const benchmark = benchmarks.find((each) => each.id === run.spec.benchmark);
    if (!benchmark) throw new Error('the run is of a known benchmark');
    const samples = new Map();
    const assets = browserAssets(async ({ sha256 }) => (await source.bytes(id, sha256)) ?? new Uint8Array());
    const { protocol } = run.spec;
    const scoring = new RunScoring({ run, benchmark, samples, where: name, protocols: [protocol], assets });
    for await (const event of source.journal(id)) {
      if (event.event === 'sample') samples.set(event.sample.id, event.sample);
      await scoring.take(event);
    }
    const [results] = scoring.results();
    // The page has no use for the digest, which is of what is stored.
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(summary).toEqual(results && { ...summarise({ run, benchmark, protocol, results }), digest });
    expect(results?.units).toEqual((await source.units(id)).map(({ result }) => result));
  }
});

it('leaves out pictures, never masks, where it would become too large, and says so', async () => {
  const small = join(root, 'small.zip');
  const opts = { roots: [join(root, 'runs', 'a')], out: small, openData };
  const { fix } = await packRuns({ ...opts, maxBytes: 1 }).catch((error: unknown) => Object(error));
  // The least that holds all but the pictures.
  const { runs } = await packRuns({ ...opts, maxBytes: 1e6 * Number(/[\d.]+/.exec(fix)?.[0]) });
  expect(runs[0]?.left).toEqual([expect.stringMatching(/^\d+ pictures or clips \(.* kB\) left out/)]);
  const source = await PackSource.open('embedded', memoryReader(readFileSync(small)));
  const [head] = await source.runs();
  expect(head?.left).toEqual(runs[0]?.left);
  const rows = await source.units(head?.id ?? '');
  const pictures = [];
  for (const { result } of rows.filter(({ result }) => result.groups.kind === 'point')) {
    const { sample } = await source.unit(head?.id ?? '', result.id, 0);
    pictures.push(await source.bytes('', sample.media[0]?.sha256 ?? ''));
    expect(await source.bytes('', Object(sample).mask.sha256)).toBeInstanceOf(Uint8Array);
  }
  expect(pictures).toContain(null);
});

it.each([
  ['no ZIP', () => new Uint8Array(100)],
  ['nothing', () => new Uint8Array()],
  ['cut off', () => packed.subarray(0, packed.length - 30)],
  ['its beginning missing', () => packed.subarray(1000)],
])('names a file that is %s', async (_, bytes) => {
  await expect(PackSource.open('static', memoryReader(bytes())).then((source) => source.runs())).rejects.toThrow(
    /packed run|ZIP/,
  );
});

it('reads files that lie beside each other at once', async () => {
  const { url, asked, close } = await host(true);
  const source = await PackSource.open('static', await httpReader(url));
  const [head] = await source.runs();
  const hashes: string[] = [];
  for await (const event of source.journal(head?.id ?? ''))
    if (event.event === 'sample') hashes.push(event.sample.media[0]?.sha256 ?? '');
  const before = asked.length;
  const files = await source.files(head?.id ?? '', [...hashes, '0'.repeat(64)]);
  close();
  expect(files.map((file) => file && sha256(file))).toEqual([...hashes, null]);
  expect(asked.length - before).toBeLessThan(hashes.length / 3);
});
