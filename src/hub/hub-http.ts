import type { Readable } from 'node:stream';
import { messageOf, SextantError } from '../contracts/index.ts';
import type { Env } from '../host/index.ts';
import { errorOfProxy, errorOfStatus, Retryable, shown } from './hub-error.ts';

/** An answer with content: status 200 or 206, or 416 when there is nothing to continue. */
export interface HubAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readable;
  /** Where it came from in the end. */
  url: URL;
}

export interface Hub {
  endpoint: URL;
  /** Follows redirections; throws `Retryable` for what may go better next time. Every body must be read or destroyed. */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HubAnswer>;
  close(): Promise<void>;
}

const MAX_REDIRECTIONS = 8;

/** Opens the hub that the environment names: HF_ENDPOINT, HF_TOKEN, HTTPS_PROXY, HTTP_PROXY and NO_PROXY count. */
export async function openHub(env: Env): Promise<Hub> {
  const { EnvHttpProxyAgent, request } = await import('undici');
  const endpoint = parseUrl('HF_ENDPOINT', env.HF_ENDPOINT || 'https://huggingface.co');
  const token = readToken(env);
  const dispatcher = new EnvHttpProxyAgent({
    ...proxies(env),
    connect: { timeout: 20_000 },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    allowH2: false,
  });

  async function get(first: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HubAnswer> {
    let url = first;
    for (let hops = 0; hops <= MAX_REDIRECTIONS; hops += 1) {
      // The token is for the hub alone: storage servers get links that carry their own permission.
      const authorization = token && url.origin === endpoint.origin ? { authorization: `Bearer ${token}` } : {};
      const options = { dispatcher, signal, headers: { 'user-agent': 'sextant', ...headers, ...authorization } };
      const answer = await request(url, options).catch((error) => fail(error, url, signal));
      const { statusCode: status, headers: received, body } = answer;
      if (status === 200 || status === 206 || status === 416) {
        // Readers of the body get the error themselves; abandoning it early is not an error.
        body.on('error', () => {});
        return { status, headers: received, body, url };
      }
      await body.dump().catch(() => {});
      const { location } = received;
      if (status < 300 || status > 399 || typeof location !== 'string') throw errorOfStatus(status, received, url);
      url = redirected(url, location);
    }
    throw new SextantError('bad_data', 'the hub sends us from one address to the next without end', {
      where: shown(first),
    });
  }
  return { endpoint, get, close: () => dispatcher.destroy() };
}

function redirected(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  const isWeb = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:');
  if (to && isWeb) return to;
  throw new SextantError('bad_data', 'the hub sends us to an address that is not safe to follow', {
    where: shown(from),
  });
}

/** The bytes of an answer. What breaks on the way is `Retryable`; leaving early closes the connection. */
export async function* content({ body, url }: HubAnswer, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    fail(error, url, signal);
  }
}

/** The library's error is not kept as a cause: what is inside is not ours to vouch for. */
function fail(error: unknown, url: URL, signal: AbortSignal): never {
  signal.throwIfAborted();
  if (error instanceof SextantError || error instanceof Retryable) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL/.test(code)) {
    throw new SextantError('provider', `the certificate is not accepted (${code})`, {
      where: shown(url),
      fix: 'behind a proxy that reads HTTPS, name its certificate in NODE_EXTRA_CA_CERTS',
    });
  }
  throw errorOfProxy(messageOf(error), url) ?? new Retryable(code || messageOf(error));
}

function readToken(env: Env): string | undefined {
  const token = env.HF_TOKEN?.trim() || undefined;
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new SextantError('bad_config', 'it has characters that no token has', { where: 'HF_TOKEN' });
}

function proxies(env: Env): { httpProxy: string; httpsProxy: string; noProxy: string } {
  const read = (name: string) => {
    const value = env[name.toLowerCase()] || env[name];
    return value ? parseUrl(name, value.includes('://') ? value : `http://${value}`).href : '';
  };
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  // This machine itself is never asked through a proxy.
  const local = 'localhost,127.0.0.1,::1';
  return {
    httpProxy: read('HTTP_PROXY'),
    httpsProxy: read('HTTPS_PROXY'),
    noProxy: noProxy === '*' ? '*' : [noProxy, local].filter(Boolean).join(','),
  };
}

function parseUrl(name: string, value: string): URL {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SextantError('bad_config', 'not an http(s) URL', { where: name, fix: 'write https://host' });
}
