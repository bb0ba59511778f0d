import { type Capabilities, SextantError } from '../../contracts/index.ts';
import type { Env } from '../../host/index.ts';
import type { Config } from './config.ts';
import { firstSet, isLoopback } from './environment.ts';
import { aliases, type DialectName, type Provider, providers } from './providers.ts';

/** Everything needed to ask one model at one place. */
export interface Endpoint {
  /** `provider/name`, aliases resolved. */
  id: string;
  /** What the server calls the model; may contain slashes. */
  name: string;
  dialect: DialectName;
  baseUrl: URL;
  /** All places that serve it; the first is `baseUrl`. */
  baseUrls: readonly URL[];
  key: string | undefined;
  /** Sent with every request; their values are secrets. */
  headers: Record<string, string>;
  capabilities: Capabilities;
  timeoutMs: number;
  mmProcessorKwargs: boolean;
  /** The variable that moved it away from its usual host, if any. */
  movedBy: string | undefined;
  /** The variables that hold what is secret in a request. */
  secretEnv: readonly string[];
}

/** The providers that Sextant knows, and those that the config file adds. */
export function allProviders(config: Config): Record<string, Provider> {
  const named = Object.entries(config.endpoints).map(
    ([id, { keyEnv, price, baseUrl: urls, ...own }]): [string, Provider] => {
      const [baseUrl, ...others] = typeof urls === 'string' ? [urls] : urls;
      const rest = { ...own, baseUrl, ...(others.length > 0 && { replicas: others }) };
      const key = { keyEnv: keyEnv === undefined ? [] : [keyEnv], needsKey: keyEnv !== undefined };
      // A server of one's own that takes clips is most often vLLM; others ignore its field.
      return [
        id,
        { about: new URL(rest.baseUrl).host, baseUrlEnv: [], ...key, mmProcessorKwargs: rest.video, ...rest },
      ];
    },
  );
  return { ...providers, ...Object.fromEntries(named) };
}

/**
 * Where `provider/name` is served and how to be let in; null when nobody is called so.
 * Throws `missing_key` naming the variable to set.
 * @param at base URLs that somebody named, in place of the provider's own
 * @example resolveEndpoint('openrouter/qwen/qwen3-vl-8b', { env: process.env, config: emptyConfig })?.name // 'qwen/qwen3-vl-8b'
 */
export function resolveEndpoint(
  id: string,
  { env, config, at = [] }: { env: Env; config: Config; at?: readonly string[] },
): Endpoint | null {
  const [, asked = '', name = ''] = /^([^/]+)\/(.+)$/s.exec(id) ?? [];
  const prefix = aliases.get(asked) ?? asked;
  const known = allProviders(config);
  const provider = Object.hasOwn(known, prefix) ? known[prefix] : undefined;
  if (!provider) return null;
  const { dialect, maxImages, video, coordinates, timeoutSeconds = 600, mmProcessorKwargs = false } = provider;
  const usual = addressOf(provider, env);
  const baseUrls = at.length > 0 ? at.map((url) => parseUrl(url, '--endpoint')) : usual.urls;
  const [baseUrl] = baseUrls;
  if (!baseUrl) throw new Error('every provider has an address');
  const twice = baseUrls.find((url, i) => baseUrls.findIndex(({ href }) => href === url.href) < i);
  if (twice) throw new SextantError('bad_config', 'the same endpoint is named twice', { where: shownUrl(twice) });
  const movedBy = at.length > 0 ? undefined : usual.movedBy;
  const key = firstSet(env, provider.keyEnv);
  if (!key && provider.needsKey && !baseUrls.every(isLoopback)) throw missing(id, provider.keyEnv);
  const given = Object.entries(provider.headers ?? {});
  const headers = given.map(([header, value]) => {
    if (!value.startsWith('$')) return [header, value];
    const found = firstSet(env, [value.slice(1)]);
    if (!found) throw missing(id, [value.slice(1)]);
    return [header, found.value];
  });
  return {
    id: `${prefix}/${name}`,
    name,
    dialect,
    baseUrl,
    baseUrls,
    key: key?.value,
    headers: Object.fromEntries(headers),
    capabilities: { maxImages, video, coordinates, peeks: 'nothing' },
    timeoutMs: timeoutSeconds * 1000,
    mmProcessorKwargs,
    movedBy,
    secretEnv: [
      ...(key ? [key.name] : []),
      ...given.flatMap(([, value]) => (value.startsWith('$') ? [value.slice(1)] : [])),
    ],
  };
}

/** A base URL for people and records: without the query, which may hold a key. */
export function shownUrl({ origin, pathname }: URL): string {
  return origin + pathname;
}

function addressOf(
  { baseUrl, replicas = [], baseUrlEnv, hostEnv }: Provider,
  env: Env,
): { urls: URL[]; movedBy: string | undefined } {
  const usual = new URL(baseUrl);
  const moved = firstSet(env, baseUrlEnv);
  const host = hostEnv === undefined ? undefined : firstSet(env, [hostEnv]);
  if (moved || !host) {
    const url = parseUrl(moved?.value ?? baseUrl, moved?.name ?? 'baseUrl');
    const others = moved ? [] : replicas.map((each) => parseUrl(each, 'baseUrl'));
    return { urls: [url, ...others], movedBy: url.host === usual.host ? undefined : moved?.name };
  }
  const bare = !/^https?:\/\//i.test(host.value);
  const url = parseUrl(bare ? `http://${host.value}` : host.value, host.name);
  // What a server listens on is not where one finds it.
  if (url.hostname === '0.0.0.0') url.hostname = usual.hostname;
  if (bare && !url.port) url.port = usual.port;
  if (url.pathname === '/') url.pathname = usual.pathname;
  return { urls: [url], movedBy: url.host === usual.host ? undefined : host.name };
}

function parseUrl(text: string, where: string): URL {
  const wrong = (message: string, fix: string) => new SextantError('bad_config', message, { where, fix });
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw wrong('not a URL', 'write http://host:port/v1');
  const url = new URL(text);
  if (url.username || url.password) throw wrong('a URL must not contain a user name or password', 'use a header');
  return url;
}

function missing(id: string, names: readonly string[]): SextantError {
  return new SextantError('missing_key', `${id} needs ${names.join(' or ')}, which is not set`, {
    fix: `export ${names[0]}=…, or write ${names[0]}=… into the file .env`,
  });
}
