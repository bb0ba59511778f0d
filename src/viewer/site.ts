import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Packed, type PackOptions, packRuns } from './pack.ts';
import { pageFiles } from './page-files.ts';

/** Writes the page and the packed runs beside each other: a folder that any static host can serve. */
export async function writeSite(opts: PackOptions): Promise<Packed> {
  mkdirSync(opts.out, { recursive: true });
  for (const [address, { file }] of pageFiles()) cpSync(file, join(opts.out, ...address.split('/')));
  return packRuns({ ...opts, out: join(opts.out, 'runs.zip') });
}
