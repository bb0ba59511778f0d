import { randomUUID } from 'node:crypto';

/** Bytes that appear in a JSON body as a base64 string, after an optional prefix such as `data:image/png;base64,`. */
export class Base64 {
  readonly data: Uint8Array;
  readonly prefix: string;

  constructor(data: Uint8Array, prefix = '') {
    this.data = data;
    this.prefix = prefix;
  }

  /** A placeholder, while the rest is turned into JSON. */
  toJSON(): string {
    met.push(this.data);
    return this.prefix + HOLE;
  }
}

/** Random, so that no text contains it. */
const HOLE = randomUUID();
/** The bytes that JSON.stringify came across, in the order of the text. A replacer would be called for every field. */
let met: Uint8Array[] = [];

/**
 * JSON as UTF-8 bytes. Pictures are spliced in afterwards: escaping megabytes of base64 character by character would be wasted.
 * @example encodeJson({ text: 'é', data: new Base64(bytes) })
 */
export function encodeJson(value: unknown): Buffer {
  met = [];
  const texts = JSON.stringify(value).split(HOLE);
  let size = 0;
  for (const text of texts) size += Buffer.byteLength(text);
  for (const { length } of met) size += 4 * Math.ceil(length / 3);
  const body = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at += body.write(text, at, 'utf8');
    const bytes = met[index];
    if (bytes) at += body.write(base64(bytes), at, 'latin1');
  }
  met = [];
  return body;
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
