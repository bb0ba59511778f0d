import { SextantError } from '../../contracts/index.ts';

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
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
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

function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 120_000) : undefined;
}
