import { readFile, stat } from 'node:fs/promises';
import { messageOf, SextantError } from '../../contracts/index.ts';

/** No picture of the benchmark comes near. */
const maxBytes = 64 * 2 ** 20;

/** The bytes of a picture that a row refers to. */
export async function readMedia(path: string, where: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new RangeError(`it has ${size} bytes, expected at most ${maxBytes}`);
    return await readFile(path);
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
