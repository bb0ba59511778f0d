import { type Stats, statSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { messageOf } from '../contracts/index.ts';
import { badData, type Where } from '../tables/index.ts';

/** A picture or clip as a row names it. */
export interface NamedFile {
  /** The folder that it must lie in. */
  folder: string;
  /** Relative to the folder. */
  path: string;
  /** Where the row says so, for errors. */
  place: Where;
}

/** Where it lies; a path that leads out of its folder is refused. */
export function pathOf({ folder, path, place }: NamedFile): string {
  const base = resolve(folder);
  if (isAbsolute(path) || path.includes('\0') || !resolve(base, path).startsWith(base + sep))
    throw badData(`${JSON.stringify(path)} leads out of ${folder}`, place);
  return join(folder, path);
}

/** Looks for every file, without reading any: what is missing must show before anything is asked. */
export function checkFiles(files: Iterable<NamedFile>, fix: string): void {
  const seen = new Set<string>();
  const wrong: { place: Where; path: string; what: string }[] = [];
  for (const file of files) {
    const path = pathOf(file);
    if (seen.has(path)) continue;
    seen.add(path);
    const what = complaint(path);
    if (what) wrong.push({ place: file.place, path, what });
  }
  const [first] = wrong;
  if (!first) return;
  const others = wrong.length > 1 ? `; so it is with ${wrong.length - 1} more of ${seen.size} files` : '';
  throw badData(`the file ${first.path} ${first.what}${others}`, first.place, { fix });
}

function complaint(path: string): string | undefined {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return `cannot be looked at (${messageOf(error)})`;
  }
  if (!found) return 'is missing';
  if (!found.isFile()) return 'is not a file';
  return found.size === 0 ? 'is empty' : undefined;
}
