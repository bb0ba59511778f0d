import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError } from '../contracts/index.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the viewer's page if it is missing or its sources changed; a package without sources brings it along. */
export function ensurePage(): void {
  if (!existsSync(join(root, 'web', 'index.html'))) return;
  const script = join(root, 'scripts', 'build-web.mjs');
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    throw new SextantError('bad_config', 'the viewer’s page could not be built', {
      where: join(root, 'web'),
      fix: 'see the message above; `npm run build` tries again',
    });
  }
}
