import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type LoadOptions, SextantError } from '../../contracts/index.ts';

/** The tables of a benchmark at hand, and the folder that media are looked for in. */
export interface FoundTables {
  dir: string;
  tables: readonly string[];
}

/**
 * Finds the published tables in the folder of `--data`, or takes the file that it names. The first pattern that any file fits
 * decides: of one question in two forms only one is read.
 */
export function findTables({ dir }: LoadOptions, opts: { id: string; patterns: readonly RegExp[] }): FoundTables {
  const { id, patterns } = opts;
  const fix = `name a folder with the published files, or one of them: --data DIR (see docs/${id}.md)`;
  if (dir === undefined) throw new SextantError('bad_argument', `${id} needs its files`, { where: '--data', fix });
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_argument', 'there is no such file or folder', { where: dir, fix });
  if (!found.isDirectory()) return { dir: dirname(dir), tables: [dir] };
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsv|parquet|jsonl?)$/i.test(path))
    .sort();
  for (const pattern of patterns) {
    const tables = files.filter((path) => pattern.test(path) && !basename(path).startsWith('.'));
    if (tables.length > 0) return { dir, tables: tables.map((path) => join(dir, path)) };
  }
  throw new SextantError('bad_data', `this folder has no table of ${id}`, { where: dir, fix });
}
