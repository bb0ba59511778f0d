import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';

/** No picture of the benchmark comes near. */
const maxBytes = 64 * 2 ** 20;

/** The bytes of a picture that a row refers to. */
export async function readMedia(path: string, where: string): Promise<Uint8Array> {
  try {
    return readRegular(path, { most: maxBytes });
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const message = isMissing ? `there is no file ${path}` : `cannot read ${path}: ${messageOf(cause)}`;
    throw new SextantError('bad_media', message, {
      where,
      fix: 'get the data again; `sextant data check` tells what is missing',
      cause,
    });
  }
}
