import { z } from 'zod';

/** Numbers with a shape, as NumPy has them. */
export interface NumpyArray {
  data: Uint8Array | Uint16Array | Float32Array | Float64Array;
  shape: readonly number[];
}

/** A JSON header and raw bytes. */
export interface Frame {
  header: Record<string, unknown>;
  body: Uint8Array;
}

/** No sane message is larger: the channel is out of sync. */
const MOST_BYTES = 64 * 1024 * 1024;

const Header = z.record(z.string(), z.unknown());

/** The bytes of a message: sizes of header and body, the header with a list of the arrays, their contents. */
export function encodeFrame(header: object, arrays: Readonly<Record<string, NumpyArray>> = {}): Buffer[] {
  const named = Object.entries(arrays);
  const list = named.map(([name, { data, shape }]) => [name, dtypeOf(data), shape]);
  const text = Buffer.from(JSON.stringify({ ...header, arrays: list }));
  const bodies = named.map(([, { data }]) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(text.length, 0);
  sizes.writeUInt32LE(
    bodies.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return [sizes, text, ...bodies];
}

function dtypeOf(data: NumpyArray['data']): string {
  if (data instanceof Uint8Array) return '|u1';
  if (data instanceof Uint16Array) return '<u2';
  return data instanceof Float32Array ? '<f4' : '<f8';
}

/** Puts messages together from what a pipe delivers. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The messages that are complete with this chunk. Throws when it cannot be one. */
  *push(chunk: Buffer): Generator<Frame> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 8) {
      const bodyStart = 8 + this.#rest.readUInt32LE(0);
      const end = bodyStart + this.#rest.readUInt32LE(4);
      if (end > MOST_BYTES) throw new Error(`a message of ${end} bytes`);
      if (this.#rest.length < end) return;
      const header = Header.parse(JSON.parse(this.#rest.toString('utf8', 8, bodyStart)));
      // A copy of its own, so that numbers in it are aligned.
      const body = Uint8Array.from(this.#rest.subarray(bodyStart, end));
      this.#rest = this.#rest.subarray(end);
      yield { header, body };
    }
  }
}
