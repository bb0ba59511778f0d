import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type DownloadOptions, downloadData } from './download.ts';
import { checkData, uncheckedFiles } from './manifest.ts';
import { COMMIT, etagOf, json, serve, sha256, testHub, treeOf } from './testing/test-hub.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sextant-download-'));
const big = randomBytes(3_000_000);
const half = 1_500_000;
const files = { 'data/big file ü.parquet': big, 'README.md': Buffer.from('# hello\n'), 'empty.txt': Buffer.alloc(0) };

/** Waits are noted, not waited for. */
function patience() {
  const waits: number[] = [];
  return { waits, wait: async (ms: number) => void waits.push(ms) };
}

function download(dir: string, env: Record<string, string>, more: Partial<DownloadOptions> = {}) {
  return downloadData({ repo: 'owner/data', dir, env, wait: patience().wait, ...more });
}

async function failure(promise: Promise<unknown>): Promise<Error & { code?: string; where?: string }> {
  return promise.then(
    () => expect.unreachable('this should have failed'),
    (error) => error,
  );
}

/** Sends the beginning of a file and hangs up, once everything has left. */
function breakOff(response: ServerResponse, content: Buffer, bytes: number): true {
  response.writeHead(200, { 'content-length': content.length, etag: etagOf(content) });
  response.write(content.subarray(0, bytes), () => response.socket?.end());
  return true;
}

