import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';

/** The list of what a folder should hold. */
export const MANIFEST_NAME = 'sextant-data.json';
/** What a file that is still being downloaded ends in. */
export const PART = '.part';

/** Names that mean a device on Windows, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * The parts of a path that a server or an archive names, if it stays inside the folder it is meant for on every system.
 * @example safeParts('videos/std/a b.mp4') // ['videos', 'std', 'a b.mp4']; '../x', '/x', 'C:x' and 'a\\b' throw
 */
export function safeParts(path: string): string[] {
  const parts = path.split('/');
  const why = path.length > 1000 ? 'it is too long' : parts.map(problemOf).find((problem) => problem !== undefined);
  if (why === undefined && parts.join('/') !== MANIFEST_NAME) return parts;
  throw new SextantError(
    'bad_data',
    `the path ${JSON.stringify(path.slice(0, 200))} is refused: ${why ?? 'it is ours'}`,
    {
      fix: 'a well-made data set has no such file; do not trust this source',
    },
  );
}

function problemOf(part: string): string | undefined {
  if (part === '') return 'it is absolute or has an empty part';
  if (part === '.' || part === '..') return 'it leaves its folder';
  if (/[\\:\p{Cc}]/u.test(part)) return 'it has a backslash, a colon or a control character';
  if (DEVICE.test(part) || /[. ]$/.test(part)) return 'Windows would take it for something else';
  if (Buffer.byteLength(part) > 255) return 'a part of it is too long';
  if (part.endsWith(PART) || part.endsWith(`${PART}.json`)) return `names ending in ${PART} are for unfinished files`;
  return undefined;
}

/**
 * Makes the folders above a file, one by one: a link among them would lead out of the data folder, and is refused.
 * @returns the full path of the file
 */
export function placeFor(root: string, path: string): string {
  const parts = safeParts(path);
  mkdirSync(root, { recursive: true });
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    folder = join(folder, part);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory())
      throw new SextantError('bad_data', 'this is in the way of a folder', { where: folder });
  }
  return join(folder, at(parts, -1));
}
