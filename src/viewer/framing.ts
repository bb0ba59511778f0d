/** Files that are asked for at once, at most: their names stand in one address. */
export const FILES_AT_ONCE = 128;

/** The length that stands for a file that is not there. */
const NONE = 0xffffffff;

/** What stands in front of a file: how long it is, or that there is none. */
export function lengthMark(length: number | undefined): Uint8Array {
  const mark = new DataView(new ArrayBuffer(4));
  mark.setUint32(0, length ?? NONE, true);
  return new Uint8Array(mark.buffer);
}

/** The files of one answer. */
export function filesIn(answer: ArrayBuffer): (Uint8Array | null)[] {
  const view = new DataView(answer);
  const files: (Uint8Array | null)[] = [];
  for (let at = 0; at < answer.byteLength; ) {
    const length = view.getUint32(at, true);
    at += 4;
    files.push(length === NONE ? null : new Uint8Array(answer, at, length));
    at += length === NONE ? 0 : length;
  }
  return files;
}
