import { SextantError } from '../../contracts/index.ts';
import type { Env } from '../../host/index.ts';
import { firstSet, isLoopback } from './environment.ts';

interface Proxies {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/**
 * The proxies that the environment asks for, or null when none is set.
 * Like Go: this very machine is never asked through a proxy.
 */
export function proxiesFor(url: URL, env: Env): Proxies | null {
  const httpProxy = proxy(env, ['http_proxy', 'HTTP_PROXY']);
  const httpsProxy = proxy(env, ['https_proxy', 'HTTPS_PROXY']);
  if (isLoopback(url) || (!httpProxy && !httpsProxy)) return null;
  return { httpProxy, httpsProxy, noProxy: firstSet(env, ['no_proxy', 'NO_PROXY'])?.value ?? '' };
}

/** What must never be seen in an error. */
export function secretsOf({ httpProxy, httpsProxy }: Proxies): string[] {
  return [httpProxy, httpsProxy].map((url) => (url ? new URL(url).password : ''));
}

function proxy(env: Env, names: readonly string[]): string {
  const found = firstSet(env, names);
  if (!found) return '';
  const url = found.value.includes('://') ? found.value : `http://${found.value}`;
  if (URL.canParse(url)) return url;
  throw new SextantError('bad_config', 'not a URL', { where: found.name, fix: 'write http://host:port' });
}
