import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Env } from '../host/index.ts';

/**
 * Where downloaded data lies unless a person says otherwise: `$SEXTANT_DATA`, or the cache folder of this user.
 * @example dataDir('mmsi', process.env) // '/home/me/.cache/sextant/data/mmsi'
 */
export function dataDir(benchmark: string, env: Env, home: string = homedir()): string {
  return join(dataRoot(env, home), benchmark);
}

function dataRoot(env: Env, home: string): string {
  if (env.SEXTANT_DATA) return resolve(env.SEXTANT_DATA);
  // The XDG rules say that a relative path is to be ignored.
  const cache = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(cache, 'sextant', 'data');
}
