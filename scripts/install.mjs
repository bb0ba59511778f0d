// Installs what the lock file names, when it is not installed yet. Plain JavaScript: runs on the machine's own Node (>= 20).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.sextant-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted) {
  console.error('sextant: installing what package-lock.json names (once) …');
  // Not `npm ci`: it refuses a lock file that lacks a binary package for some other platform, and registries exist that
  // do not carry all of them. `--no-save` installs the locked versions and leaves the lock file as it is.
  // `error`: on an older Node npm would warn about every package that wants a newer one, which we bring along.
  const done = spawnSync(
    'npm',
    ['install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  );
  if (done.status !== 0) {
    console.error('sextant: npm install failed. It needs the npm registry once; after that everything works offline.');
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}
