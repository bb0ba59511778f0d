import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { byteSize } from '../util/index.ts';
import { type Packed, packRuns, writeSite } from '../viewer/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { ensurePage } from './page.ts';
import { number, verb } from './verb.ts';
import { openData } from './view.ts';

interface Flags {
  out?: string;
  site?: string;
  data?: string;
  maxSize?: number;
  json?: true;
}

export function packVerb(): Command {
  return verb('pack', abouts.pack.about, [
    'sextant pack runs/a runs/b --out runs.zip',
    'sextant pack runs/a --site public/    # the page beside it: a folder to be uploaded',
  ])
    .argument('<run...>', 'run folders, or folders with runs in them')
    .option('--out <file>', 'the file to write')
    .option('--site <dir>', 'write the viewer’s page and the packed runs into this folder')
    .option('--data <dir>', 'folder with the pictures that runs refer to; otherwise where `data pull` put them')
    .option('--max-size <MB>', 'leave pictures out when the file would become larger', number(0))
    .action(async (roots: string[], flags: Flags) => {
      const [out, ...others] = [flags.out, flags.site].filter((path) => path !== undefined);
      if (out === undefined || others.length > 0) {
        throw new SextantError('bad_argument', 'where should it go?', { fix: 'name either --out FILE or --site DIR' });
      }
      const opts = { roots, openData: openData(flags.data), ...limit(flags.maxSize), out };
      if (flags.site !== undefined) ensurePage();
      const packed = flags.site === undefined ? await packRuns(opts) : await writeSite(opts);
      tellPacked(packed, { out, json: flags.json });
    });
}

export function limit(maxMB: number | undefined): { maxBytes?: number } {
  return maxMB === undefined ? {} : { maxBytes: maxMB * 1e6 };
}

/** What was written, and what was left out. */
export function tellPacked({ runs, bytes }: Packed, opts: { out: string; json: true | undefined }): void {
  if (opts.json) {
    printJson({ out: opts.out, bytes, runs: runs.map(({ name, left = [] }) => ({ name, left })) });
  }
  for (const { name, left = [] } of runs) for (const note of left) say(`${name}: ${note}`);
  say(`${opts.out}: ${byteSize(bytes)}`);
}
