import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { extname, isAbsolute, join, resolve, sep } from 'node:path';
import { type MediaRef, messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular, sha256, streamRegular } from '../../files/index.ts';
import { badData } from '../../tables/index.ts';
import type { MetadataRow } from './metadata.ts';

/** The clip of a row; a path that leads out of the view's folder is refused. */
export function clipPath(dir: string, row: Pick<MetadataRow, 'view' | 'path' | 'place'>): string {
  const base = resolve(dir, 'videos', row.view);
  if (isAbsolute(row.path) || !resolve(base, row.path).startsWith(base + sep))
    throw badData(`"${row.path}" leads out of the folder of clips`, { ...row.place, column: 'relative_path' });
  return join(dir, 'videos', row.view, row.path);
}

/** Looks for every clip, without reading any: what is missing must show before anything is asked. */
export function checkClips(dir: string, rows: Iterable<MetadataRow>): void {
  const seen = new Set<string>();
  const wrong: { row: MetadataRow; path: string; what: string }[] = [];
  for (const row of rows) {
    const path = clipPath(dir, row);
    if (seen.has(path)) continue;
    seen.add(path);
    const what = complaint(path);
    if (what) wrong.push({ row, path, what });
  }
  const [first] = wrong;
  if (!first) return;
  const others = wrong.length > 1 ? `; so it is with ${wrong.length - 1} more of ${seen.size} clips` : '';
  throw badData(
    `the clip ${first.path} ${first.what}${others}`,
    { ...first.row.place, column: 'relative_path' },
    { fix: 'download the folder videos completely, or name the views that are there: dsi:views=std' },
  );
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

/**
 * Clips by content. A clip is hashed when it is first asked for, in pieces: a short run does not wait for gigabytes.
 * @example const clips = new Clips(paths); const ref = await clips.describe(path); const bytes = await clips.bytes(ref);
 */
export class Clips {
  readonly #paths: readonly string[];
  readonly #refs = new Map<string, Promise<MediaRef>>();
  readonly #pathByHash = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  describe(path: string): Promise<MediaRef> {
    const known = this.#refs.get(path);
    if (known) return known;
    const described = describeVideo(path).then((ref) => {
      this.#pathByHash.set(ref.sha256, path);
      return ref;
    });
    this.#refs.set(path, described);
    // A disk that comes back is asked again.
    described.catch(() => this.#refs.delete(path));
    return described;
  }

  async bytes(ref: MediaRef): Promise<Uint8Array> {
    const path = this.#pathByHash.get(ref.sha256) ?? (await this.#search(ref));
    const bytes = readRegular(path);
    if (sha256(bytes) === ref.sha256) return bytes;
    throw new SextantError('bad_media', 'the clip changed while it was in use', { where: path });
  }

  /** For a reference from an earlier process: only clips of the right size need to be hashed. */
  async #search(ref: MediaRef): Promise<string> {
    for (const path of this.#paths) {
      if (statSync(path, { throwIfNoEntry: false })?.size !== ref.bytes) continue;
      if ((await this.describe(path)).sha256 === ref.sha256) return path;
    }
    throw new SextantError('missing_blob', `no clip of this data set has sha256 ${ref.sha256}`, {
      fix: 'use the data that the run was made with',
    });
  }
}

const types: Readonly<Record<string, MediaRef['type']>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/webm',
};

/** The reference to a clip on disk. Reads it once, in pieces; nothing is decoded. */
async function describeVideo(path: string): Promise<MediaRef> {
  const type = types[extname(path).toLowerCase()];
  if (!type)
    throw new SextantError('bad_media', `a clip must be one of ${Object.keys(types).join(', ')}`, { where: path });
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of streamRegular(path, { highWaterMark: 2 ** 17 })) {
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (cause) {
    throw new SextantError('bad_media', `cannot read the clip: ${messageOf(cause)}`, { where: path, cause });
  }
  return { sha256: hash.digest('hex'), type, bytes };
}
