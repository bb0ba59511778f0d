import { parseEnv } from 'node:util';

/** Environment variables, as handed in: nothing below this room's edge reads `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment completed by a `.env` file. What is really set wins.
 * @example withDotenv({ A: '1' }, 'A=2\nB="3"') // { A: '1', B: '3' }
 */
export function withDotenv(env: Env, text: string): Env {
  const fromFile = parseEnv(text.replace(/^\uFEFF/, ''));
  return { ...fromFile, ...env };
}

/** The first of these variables that is set, with its value. */
export function firstSet(env: Env, names: readonly string[]): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return { name, value };
  }
  return undefined;
}

/** Whether an address is this very machine. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
}
