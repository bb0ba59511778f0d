import packageJson from '../../../package.json' with { type: 'json' };
import type { Env } from '../../host/index.ts';
import type { Clock } from '../run/ask.ts';

/** What a run was made with. */
export const versions = { sextant: packageJson.version, node: process.version };

/** The machine's own clock. */
export const machineClock: Clock = { now: () => performance.now(), date: () => new Date().toISOString() };

/** Where this process is: its keys and settings, and the folder of `.env` and modules that relative paths begin at. */
export function here(): { env: Env; cwd: string } {
  return { env: process.env, cwd: process.cwd() };
}
