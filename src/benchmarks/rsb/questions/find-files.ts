import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SextantError } from '../../../contracts/index.ts';
import type { Split } from '../suites.ts';

/** Under which names a set of questions is published: globs below the folder that a person names, the preferred first. */
export interface PublishedSet {
  title: string;
  /** What `data pull` calls it. */
  id: string;
  names: Readonly<Record<Split, readonly string[]>>;
  /** How many rows the published files have. */
  rows: Readonly<Record<Split, number>>;
}

/**
 * The files of both splits, in a fixed order. A single file is `test` unless its name says `train`.
 * @example findFiles(published, '/data/gsm8k') // { train: […], test: ['/data/gsm8k/main/test-00000-of-00001.parquet'] }
 */
export function findFiles({ title, id, names }: PublishedSet, path: string | undefined): Record<Split, string[]> {
  const fix = `get the files with \`sextant data pull ${id}\`, or name a file or folder of your own with --source`;
  if (path === undefined) throw new SextantError('bad_argument', `the questions of ${title} are not here`, { fix });
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_argument', 'there is no such file or folder', { where: path, fix });
  if (!found.isDirectory())
    return /train/i.test(basename(path)) ? { train: [path], test: [] } : { train: [], test: [path] };
  const look = (split: Split) => {
    for (const name of names[split]) {
      const files = globSync(name, { cwd: path }).sort();
      if (files.length > 0) return files.map((file) => join(path, file));
    }
    return [];
  };
  const files = { train: look('train'), test: look('test') };
  if (files.train.length + files.test.length > 0) return files;
  throw new SextantError('bad_data', `there are no files of ${title} in this folder`, { where: path, fix });
}
