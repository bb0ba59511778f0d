import { setTimeout as sleep } from 'node:timers/promises';
import { SextantError } from '../contracts/index.ts';
import { backoffMs, retry, type Tried } from '../util/index.ts';

/** Something that may go better next time: a broken connection, an overloaded server. */
export class Retryable extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.name = 'Retryable';
    this.waitMs = waitMs;
  }
}

/** A URL for people: queries of download links are passwords, and so may be what stands before an @. */
export function shown(url: URL): string {
  return url.origin + url.pathname;
}

/** What to make of an answer that is neither content nor a redirection. Nothing a server says is repeated but its code. */
export function errorOfStatus(status: number, headers: Readonly<Record<string, unknown>>, url: URL): Error {
  if (isPassing(status)) {
    return new Retryable(`HTTP ${status}`, retryAfterMs(headers['retry-after']));
  }
  const said = headers['x-error-code'];
  const code = typeof said === 'string' && /^\w{1,40}$/.test(said) ? ` (${said})` : '';
  if (status === 401 || status === 403) {
    return new SextantError('missing_key', `the hub refuses access: HTTP ${status}${code}`, {
      where: shown(url),
      fix: 'check the name; for gated or private data accept its terms on the hub and set HF_TOKEN',
    });
  }
  return new SextantError('bad_data', `the hub answers HTTP ${status}${code}`, {
    where: shown(url),
    fix:
      status === 404 ? 'check the name of the repository and the revision' : 'check HF_ENDPOINT and the proxy settings',
  });
}

/** What a proxy itself answers instead of letting us through: undici tells it in words alone. Undefined for anything else. */
export function errorOfProxy(message: string, url: URL): Error | undefined {
  const [, digits] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(message) ?? [];
  if (digits === undefined) return undefined;
  const status = Number(digits);
  if (isPassing(status)) return new Retryable(`the proxy answers HTTP ${status}`);
  // Only the host: the rest of the variable may contain a password.
  const told = `the proxy does not let us through to ${url.host}: HTTP ${status}`;
  const where = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return status === 407
    ? new SextantError('missing_key', told, { where, fix: 'write http://user:password@host:port' })
    : new SextantError('provider', told, { where, fix: 'ask its administrator, or exclude the host with NO_PROXY' });
}

/** May go better next time. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 120_000) : undefined;
}

/** How to wait; tests pass one that returns at once. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const patiently: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal });
};

/** Tries without any progress between them. */
const TRIES = 6;

/**
 * Tries again while the failure is `Retryable`, waiting longer each time.
 * @param attempt tells, when it fails, whether it got anywhere: then counting starts anew
 */
export async function withRetries<T>(
  attempt: (progressed: () => void) => Promise<T>,
  opts: { where: string; wait: Wait; signal: AbortSignal },
): Promise<T> {
  let failures = 0;
  const progressed = () => {
    failures = 0;
  };
  const once = async (): Promise<Tried<T>> => {
    opts.signal.throwIfAborted();
    try {
      return { done: await attempt(progressed) };
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      failures += 1;
      if (failures >= TRIES) throw givenUp(error, opts.where);
      return { again: error.waitMs ?? backoffMs(failures, { first: 1000 }) };
    }
  };
  return retry(once, (ms) => opts.wait(ms, opts.signal));
}

function givenUp({ message }: Retryable, where: string): SextantError {
  return new SextantError('provider', `the hub cannot be reached or breaks off: ${message} (${TRIES} tries)`, {
    where,
    fix: 'run the same command again later: it continues where it stopped; check the network and HTTPS_PROXY',
  });
}
