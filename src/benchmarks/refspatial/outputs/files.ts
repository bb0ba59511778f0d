import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SextantError } from '../../../contracts/index.ts';

/** A file of outputs and the split it belongs to, where its name tells. */
export interface OutputFile {
  path: string;
  split: string | undefined;
}

/**
 * The files that a path stands for: itself, or those in the folder whose name tells a split.
 * @param splitOf the split that a file's name tells
 */
export function outputFiles(path: string, splitOf: (name: string) => string | undefined): OutputFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_data', 'there is no such file or folder', { where: path });
  if (!found.isDirectory()) return [{ path, split: splitOf(basename(path)) }];
  const files = readdirSync(path)
    .sort()
    .flatMap((name) => {
      const split = splitOf(name);
      return split === undefined ? [] : [{ path: join(path, name), split }];
    });
  const twice = files.find(({ split }, at) => files.findIndex((other) => other.split === split) < at);
  if (twice)
    throw new SextantError('bad_data', `there are several files for ${twice.split}; which one is meant?`, {
      where: twice.path,
      fix: 'give the file instead of the folder',
    });
  if (files.length > 0) return files;
  throw new SextantError('bad_data', 'there is no file here whose name tells a split', { where: path });
}

/** The splits of a data set, as its ids tell. */
export function splitsOf(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('/'))))];
}

/** A model's name as the name of a folder, one per epoch: other tools know no epochs. */
export function folderName(model: string, epoch: number): string {
  const name = model.replaceAll(/[^\w.-]/g, '_').replace(/^\.+$/, '_') || '_';
  return epoch === 0 ? name : `${name}-epoch${epoch + 1}`;
}
