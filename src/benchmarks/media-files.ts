import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { extname, isAbsolute, join, resolve, sep } from 'node:path';
import { type MediaRef, messageOf, SextantError } from '../contracts/index.ts';
import { readRegular, sha256, streamRegular } from '../files/index.ts';
import { describeImage } from '../media/index.ts';
import { badData, type Where } from '../tables/index.ts';
import { Recent } from '../util/index.ts';

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

/** Most bytes of pictures that were described and are still to be asked for. */
const MOST_READ = 2 ** 24;

/**
 * Pictures and clips by content. One is hashed when it is first asked for: a short run does not wait for gigabytes.
 * @example const files = new MediaFiles(paths); const ref = await files.describe(path); const bytes = await files.bytes(ref);
 */
export class MediaFiles {
  readonly #paths: readonly string[];
  readonly #refs = new Map<string, Promise<MediaRef>>();
  readonly #pathByHash = new Map<string, string>();
  /** Who describes a picture mostly shows it next: it is read and hashed once for both. */
  readonly #read = new Recent<MediaRef, Uint8Array>(MOST_READ, { weigh: ({ bytes }) => bytes });

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  describe(path: string): Promise<MediaRef> {
    const known = this.#refs.get(path);
    if (known) return known;
    const described = describeFile(path).then(({ ref, content }) => {
      this.#pathByHash.set(ref.sha256, path);
      if (content) this.#read.set(ref, content);
      return ref;
    });
    this.#refs.set(path, described);
    // A disk that comes back is asked again.
    described.catch(() => this.#refs.delete(path));
    return described;
  }

  async bytes(ref: MediaRef): Promise<Uint8Array> {
    const read = this.#read.get(ref);
    this.#read.delete(ref);
    if (read) return read;
    const path = this.#pathByHash.get(ref.sha256) ?? (await this.#search(ref));
    const bytes = readRegular(path);
    if (sha256(bytes) === ref.sha256) return bytes;
    throw new SextantError('bad_media', 'the file changed while it was in use', { where: path });
  }

  /** For a reference from an earlier process: only files of the right size need to be hashed. */
  async #search(ref: MediaRef): Promise<string> {
    for (const path of this.#paths) {
      if (statSync(path, { throwIfNoEntry: false })?.size !== ref.bytes) continue;
      if ((await this.describe(path)).sha256 === ref.sha256) return path;
    }
    throw new SextantError('missing_blob', `no file of this data set has sha256 ${ref.sha256}`, {
      fix: 'use the data that the run was made with',
    });
  }
}

const clips: Readonly<Record<string, MediaRef['type']>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/webm',
};

/** The reference to a file on disk, and a picture's bytes. A clip is known by its name and read in pieces; nothing is decoded. */
async function describeFile(path: string): Promise<{ ref: MediaRef; content?: Uint8Array }> {
  const type = clips[extname(path).toLowerCase()];
  try {
    if (!type) {
      const content = readRegular(path);
      return { ref: describeImage(content), content };
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of streamRegular(path, { highWaterMark: 2 ** 17 })) {
      hash.update(piece);
      bytes += piece.length;
    }
    return { ref: { sha256: hash.digest('hex'), type, bytes } };
  } catch (cause) {
    throw new SextantError('bad_media', `cannot use the file: ${messageOf(cause)}`, { where: path, cause });
  }
}
