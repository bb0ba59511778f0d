import { createRequire } from 'node:module';
import type { buildConnector, Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

/** Parts of undici by their files: all of it takes twice as long to load, before every first question. */
const require = createRequire(import.meta.url);

export const openPool = (...args: ConstructorParameters<typeof Pool>): Dispatcher =>
  new (require('undici/lib/dispatcher/pool.js'))(...args);

export const openProxies = (...args: ConstructorParameters<typeof EnvHttpProxyAgent>): Dispatcher =>
  new (require('undici/lib/dispatcher/env-http-proxy-agent.js'))(...args);

export const openConnector: typeof buildConnector = (...args) => require('undici/lib/core/connect.js')(...args);
