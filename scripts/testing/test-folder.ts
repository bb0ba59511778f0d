import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'sextant-test-'));

/** One temporary folder for all tests and the programs that they start, so that nobody has to clean up after each. */
export function setup(): void {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
