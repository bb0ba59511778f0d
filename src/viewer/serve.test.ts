import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../files/index.ts';
import { type Serving, serveViewer } from './serve.ts';
import { append, newFolder, tinyRun } from './testing/runs.ts';
import { FILES_AT_ONCE, filesIn, type ListPage, type RowPage, type RunHead, type UnitView } from './wire.ts';

let serving: Serving;
let folder: string;
let head: RunHead;

beforeAll(async () => {
  const root = newFolder();
  folder = await tinyRun({ folder: join(root, 'first'), count: 12 });
  serving = await serveViewer({ roots: [root], port: 0, openData: async () => undefined });
  [head] = await get<[RunHead]>('api/runs');
});
afterAll(() => serving.close());

async function get<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, serving.address));
  expect(response.status).toBe(200);
  return response.json();
}

/** With headers that `fetch` would not let us set. */
async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const sent = request(new URL(serving.address), { path, headers, method }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response;
}

it('has the documentation where it is built, says how to build it elsewhere, and gives no other files', async () => {
  const page = await fetch(new URL('manual/index.html', serving.address));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(await page.text()).toMatch(/npm run docs|<main/);
  for (const path of [
    '/manual/',
    '/manual/../../package.json',
    '/manual/..%2f..%2fpackage.json',
    '/manual//etc/passwd',
  ])
    expect((await ask(path, { host: new URL(serving.address).host })).statusCode, path).toBe(404);
});

