import { encodeThumb } from '../media/index.ts';
import { Recent } from '../util/index.ts';
import type { RunMedia } from './run-media.ts';

/** Thumbnails that are kept: some ten kilobytes each. */
const KEEP = 4000;

/** Small pictures of what a run refers to, made once. By hash: runs that were asked the same share them. */
export class Thumbs {
  readonly #made = new Recent<string, Promise<Uint8Array | undefined>>(KEEP);

  /** Nothing where the run does not hold it, or where it cannot be drawn. */
  of(media: RunMedia, hash: string, type: string): Promise<Uint8Array | undefined> {
    const known = this.#made.get(hash);
    if (known) return known;
    const making = make(media, hash, type).catch(() => undefined);
    void making.then((thumb) => thumb ?? this.#made.delete(hash));
    return this.#made.set(hash, making);
  }
}

async function make(media: RunMedia, hash: string, type: string): Promise<Uint8Array | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const bytes = await media.verified(hash);
  return bytes ? encodeThumb(bytes, type) : media.still(hash);
}
