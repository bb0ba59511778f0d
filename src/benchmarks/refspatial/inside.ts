import { isAbsolute, relative, resolve, sep } from 'node:path';
import { SextantError } from '../../contracts/index.ts';

/**
 * A path relative to a folder of the data, which must not lead out of the data. Links in the data are followed: a cache of the
 * hub consists of them.
 */
export function inside(root: string, folder: string, path: string, where: string): string {
  const found = resolve(folder, path);
  const fromRoot = relative(resolve(root), found);
  const leaves = fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
  if (!leaves && !isAbsolute(path) && !path.includes('\0')) return found;
  throw new SextantError('bad_data', `${JSON.stringify(path)} leads out of the data folder`, {
    where,
    fix: 'paths must be relative to the folder of question.json, or of the table, and stay in the data',
  });
}