describe('the interface', () => {
  it('lists runs with their numbers and hides no state', async () => {
    expect(head).toMatchObject({ name: 'first', state: 'done', summary: { units: 12, missing: 0 } });
    expect(head.id).toMatch(/^[0-9a-f]{16}$/);
    expect(await get(`api/runs/${head.id}`)).toEqual(head);
  });

  it('gives rows, and after a version only what is new', async () => {
    const first = await get<RowPage>(`api/runs/${head.id}/units`);
    expect(first).toMatchObject({ version: 12, more: false });
    expect(first.rows[0]).toMatchObject({ said: 'A', result: { epoch: 0 }, question: expect.stringMatching(/\w/) });
    expect(await get(`api/runs/${head.id}/units?after=12`)).toEqual({ rows: [], version: 12, more: false });
  });

  it('gives the part of the list that is asked for', async () => {
    const list = (query: Record<string, string>) =>
      get<ListPage>(`api/runs/${head.id}/list?${new URLSearchParams(query)}`);
    const all = await list({ count: '100' });
    expect(all).toMatchObject({ total: 12, found: 12, from: 0, place: -1, complete: true });
    const ids = all.rows.map(({ result }) => result.id);
    const part = await list({ from: '3', count: '2', unit: ids[7] ?? '', epoch: '0' });
    expect(part).toMatchObject({ from: 3, place: 7, found: 12, state: all.state });
    expect(part.rows).toEqual(all.rows.slice(3, 5));
    const right = await list({ filter: 'score=right', count: '100' });
    expect(right.rows).toEqual(all.rows.filter(({ result }) => result.score === 1));
    expect(await list({ filter: `differs=${head.id}`, count: '9' })).toMatchObject({ found: 0, total: 12 });
    expect(await list({ filter: 'differs=nothing', count: '9' })).toMatchObject({ found: 0, rivalUnread: true });
    expect((await fetch(`${serving.address}api/runs/${head.id}/list?from=-1`)).status).toBe(404);
  });

  it('gives a unit with everything that is stored about it', async () => {
    const { rows } = await get<RowPage>(`api/runs/${head.id}/units`);
    const [row] = rows;
    const view = await get<UnitView>(`api/runs/${head.id}/unit?id=${row?.result.id}&epoch=0`);
    expect(view).toMatchObject({ row, sample: { id: row?.result.id }, attempts: [{ reply: { text: 'A' } }] });
    expect(view.prompt?.parts.some((part) => 'media' in part && part.kept)).toBe(true);
  });

  it('gives files whole, in parts, and with a type that carries no script', async () => {
    const { rows } = await get<RowPage>(`api/runs/${head.id}/units`);
    const view = await get<UnitView>(`api/runs/${head.id}/unit?id=${rows[0]?.result.id}&epoch=0`);
    const ref = view.sample.media[0];
    const address = new URL(`api/runs/${head.id}/blobs/${ref?.sha256}`, serving.address).href;
    const whole = await fetch(`${address}?type=image/png`);
    expect(whole.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes.length).toBe(ref?.bytes);
    for (const [range, from, to] of [
      ['bytes=10-19', 10, 20],
      ['bytes=10-', 10, bytes.length],
      ['bytes=-5', bytes.length - 5, bytes.length],
    ] as const) {
      const part = await fetch(address, { headers: { range } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(from, to));
    }
    expect((await fetch(address, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
    for (const type of ['image/svg+xml', 'text/html', '']) {
      const given = await fetch(`${address}?type=${encodeURIComponent(type)}`);
      expect(given.headers.get('content-type')).toBe('application/octet-stream');
      expect(given.headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('gives several files at once, and says which it does not hold', async () => {
    const { rows } = await get<RowPage>(`api/runs/${head.id}/units`);
    const views = rows
      .slice(0, 3)
      .map(({ result }) => get<UnitView>(`api/runs/${head.id}/unit?id=${result.id}&epoch=0`));
    const hashes = (await Promise.all(views)).map(({ sample }) => sample.media[0]?.sha256 ?? '');
    const address = `${serving.address}api/runs/${head.id}/blobs?hashes=`;
    const wanted = [...hashes, '0'.repeat(64), '../../run.json', hashes[0]];
    const answer = await fetch(address + wanted.map((name) => encodeURIComponent(name ?? '')).join());
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(filesIn(await answer.arrayBuffer()).map((file) => file && sha256(file))).toEqual([
      ...hashes,
      null,
      null,
      hashes[0],
    ]);
    expect((await fetch(address + Array(FILES_AT_ONCE).fill(hashes[0]).join())).status).toBe(200);
    expect(
      (
        await fetch(
          address +
            Array(FILES_AT_ONCE + 1)
              .fill(hashes[0])
              .join(),
        )
      ).status,
    ).toBe(404);
  });

  it('knows nothing but runs and hashes: no path leads anywhere else', async () => {
    const paths = [
      `api/runs/${head.id}/blobs/..%2f..%2frun.json`,
      `api/runs/${head.id}/blobs/../run.json`,
      `api/runs/..%2f..%2fetc/units`,
      `api/runs/0000000000000000/units`,
      `api/runs/${head.id}/unit?id=nobody`,
      '..%2f..%2fpackage.json',
      'assets/..%2f..%2fbuilt-from',
    ];
    for (const path of paths) expect([path, (await fetch(serving.address + path)).status]).toEqual([path, 404]);
    expect((await fetch(`${serving.address}api/runs/${head.id}/units?after=-1`)).status).toBe(404);
    // Asking whether a run holds something is no mistake.
    expect((await fetch(`${serving.address}api/runs/${head.id}/blobs/${'0'.repeat(64)}`)).status).toBe(204);
  });

  it('tells of changes, and reads on where the journal has grown', async () => {
    const abort = new AbortController();
    const { body } = await fetch(`${serving.address}api/changes`, { signal: abort.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('ready');
    const { rows } = await get<RowPage>(`api/runs/${head.id}/units`);
    const again = { unit: rows[3]?.result.id ?? '', epoch: 0, attempt: 2, ms: 1, final: true };
    append(folder, { event: 'attempt', ...again, at: '2026-01-01T00:00:00Z', reply: { text: 'B', finish: 'stop' } });
    expect((await reader?.read())?.value).toContain(`data: ${head.id}`);
    abort.abort();
    const { rows: changed, version } = await get<RowPage>(`api/runs/${head.id}/units?after=12`);
    expect([version, changed.map(({ said, result }) => [result.id, said])]).toEqual([13, [[again.unit, 'B']]]);
    expect((await get<RowPage>(`api/runs/${head.id}/units`)).rows).toHaveLength(12);
  });
});

describe('who may ask', () => {
  const host = () => new URL(serving.address).host;

  it('only names of this machine: somebody else’s name for it is refused', async () => {
    const port = new URL(serving.address).port;
    for (const name of [host(), `localhost:${port}`, `[::1]:${port}`]) {
      expect((await ask('/api/runs', { host: name })).statusCode).toBe(200);
    }
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1:${Number(port) + 1}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
    ]) {
      for (const path of ['/', '/api/runs', '/api/changes', `/api/runs/${head.id}/units`]) {
        expect([name, (await ask(path, { host: name })).statusCode]).toEqual([name, 403]);
      }
    }
  });

  it('no page of another origin, and no other site unless somebody follows a link', async () => {
    const own = host();
    for (const origin of ['http://evil.example', 'null', `https://${own}`]) {
      expect((await ask('/api/runs', { host: own, origin })).statusCode).toBe(403);
    }
    expect((await ask('/api/runs', { host: own, origin: `http://${own}` })).statusCode).toBe(200);
    const cross = { host: own, 'sec-fetch-site': 'cross-site' };
    expect(
      (await ask('/api/runs', { ...cross, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).statusCode,
    ).toBe(403);
    expect((await ask('/', { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).statusCode).toBe(
      403,
    );
    expect((await ask('/', { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).statusCode).toBe(
      200,
    );
  });

  it('nobody may write', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask('/api/runs', { host: host() }, method)).statusCode).toBe(405);
    }
    expect((await ask('/api/runs', { host: host() }, 'HEAD')).statusCode).toBe(200);
  });

  it('every answer is guarded, refusals too', async () => {
    for (const headers of [{ host: host() }, { host: 'evil.example' }]) {
      for (const path of ['/', '/api/runs', '/nothing']) {
        const { headers: got } = await ask(path, headers);
        expect(got).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
        expect(got['content-security-policy']).toContain("default-src 'none'");
        expect(got['content-security-policy']).not.toContain('unsafe-inline');
        expect(got['access-control-allow-origin']).toBeUndefined();
      }
    }
  });
});
