import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SextantError } from '../../../contracts/index.ts';

/** Names under which the data are published, the authors' own first. */
const known = ['MMSI_Bench.parquet', 'MMSI_bench.tsv', 'MMSIBench_wo_circular.tsv', 'MMSIBench_circular.tsv'];

const fix =
  'get the data with `sextant data pull mmsi`, or name a file: MMSI_Bench.parquet, MMSI_bench.tsv, MMSIBench_wo_circular.tsv or MMSIBench_circular.tsv';

/** The file to read in a folder, or the file itself, and what else a person should know. */
export function findFile(path: string | undefined): { file: string; warnings: string[] } {
  if (path === undefined) throw new SextantError('bad_argument', 'MMSI-Bench needs its data', { where: '--data', fix });
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_argument', 'there is no such file or folder', { where: path, fix });
  if (!found.isDirectory()) return { file: checked(path), warnings: [] };
  const tables = readdirSync(path)
    .filter((name) => /\.(parquet|tsv)$/i.test(name))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const [first, ...others] = tables;
  if (first === undefined) {
    throw new SextantError('bad_data', 'this folder has no .parquet and no .tsv file', { where: path, fix });
  }
  const warning = `${path} also has ${others.join(', ')}; ${first} is used (name another file with --data to use that)`;
  return { file: join(path, first), warnings: others.length > 0 ? [warning] : [] };
}

function rank(name: string): number {
  const at = known.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return at === -1 ? known.length : at;
}

function checked(path: string): string {
  if (/\.(parquet|tsv)$/i.test(path)) return path;
  throw new SextantError('bad_data', `${basename(path)} is neither .parquet nor .tsv`, { where: path, fix });
}
