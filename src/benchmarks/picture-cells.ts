import { describeError, type MediaRef, SextantError } from '../contracts/index.ts';
import { describeImage } from '../media/index.ts';
import { badData, parseStringList, type Where } from '../tables/index.ts';

/** In VLMEvalKit, a cell this short is the index of the row that has the pictures. */
const LONGEST_REFERENCE = 64;

/** What an image cell holds: pictures, or a reference to the row that has them. */
export type ImageCell = { reference: string } | { pictures: Uint8Array[] };

/** Reads an image cell: base64, a Python list of base64, or another row's index. */
export function readImageCell(cell: string, place: Where): ImageCell {
  if (cell === '') throw badData('there is no picture', place);
  if (cell.length <= LONGEST_REFERENCE) return { reference: cell };
  const texts = cell.startsWith('[') ? parseStringList(cell, place) : [cell];
  if (texts.length === 0) throw badData('there is no picture', place);
  return { pictures: texts.map((text, n) => decodeBase64(text, n, place)) };
}

/** References to pictures; bytes that are no picture are `bad_media` naming their place. */
export function describePictures(pictures: readonly Uint8Array[], place: Where): MediaRef[] {
  return pictures.map((bytes, n) => {
    try {
      return describeImage(bytes);
    } catch (error) {
      const { where } = badData('', place);
      throw new SextantError('bad_media', `picture ${n}: ${describeError(error)}`, {
        ...(where !== undefined && { where }),
        cause: error,
      });
    }
  });
}

function decodeBase64(text: string, n: number, place: Where): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  // Node skips what is not base64, so a damaged text would pass as a shorter picture. It also takes - and _, as URLs have them.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const whole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding;
  if (!whole || text.includes('-') || text.includes('_')) throw badData(`picture ${n} is not base64`, place);
  return bytes;
}
