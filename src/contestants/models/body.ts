import { randomUUID } from 'node:crypto';

/** Bytes that appear in a JSON body as a base64 string, after an optional prefix such as `data:image/png;base64,`. */
export class Base64 {
  readonly data: Uint8Array;
  readonly prefix: string;

  constructor(data: Uint8Array, prefix = '') {
    this.data = data;
    this.prefix = prefix;
  }
}

/** Placeholder for bytes while the rest is turned into JSON; random, so that no text contains it. */
const HOLE = randomUUID();

/**
 * JSON as UTF-8 bytes. Pictures are spliced in afterwards: escaping megabytes of base64 character by character would be wasted.
 * @example encodeJson({ text: 'é', data: new Base64(bytes) })
 */
export function encodeJson(value: unknown): Buffer {
  const pictures: string[] = [];
  const json = JSON.stringify(value, (_key, inner) => {
    if (!(inner instanceof Base64)) return inner;
    const { buffer, byteOffset, byteLength } = inner.data;
    pictures.push(Buffer.from(buffer, byteOffset, byteLength).toString('base64'));
    return inner.prefix + HOLE;
  });
  const texts = json.split(HOLE);
  const size = [...texts.map((text) => Buffer.byteLength(text)), ...pictures.map((picture) => picture.length)];
  const body = Buffer.allocUnsafe(size.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at += body.write(text, at, 'utf8');
    at += body.write(pictures[index] ?? '', at, 'latin1');
  }
  return body;
}
