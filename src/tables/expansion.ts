import { byteSize } from '../util/index.ts';

/** What any part of a file may unpack to. */
const FREE_BYTES = 64 * 2 ** 20;
/** Beyond that, how many times its packed size: pictures hardly shrink at all, tables of text to a twentieth. */
const MOST_TIMES = 50;

/** Refuses a bomb by its own account of itself, before anything is unpacked. Unpackers hold it to that account. */
export function refuseBomb(packed: number, full: number, most: number): void {
  if (full > most) throw new RangeError(`it unpacks to ${byteSize(full)}, at most ${byteSize(most)} are read`);
  if (full > Math.max(FREE_BYTES, MOST_TIMES * packed))
    throw new RangeError(`${byteSize(packed)} unpack to ${byteSize(full)}, which no honest table does`);
}
