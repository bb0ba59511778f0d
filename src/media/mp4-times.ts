/** Boxes that hold others, on the way to those that hold times. */
const outer = ['moov', 'trak', 'mdia'];
const timed = ['mvhd', 'tkhd', 'mdhd'];

/** Takes the time of writing out of an MP4, in place: the same pictures give the same bytes, whenever they are written. */
export function forgetTimes(mp4: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  for (let at = 0; at + 8 <= mp4.length; ) {
    const small = view.getUint32(at);
    const head = small === 1 ? 16 : 8;
    const size = small === 1 ? Number(view.getBigUint64(at + 8)) : small || mp4.length - at;
    if (size < head || at + size > mp4.length) return;
    const kind = String.fromCharCode(...mp4.subarray(at + 4, at + 8));
    const body = mp4.subarray(at + head, at + size);
    if (outer.includes(kind)) forgetTimes(body);
    // Version and flags, then two times, of eight bytes in version 1.
    else if (timed.includes(kind)) body.fill(0, 4, body[0] === 1 ? 20 : 12);
    at += size;
  }
}
