import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Tests of the command line start what the package has: built when sources changed. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '..', 'build-program.mjs')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('dist/ could not be built');
}