test('every file arrives as it is, and the manifest says what and from which commit', async () => {
  await using hub = await testHub(files);
  const dir = folder();
  const seen: number[] = [];
  const manifest = await download(dir, hub.env, {
    now: () => new Date(0),
    onProgress: ({ bytes, total }) => seen.push(bytes / total),
  });
  expect(readFileSync(join(dir, 'data/big file ü.parquet')).equals(big)).toBe(true);
  expect(manifest).toEqual({
    format: 'sextant-data-1',
    source: { repo: 'owner/data', revision: COMMIT },
    createdAt: '1970-01-01T00:00:00.000Z',
    files: Object.entries(files)
      .map(([path, content]) => ({ path, size: content.length, sha256: sha256(content) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  });
  expect(JSON.parse(readFileSync(join(dir, 'sextant-data.json'), 'utf8'))).toEqual(manifest);
  expect(readdirSync(dir, { recursive: true }).filter((name) => String(name).includes('.part'))).toEqual([]);
  expect(seen.at(-1)).toBe(1);
});

test('what is here and right is not fetched again; what was damaged is', async () => {
  await using hub = await testHub(files);
  const dir = folder();
  await download(dir, hub.env);
  const first = hub.sent.bytes;
  await download(dir, hub.env);
  expect(hub.sent.bytes).toBe(first);
  writeFileSync(join(dir, 'README.md'), '# jello\n');
  await download(dir, hub.env);
  expect(hub.sent.bytes).toBe(first + files['README.md'].length);
  expect(readFileSync(join(dir, 'README.md'), 'utf8')).toBe('# hello\n');
});

test('a part of the files can be chosen, and later the rest: the manifest grows', async () => {
  await using hub = await testHub(files);
  const dir = folder();
  await download(dir, hub.env, { select: (path) => path.endsWith('.md') });
  expect(hub.sent.bytes).toBe(8);
  const manifest = await download(dir, hub.env, { select: (path) => path.endsWith('.txt'), revision: COMMIT });
  expect(manifest.files.map(({ path }) => path)).toEqual(['README.md', 'empty.txt']);
  const nothing = await failure(download(dir, hub.env, { select: () => false }));
  expect(nothing.message).toContain('of its 3 files none is wanted');
});

test('a list in pages is read to its end', async () => {
  await using hub = await testHub(files, (request, response) => {
    const page = /[?&]cursor=(\d+)/.exec(request.url ?? '')?.[1] ?? '0';
    if (!request.url?.includes('/tree/')) return false;
    const entry = treeOf(files)[Number(page)];
    const next = `</api/datasets/owner/data/tree/${COMMIT}?recursive=true&cursor=${Number(page) + 1}>; rel="next"`;
    json(response, [entry], Number(page) < 2 ? { link: next } : {});
    return true;
  });
  expect((await download(folder(), hub.env)).files).toHaveLength(3);
});

test('a list that leads back to itself is an error, not a loop', async () => {
  await using hub = await testHub(files, (request, response) => {
    if (!request.url?.includes('/tree/')) return false;
    json(response, [], { link: `<${request.url}>; rel="next"` });
    return true;
  });
  expect((await failure(download(folder(), hub.env))).message).toContain('does not end');
});

test('a connection that breaks in mid-file is continued where it broke', async () => {
  let broken = false;
  await using hub = await testHub({ big }, (request, response) => {
    if (broken || !request.url?.includes('/resolve/')) return false;
    broken = true;
    return breakOff(response, big, half);
  });
  const dir = folder();
  await download(dir, hub.env);
  expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
  const asked = hub.seen.filter(({ path }) => path.includes('/resolve/'));
  // What had been sent but not read when the connection broke is lost to any reader.
  const resumedAt = Number(/^bytes=(\d+)-$/.exec(asked[1]?.range ?? '')?.[1]);
  expect(asked.map(({ range }) => range)).toEqual([undefined, `bytes=${resumedAt}-`]);
  expect(resumedAt).toBeGreaterThan(0);
  expect(resumedAt).toBeLessThanOrEqual(half);
  expect(asked[1]?.ifRange).toBe(etagOf(big));
  expect(hub.sent.bytes).toBe(big.length - resumedAt);
});

test('after a kill the next process continues, and fetches no byte twice', async () => {
  let stalled = false;
  await using hub = await testHub({ big }, (request, response) => {
    if (stalled || !request.url?.includes('/resolve/')) return false;
    stalled = true;
    response.writeHead(200, { 'content-length': big.length, etag: etagOf(big) });
    return response.write(big.subarray(0, half)) || true;
  });
  const dir = folder();
  const module = JSON.stringify(join(dirname(fileURLToPath(import.meta.url)), 'download.ts'));
  const options = JSON.stringify({ repo: 'owner/data', dir, env: hub.env });
  const code = `import(${module}).then(({ downloadData }) => downloadData({ ...${options}, onProgress: ({ bytes }) => console.log(bytes) }))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) if (Number(line) === half) break;
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(dir)).toEqual(['big.part', 'big.part.json']);

  await download(dir, hub.env);
  expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
  expect(hub.seen.at(-1)?.range).toBe(`bytes=${half}-`);
  expect(hub.sent.bytes).toBe(big.length - half);
  expect(readdirSync(dir)).toEqual(['big', 'sextant-data.json']);
});

test('a server that ignores ranges, or whose content changed, sends the file from its beginning', async () => {
  for (const headers of [{}, { etag: '"another"' }]) {
    let tries = 0;
    await using hub = await testHub({ big }, (request, response) => {
      if (!request.url?.includes('/resolve/')) return false;
      tries += 1;
      if (tries === 1) return breakOff(response, big, half);
      response.writeHead(200, { 'content-length': big.length, ...headers }).end(big);
      return true;
    });
    const dir = folder();
    await download(dir, hub.env);
    expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
  }
});

test('an unfinished file of other content is not continued', async () => {
  await using hub = await testHub({ big });
  const dir = folder();
  writeFileSync(join(dir, 'big.part'), big.subarray(0, half));
  writeFileSync(join(dir, 'big.part.json'), JSON.stringify({ id: 'something else', etag: '' }));
  await download(dir, hub.env);
  expect(hub.sent.bytes).toBe(big.length);
});

test('an unfinished file whose beginning is damaged is noticed at the end and fetched anew', async () => {
  await using hub = await testHub({ big });
  const dir = folder();
  writeFileSync(join(dir, 'big.part'), Buffer.alloc(half));
  writeFileSync(join(dir, 'big.part.json'), JSON.stringify({ id: sha256(big), etag: etagOf(big) }));
  await download(dir, hub.env);
  expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
  expect(hub.sent.bytes).toBe(big.length - half + big.length);
});

test('a beginning that the server does not know (416) is thrown away', async () => {
  await using hub = await testHub({ big }, (request, response) => {
    if (request.headers.range === undefined) return false;
    response.writeHead(416).end();
    return true;
  });
  const dir = folder();
  writeFileSync(join(dir, 'big.part'), big.subarray(0, half));
  writeFileSync(join(dir, 'big.part.json'), JSON.stringify({ id: sha256(big), etag: '' }));
  await download(dir, hub.env);
  expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
});

const lies: Record<string, { send: (response: ServerResponse) => void; says: string }> = {
  'announces more bytes than the list': {
    send: (response) =>
      response.writeHead(200, { 'content-length': big.length + 5 }).end(Buffer.concat([big, big.subarray(0, 5)])),
    says: 'sends 3,000,005 bytes',
  },
  'announces fewer bytes than the list': {
    send: (response) => response.writeHead(200, { 'content-length': half }).end(big.subarray(0, half)),
    says: 'sends 1,500,000 bytes',
  },
  'sends more bytes without saying so': {
    send: (response) => response.writeHead(200).end(Buffer.concat([big, big])),
    says: 'more than the 3,000,000 bytes',
  },
  'sends other bytes': {
    send: (response) => response.writeHead(200, { 'content-length': big.length }).end(Buffer.alloc(big.length)),
    says: 'is not what the list of files promises',
  },
};
for (const [what, { send, says }] of Object.entries(lies)) {
  test(`a server that ${what} leaves no file behind`, async () => {
    await using hub = await testHub({ big }, (request, response) => {
      if (!request.url?.includes('/resolve/')) return false;
      send(response);
      return true;
    });
    const dir = folder();
    const error = await failure(download(dir, hub.env));
    expect(error).toMatchObject({ code: 'bad_data', where: expect.stringContaining('/resolve/') });
    expect(error.message).toContain(says);
    expect(existsSync(join(dir, 'big'))).toBe(false);
    expect(existsSync(join(dir, 'sextant-data.json'))).toBe(false);
  });
}

test('a server that always ends early is given up on, and what came is kept', async () => {
  await using hub = await testHub({ big }, (request, response) => {
    if (!request.url?.includes('/resolve/')) return false;
    if (request.headers.range)
      response.writeHead(206, { 'content-range': `bytes ${half}-${big.length - 1}/${big.length}` }).end();
    else response.writeHead(200).end(big.subarray(0, half));
    return true;
  });
  const dir = folder();
  const error = await failure(download(dir, hub.env));
  expect(error).toMatchObject({ code: 'provider' });
  expect(error.message).toContain('broke off after 1,500,000 of 3,000,000 bytes');
  expect(readFileSync(join(dir, 'big.part'))).toHaveLength(half);
});

test('429 and 500 are waited out: as long as the server asks, or longer each time', async () => {
  const answers = [429, 500, 503];
  await using hub = await testHub(files, (request, response) => {
    const status = request.url?.includes('README') ? answers.shift() : undefined;
    if (status === undefined) return false;
    response.writeHead(status, status === 429 ? { 'retry-after': '7' } : {}).end('busy');
    return true;
  });
  const { wait, waits } = patience();
  await download(folder(), hub.env, { wait });
  expect(waits).toEqual([7000, 2000, 4000]);
});

test('a hub that stays broken, or is not there, is named', async () => {
  await using hub = await testHub(files, (_request, response) => !!response.writeHead(500).end());
  const broken = await failure(download(folder(), hub.env));
  expect(broken).toMatchObject({ code: 'provider', where: `${hub.url}/api/datasets/owner/data/revision/main` });
  expect(broken.message).toContain('HTTP 500 (6 tries)');
  const gone = await failure(download(folder(), { HF_ENDPOINT: 'http://127.0.0.1:9' }));
  expect(gone.message).toContain('ECONNREFUSED');
});

test('the token goes to the hub and not to the storage it redirects to', async () => {
  await using storage = await serve((_request, response) =>
    response.writeHead(200, { 'content-length': big.length }).end(big),
  );
  await using hub = await testHub({ big }, (request, response) => {
    if (!request.url?.includes('/resolve/')) return false;
    response.writeHead(302, { location: `${storage.url}/blob?signature=s3cret` }).end();
    return true;
  });
  const dir = folder();
  await download(dir, { ...hub.env, HF_TOKEN: 'hf_abc' });
  expect(hub.seen.map(({ authorization }) => authorization)).toEqual([
    'Bearer hf_abc',
    'Bearer hf_abc',
    'Bearer hf_abc',
  ]);
  expect(storage.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
  expect(readFileSync(join(dir, 'big')).equals(big)).toBe(true);
});

test('redirections to other kinds of address, and endless ones, are refused', async () => {
  for (const location of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'javascript:1']) {
    await using hub = await testHub(files, (_request, response) => !!response.writeHead(302, { location }).end());
    expect((await failure(download(folder(), hub.env))).message).toContain('not safe to follow');
  }
  await using hub = await testHub(
    files,
    (request, response) => !!response.writeHead(302, { location: `${request.url}x` }).end(),
  );
  expect((await failure(download(folder(), hub.env))).message).toContain('without end');
});

test('neither the token nor a signed link is in any error', async () => {
  await using storage = await serve((_request, response) => response.writeHead(403).end('hf_secret1 refused'));
  for (const status of [401, 403, 404, 302]) {
    await using hub = await testHub({ big }, (request, response) => {
      if (!request.url?.includes('/resolve/')) return false;
      const headers = { location: `${storage.url}/blob?sig=s1gned`, 'x-error-code': 'GatedRepo' };
      return !!response.writeHead(status, headers).end('hf_secret1');
    });
    const error = await failure(download(folder(), { ...hub.env, HF_TOKEN: 'hf_secret1' }));
    expect(error.code).toBe(status === 404 ? 'bad_data' : 'missing_key');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/hf_secret1|s1gned/);
  }
  const bad = await failure(download(folder(), { HF_TOKEN: 'hf_secret1\nx' }));
  expect(inspect(bad)).not.toContain('hf_secret1');
});

const hostile = [
  '../x',
  'a/../../x',
  '/etc/x',
  'a//b',
  './x',
  'a\\b',
  '..\\x',
  'C:/x',
  'c:x',
  'a\0b',
  'a\nb',
  'NUL',
  'dir/aux.txt',
  'COM1',
  'x.',
  'x ',
  '',
  'a/',
  'sextant-data.json',
  'x.part',
  'x.part.json',
  'é'.repeat(200),
];
test.each(hostile)('a list with the path %j is refused before anything is written', async (path) => {
  await using hub = await testHub(files, (request, response) => {
    if (!request.url?.includes('/tree/')) return false;
    json(response, [...treeOf(files), { type: 'file', path, size: 1, oid: '0'.repeat(40) }]);
    return true;
  });
  const dir = folder();
  expect(await failure(download(dir, hub.env))).toMatchObject({ code: 'bad_data' });
  expect(readdirSync(dir)).toEqual([]);
});

test('a file of which the hub gives no hash is said to be unchecked', async () => {
  await using hub = await testHub(files, (request, response) => {
    if (!request.url?.includes('/tree/')) return false;
    json(
      response,
      treeOf(files).map((entry) => (entry.path === 'README.md' ? { ...entry, oid: '' } : entry)),
    );
    return true;
  });
  const dir = folder();
  expect(uncheckedFiles(await download(dir, hub.env))).toEqual(['README.md']);
  expect(uncheckedFiles((await checkData(dir)).manifest)).toEqual(['README.md']);
});

test('links in the data folder are not followed', async () => {
  await using hub = await testHub({ 'sub/file': big, plain: Buffer.from('new') });
  const [dir, outside] = [folder(), folder()];
  symlinkSync(outside, join(dir, 'sub'));
  expect((await failure(download(dir, hub.env))).message).toContain('in the way of a folder');
  writeFileSync(join(outside, 'victim'), 'old');
  for (const name of ['plain', 'plain.part', 'plain.part.json']) symlinkSync(join(outside, 'victim'), join(dir, name));
  await download(dir, hub.env, { select: (path) => path === 'plain' });
  expect(readdirSync(outside)).toEqual(['victim']);
  expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('old');
  expect(readFileSync(join(dir, 'plain'), 'utf8')).toBe('new');
});

test('a web page, broken JSON and a strange list are told apart', async () => {
  const answers = {
    '<!doctype html><html>login': 'web page instead of JSON',
    '[{': 'not JSON',
    '{"a":1}': 'expected array',
  };
  for (const [body, says] of Object.entries(answers)) {
    await using hub = await testHub(files, (request, response) => {
      if (!request.url?.includes('/tree/')) return false;
      return !!response.writeHead(200).end(body);
    });
    expect((await failure(download(folder(), hub.env))).message).toContain(says);
  }
});

test('names that are no repository are refused without asking', async () => {
  for (const repo of ['../x', 'a/b/c', 'a?b', '', 'a/..']) {
    expect(await failure(download(folder(), { HF_ENDPOINT: 'http://127.0.0.1:9' }, { repo }))).toMatchObject({
      code: 'bad_argument',
    });
  }
});

test('stopping keeps what is there, and one failure stops the other files', async () => {
  await using hub = await testHub({ big, other: Buffer.from('x') }, (request, response) => {
    if (!request.url?.endsWith('/big')) return false;
    response.writeHead(200, { 'content-length': big.length, etag: etagOf(big) });
    return response.write(big.subarray(0, half)) || true;
  });
  const dir = folder();
  const stop = new AbortController();
  const onProgress = ({ file, bytes }: { file: string; bytes: number }) =>
    file === 'big' && bytes >= half && stop.abort(new Error('stopped'));
  expect((await failure(download(dir, hub.env, { signal: stop.signal, onProgress }))).message).toBe('stopped');
  expect(readFileSync(join(dir, 'big.part')).equals(big.subarray(0, half))).toBe(true);

  const files = { big, 'sub/x': Buffer.from('x') };
  await using other = await testHub(files, (request, response) => {
    if (!request.url?.endsWith('/big')) return false;
    response.writeHead(200, { 'content-length': big.length });
    return response.write(big.subarray(0, half)) || true;
  });
  const blocked = folder();
  writeFileSync(join(blocked, 'sub'), 'a file where a folder should be');
  expect((await failure(download(blocked, other.env))).message).toContain('in the way');
});

test('a proxy is used when the environment names one, and not for hosts it excepts', async () => {
  await using proxy = await testHub({ 'a.txt': Buffer.from('through') });
  const env = { HF_ENDPOINT: 'http://hub.invalid', HTTP_PROXY: proxy.url };
  const dir = folder();
  await download(dir, env);
  expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('through');
  expect(proxy.seen[0]?.path).toBe('http://hub.invalid/api/datasets/owner/data/revision/main');
  const error = await failure(download(folder(), { ...env, NO_PROXY: 'hub.invalid' }));
  expect(error.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
});

test('a proxy that wants a password is named at once, and the one it was given is not', async () => {
  await using proxy = await serve((_request, response) => response.writeHead(407).end('pr0xy-passw0rd'));
  const url = proxy.url.replace('//', '//me:pr0xy-passw0rd@');
  const error = await failure(download(folder(), { HF_ENDPOINT: 'http://hub.invalid', HTTP_PROXY: url }));
  expect(error).toMatchObject({ code: 'missing_key', where: 'HTTP_PROXY' });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('pr0xy-passw0rd');
  expect(proxy.seen).toHaveLength(1);
});
