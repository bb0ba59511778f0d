import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Packed, type PackOptions, packRuns } from './pack.ts';
import { pageFiles } from './page-files.ts';

/** Writes the page and the packed runs beside each other: a folder that any static host can serve. */
export async function writeSite(opts: PackOptions): Promise<Packed> {
  mkdirSync(opts.out, { recursive: true });
  // First: where it is refused there is no page without runs.
  const packed = await packRuns({ ...opts, out: join(opts.out, 'runs.zip') });
  for (const [address, { file }] of pageFiles()) cpSync(file, join(opts.out, ...address.split('/')));
  const index = join(opts.out, 'index.html');
  const page = readFileSync(index, 'utf8');
  // So that the page need not ask whether there is a server.
  writeFileSync(index, page.replace('</head>', '  <meta name="sextant-pack" content="runs.zip" />\n  </head>'));
  return packed;
}
