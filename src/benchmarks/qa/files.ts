import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type LoadOptions, SextantError } from '../../contracts/index.ts';
import { openZipFile } from '../../tables/index.ts';
import { otherEditions } from './published-tables.ts';

/** The tables of a benchmark at hand, and the folder that media are looked for in. */
export interface FoundTables {
  dir: string;
  tables: readonly string[];
  /** Tables that are not what their name says. */
  warnings: readonly string[];
}

/**
 * Finds the published tables in the folder of `--data`, or takes the file that it names. The first pattern that any file fits
 * decides: of one question in two forms only one is read. JSON may also lie in the archive that has the pictures.
 */
export async function findTables(
  { dir }: LoadOptions,
  opts: { id: string; patterns: readonly RegExp[] },
): Promise<FoundTables> {
  const { id, patterns } = opts;
  const fix = `name a folder with the published files, or one of them: --data DIR (see docs/${id}.md)`;
  if (dir === undefined) throw new SextantError('bad_argument', `${id} needs its files`, { where: '--data', fix });
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_argument', 'there is no such file or folder', { where: dir, fix });
  if (!found.isDirectory()) return { dir: dirname(dir), tables: [dir], warnings: await otherEditions([dir]) };
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !basename(path).startsWith('.'))
    .sort();
  const named = firstFitting(
    patterns,
    files.filter((path) => /\.(tsv|parquet|jsonl?)$/i.test(path)),
  );
  if (named.length > 0) {
    const tables = named.map((path) => join(dir, path));
    return { dir, tables, warnings: await otherEditions(tables) };
  }
  const packed = files
    .filter((path) => /\.zip$/i.test(path))
    .flatMap((path) => openZipFile(join(dir, path)).names.map((name) => `${path}/${name}`))
    .filter((path) => /\.jsonl?$/i.test(path));
  const tables = firstFitting(patterns, packed).map((path) => join(dir, path));
  if (tables.length > 0) return { dir, tables, warnings: [] };
  throw new SextantError('bad_data', `this folder has no table of ${id}`, { where: dir, fix });
}

function firstFitting(patterns: readonly RegExp[], paths: readonly string[]): string[] {
  for (const pattern of patterns) {
    const fitting = paths.filter((path) => pattern.test(path));
    if (fitting.length > 0) return fitting;
  }
  return [];
}
