import { messageOf, SextantError } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { decodeMask, describeImage, encodePng } from '../../media/index.ts';
import type { MediaPlace } from '../media-places.ts';

/** A mask that was looked at once, to see that it can be scored with. */
export interface KnownMask {
  place: MediaPlace;
  size: { width: number; height: number };
  /** The mean of its values in parts of 255: what one point anywhere in the picture would score. */
  share: number;
  /** Of its values: the data's hash covers what is right. */
  sha256: string;
}

/** @example const { place, share } = await knownMask(folder.find('masks/00.jpg', row.place)) */
export async function knownMask(place: MediaPlace): Promise<KnownMask> {
  try {
    const { width, height, values } = await decodeMask(await place.read());
    let sum = 0;
    for (const value of values) sum += value;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const share = sum / 255 / values.length;
    return { place: asPng(place), size: { width, height }, share, sha256: sha256(bytes) };
  } catch (cause) {
    throw new SextantError('bad_media', `cannot use the mask: ${messageOf(cause)}`, { where: place.name, cause });
  }
}

/** Browsers change the values of other formats while decoding, so a run keeps masks as PNG, value for value. */
function asPng({ name, read }: MediaPlace): MediaPlace {
  return {
    name,
    async read() {
      const bytes = await read();
      if (describeImage(bytes).type === 'image/png') return bytes;
      const { width, height, values } = await decodeMask(bytes);
      return encodePng({ width, height, pixels: Uint8Array.from(values) });
    },
  };
}
