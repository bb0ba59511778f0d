import type { Env } from '../../host/index.ts';

/** Where things are looked up: keys and settings, and the folder with `.env` and modules that paths begin at. */
export interface Place {
  env: Env;
  cwd: string;
}

/** Where this process is. */
export function here(): Place {
  return { env: process.env, cwd: process.cwd() };
}
