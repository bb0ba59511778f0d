import { type Env, readEnv } from '../host/index.ts';

/** What this command may know of its surroundings: the environment, completed by `.env` in the current folder. */
export function environment(): Promise<Env> {
  return readEnv({ env: process.env, cwd: process.cwd() });
}
