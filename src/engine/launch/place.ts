import type { Env } from '../../host/index.ts';

/** Where this process is: its keys and settings, and the folder of `.env` and modules that relative paths begin at. */
export function here(): { env: Env; cwd: string } {
  return { env: process.env, cwd: process.cwd() };
}
