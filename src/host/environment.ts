import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readOptional } from '../files/index.ts';

/** Environment variables, as handed in: nothing below the command line reads `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment completed by `.env` in a folder: the one way to keys, addresses and proxies, whatever they are for.
 * @example const env = await readEnv({ env: process.env, cwd: process.cwd() })
 */
export async function readEnv({ env, cwd }: { env: Env; cwd: string }): Promise<Env> {
  return withDotenv(env, (await readOptional(resolve(cwd, '.env'))) ?? '');
}

/**
 * What is really set wins.
 * @example withDotenv({ A: '1' }, 'A=2\nB="3"') // { A: '1', B: '3' }
 * @internal exported for its test
 */
export function withDotenv(env: Env, text: string): Env {
  const fromFile = parseEnv(text.replace(/^\uFEFF/, ''));
  // Proxy variables exist in lower and upper case; readers prefer lower case.
  const set = new Set(Object.keys(env).map((name) => name.toUpperCase()));
  const added = Object.entries(fromFile).filter(([name]) => !set.has(name.toUpperCase()));
  return { ...Object.fromEntries(added), ...env };
}

/**
 * What people are told when `.env` decides where an exported secret goes; undefined when it does not. A folder that
 * somebody else filled must not collect keys in silence.
 * @example redirection({ KEY: 'sk-1' }, { by: 'BASE_URL', secrets: ['KEY'], to: 'http://elsewhere.test' })
 */
export function redirection(
  exported: Env,
  { by, secrets, to }: { by: string | undefined; secrets: readonly string[]; to: string },
): string | undefined {
  const isExported = (name: string) => Boolean(exported[name]?.trim());
  const taken = secrets.filter(isExported);
  if (by === undefined || isExported(by) || taken.length === 0) return undefined;
  return `${by} in .env sends ${taken.join(' and ')} of your environment to ${to}`;
}
