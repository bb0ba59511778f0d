import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { messageOf, ProviderError } from '../../contracts/index.ts';
import { machineError } from '../../files/index.ts';
import { type Env, excerpt, redactor } from '../../host/index.ts';
import { exchange, GaveUp, type RawResponse } from './exchange.ts';
import { connector } from './informational.ts';
import { proxiesFor, secretsOf } from './proxy.ts';
import { emptyQuotaMs } from './rate-limit.ts';
import { errorInside, errorOfStatus } from './server-error.ts';
import { openPool, openProxies } from './undici.ts';

/** Longest reply that is read. */
const MAX_BYTES = 16 * 2 ** 20;

interface HttpOptions {
  /** May carry a path and a query; both are kept in every request. */
  baseUrl: URL;
  headers: Readonly<Record<string, string>>;
  /** For the whole request: connecting, waiting and reading. */
  timeoutMs: number;
  /** Values that must never be seen in an error. */
  secrets: readonly string[];
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up. */
  env: Env;
}

interface JsonReply {
  json: unknown;
  /** The quota is used up: how long to hold back before the next request. */
  waitMs?: number;
}

interface Http {
  post(path: string, body: Uint8Array, signal: AbortSignal): Promise<JsonReply>;
  get(path: string, signal: AbortSignal): Promise<JsonReply>;
  close(): Promise<void>;
}

/**
 * Speaks JSON with one server. Everything that goes wrong is a `ProviderError`, free of secrets; nothing is retried here.
 * @example
 * const http = openHttp({ baseUrl: new URL('http://127.0.0.1:8000/v1'), headers: {}, timeoutMs: 60_000, secrets: [], env: process.env });
 * const { json } = await http.get('/models', AbortSignal.timeout(5000));
 */
export function openHttp({ baseUrl, headers, timeoutMs, secrets, env }: HttpOptions): Http {
  const { origin, search } = baseUrl;
  const basePath = baseUrl.pathname.replace(/\/+$/, '');
  const from = baseUrl.host + basePath;
  const proxies = proxiesFor(baseUrl, env);
  const redact = redactor([...secrets, ...(proxies ? secretsOf(proxies) : [])]);
  // Our own timer covers the whole request. HTTP/1: large bodies in parallel should not share one connection.
  const settings = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  const dispatcher = proxies
    ? openProxies({ ...settings, ...proxies })
    : openPool(origin, { ...settings, connect: connector() });
  const allHeaders = { accept: 'application/json', 'content-type': 'application/json', ...headers };

  async function send(method: 'GET' | 'POST', path: string, body: Uint8Array | null, signal: AbortSignal) {
    const request = { origin, path: basePath + path + search, method, headers: allHeaders, body };
    const received = await exchange(dispatcher, request, { timeoutMs, maxBytes: MAX_BYTES, signal }).catch(fail);
    const encoding = received.headers['content-encoding'];
    if (encoding === undefined) return interpret(received);
    return interpret({ ...received, bytes: await unpackBody(received.bytes, String(encoding), MAX_BYTES).catch(fail) });
  }

  function fail(thrown: unknown): never {
    if (thrown instanceof GaveUp) {
      const messages = {
        timeout: `${from}: no complete reply after ${timeoutMs / 1000} s`,
        aborted: 'the request was cancelled',
        too_large: `${from}: the reply is larger than ${MAX_BYTES} bytes`,
      };
      throw new ProviderError(thrown.why, messages[thrown.why]);
    }
    const ours = machineError(thrown);
    if (ours) throw ours;
    const said = describe(thrown);
    // A header or an address that cannot be sent will not be better next time.
    const kind = said.includes('UND_ERR_INVALID_ARG') ? 'rejected' : 'connection';
    // No cause: what is inside an HTTP library's error is not ours to vouch for.
    throw new ProviderError(kind, `${from}: ${excerpt(said, 300, redact)}`);
  }

  function interpret({ status, headers: received, bytes }: RawResponse): JsonReply {
    const now = Date.now();
    const text = decode(bytes);
    const json = text === null ? undefined : parse(text);
    const answer = { status, headers: received, json, text: text ?? '', from, now, redact };
    if (status < 200 || status > 299) throw errorOfStatus(answer);
    if (text === null) {
      const encoding = excerpt(String(received['content-encoding'] ?? ''), 60, redact);
      const packed = encoding && `, and its content-encoding "${encoding}" could not be undone`;
      throw new ProviderError('bad_response', `${from}: the reply is not valid UTF-8${packed}`, { status });
    }
    if (json === undefined) {
      const type = excerpt(String(received['content-type'] ?? 'no content type'), 60, redact);
      const message = `${from}: expected JSON, got ${type}: "${excerpt(text, 200, redact)}"`;
      throw new ProviderError('bad_response', message, { status });
    }
    // Looked for in the text first: nearly all replies are spared the closer look.
    const hidden = text.includes('"error"') ? errorInside(answer) : null;
    if (hidden) throw hidden;
    const waitMs = emptyQuotaMs(received, now);
    return waitMs === undefined ? { json } : { json, waitMs };
  }

  return {
    post: (path, body, signal) => send('POST', path, body, signal),
    get: (path, signal) => send('GET', path, null, signal),
    close: () => dispatcher.destroy(),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Null when it is no UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Undefined when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Connection errors come as an aggregate of one per address, or as a code with an empty message. */
function describe(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(describe).join('; ');
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return [messageOf(thrown), code && `(${code})`].filter(Boolean).join(' ');
}

const unzip = promisify<Buffer, ZlibOptions, Buffer>(gunzip);
const decoders: Readonly<Record<string, (bytes: Buffer, opts: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: unzip,
  'x-gzip': unzip,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // With zlib's frame, as it should be, or without, as some send it.
  deflate: (bytes, opts) =>
    promisify<Buffer, ZlibOptions, Buffer>(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, opts),
};

/** Most encodings that a reply may be wrapped in. */
const MOST_LAYERS = 3;

/**
 * A body without its content encoding: proxies pack replies although we ask for nothing of the kind. What cannot be
 * unpacked is left as it is. Gives up with `too_large` on one that is small only as long as it is packed.
 */
async function unpackBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const layers = encoding.toLowerCase().split(',').reverse();
  if (layers.length > MOST_LAYERS) return bytes;
  let unpacked = bytes;
  for (const layer of layers) {
    const decode = decoders[layer.trim()];
    if (!decode || unpacked.length === 0) continue;
    try {
      unpacked = await decode(unpacked, { maxOutputLength: maxBytes });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new GaveUp('too_large');
      return bytes;
    }
  }
  return unpacked;
}
