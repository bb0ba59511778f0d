import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { emptyConfig } from './config.ts';
import { resolveEndpoint } from './endpoints.ts';
import { remoteModel } from './remote.ts';
import { type Behaviour, behave, completion, startBadServer } from './testing/bad-server.ts';
import { question } from './testing/request.ts';

/** Asks a real server with this address. */
function asker(url: string) {
  const endpoint = resolveEndpoint('vllm/m', { env: { VLLM_BASE_URL: url }, config: emptyConfig });
  if (!endpoint) throw new Error('vllm is a provider');
  const model = remoteModel({ ...endpoint, timeoutMs: 60_000 }, { env: {} });
  onTestFinished(() => model.close?.());
  return () => model.answer(question(), new AbortController().signal);
}

async function ask(behaviour: Behaviour) {
  const server = await startBadServer(() => behaviour);
  onTestFinished(server.close);
  return asker(server.url)();
}

const packed = (body: Buffer, encoding: string) => behave.sends(body, { 'content-encoding': encoding });
const said = completion('A');

test.each<[string, Behaviour]>([
  ['gzip', packed(gzipSync(said), 'gzip')],
  ['GZIP', packed(gzipSync(said), 'GZIP')],
  ['x-gzip', packed(gzipSync(said), 'x-gzip')],
  ['deflate', packed(deflateSync(said), 'deflate')],
  ['deflate without its frame', packed(deflateRawSync(said), 'deflate')],
  ['br', packed(brotliCompressSync(said), 'br')],
  ['zstd', packed(zstdCompressSync(said), 'zstd')],
  ['gzip, then br', packed(brotliCompressSync(gzipSync(said)), 'gzip, br')],
  ['identity', packed(Buffer.from(said), 'identity')],
  ['only the name of an encoding', packed(Buffer.from(said), 'gzip')],
])('a packed reply is read: %s', async (_name, behaviour) => {
  expect(await ask(behaviour)).toMatchObject({ text: 'A', finish: 'stop' });
});

const quickly = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

test.each(['gzip', 'deflate', 'br', 'zstd'])('a %s bomb is too large, not a crash', async (encoding) => {
  const much = Buffer.alloc(17 * 2 ** 20, ' ');
  const pack = { gzip: gzipSync, deflate: deflateSync, br: quickly, zstd: zstdCompressSync }[encoding];
  const bomb = pack?.(much) ?? Buffer.alloc(0);
  expect(bomb.length).toBeLessThan(100_000);
  await expect(ask(packed(bomb, encoding))).rejects.toMatchObject({ kind: 'too_large', retryable: false });
});

test('a packed reply that is cut off says so, and a packed error is read', async () => {
  await expect(ask(packed(gzipSync(said).subarray(0, 60), 'gzip'))).rejects.toMatchObject({
    kind: 'bad_response',
    message: expect.stringContaining('content-encoding "gzip" could not be undone'),
  });
  const refusal = gzipSync('{"error":{"message":"no such model"}}');
  await expect(ask(behave.status(404, refusal, { 'content-encoding': 'gzip' }))).rejects.toMatchObject({
    kind: 'unknown_model',
    message: expect.stringMatching(/HTTP 404: no such model$/),
  });
});

test.each(['{}', 'null', '""', 'false', '{"message":null,"code":null}'])(
  'an empty error beside a valid answer is none: %s',
  async (error) => {
    const beside = said.replace('{', `{"error":${error},`);
    expect(await ask(behave.sends(beside))).toMatchObject({ text: 'A' });
    const inChoice = completion('A', { error: JSON.parse(error) });
    expect(await ask(behave.sends(inChoice))).toMatchObject({ text: 'A' });
  },
);

test('an empty error does not hide a real one, and one that says something still counts', async () => {
  const hidden = completion('A', { error: { message: 'died', code: 502 } }).replace('{', '{"error":{},');
  await expect(ask(behave.sends(hidden))).rejects.toMatchObject({ kind: 'server', status: 502 });
  await expect(ask(behave.sends(said.replace('{', '{"error":"overheated",')))).rejects.toMatchObject({
    kind: 'bad_response',
  });
});

/** A server below HTTP: it writes these pieces, each in a packet of its own, after every request it has read. */
async function startRawServer(pieces: () => string[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    let seen = '';
    socket
      .on('error', () => {})
      .on('data', async (chunk) => {
        seen += chunk.toString('latin1');
        const [, length] = /content-length: (\d+)/i.exec(seen) ?? [];
        const body = seen.indexOf('\r\n\r\n') + 4;
        if (length === undefined || seen.length < body + Number(length)) return;
        seen = '';
        for (const piece of pieces()) {
          if (piece === HANG_UP) return void socket.destroy();
          await new Promise((written) => socket.write(piece, 'latin1', written));
          // Mostly enough to make a packet of it; the test holds either way.
          await new Promise((soon) => setTimeout(soon, 2));
        }
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/v1`, connections: () => sockets.size };
}

const HANG_UP = 'hang up';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nretry-after: 99\r\n\r\n';
const ok = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

test.each<[string, string[]]>([
  ['100 Continue', [CONTINUE, ok(said)]],
  ['100 Continue in the same packet', [CONTINUE + ok(said)]],
  ['100 Continue byte by byte', [...CONTINUE, ok(said)]],
  ['103 Early Hints', [HINTS, ok(said)]],
  ['several of them', [HINTS, CONTINUE + HINTS, CONTINUE, ok(said)]],
  ['none, and a status line in pieces', ['HTTP', '/1.1 2', ok(said).slice(10)]],
])('informational responses before the real one are skipped: %s', async (_name, pieces) => {
  const server = await startRawServer(() => pieces);
  const again = asker(server.url);
  // Also on a connection that was used before.
  for (let i = 0; i < 3; i += 1) expect(await again()).toMatchObject({ text: 'A', finish: 'stop' });
  expect(server.connections()).toBeLessThan(3);
});

test('what looks like an informational response inside an answer stays there', async () => {
  const body = completion('HTTP/1.1 100 Continue');
  const cut = ok(body).indexOf('HTTP/1.1 100');
  const server = await startRawServer(() => [CONTINUE, ok(body).slice(0, cut), ok(body).slice(cut)]);
  expect(await asker(server.url)()).toMatchObject({ text: 'HTTP/1.1 100 Continue' });
});

test('a connection that ends after 100 Continue is a connection error', async () => {
  const server = await startRawServer(() => [CONTINUE, HANG_UP]);
  await expect(asker(server.url)()).rejects.toMatchObject({ kind: 'connection' });
});
