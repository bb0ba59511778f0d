import { at } from '../util/index.ts';

const BLOCK = 512;
/** What eleven octal digits hold. */
const MAX_PLAIN_SIZE = 8 ** 11 - 1;

/**
 * The header of a file in a tar archive, with a pax header before it where name or size do not fit the old format.
 * Owner, time and mode are always the same: equal content gives equal archives.
 */
export function tarHeader(path: string, size: number): Buffer {
  const isPlain = Buffer.byteLength(path) <= 100 && /^[\x20-\x7e]*$/.test(path);
  const records = [
    ...(isPlain ? [] : [record('path', path)]),
    ...(size > MAX_PLAIN_SIZE ? [record('size', String(size))] : []),
  ];
  const plain = header(isPlain ? path : 'long', Math.min(size, MAX_PLAIN_SIZE), '0');
  if (records.length === 0) return plain;
  const extended = Buffer.from(records.join(''));
  return Buffer.concat([header('pax', extended.length, 'x'), extended, tarPadding(extended.length), plain]);
}

/** The zeros that fill the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** What an archive ends with. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number) => block.write(text, at, 'latin1');
  put(name, 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put(type, 156);
  put('ustar\x0000', 257);
  put(`${sum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** The checksum of a header: the sum of its bytes, its own place counting as spaces. */
function sum(block: Buffer): number {
  return block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** `25 path=…\n`: a record says how long it is, its own digits included. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

/** A file in an archive; its content must be read to its end before the next one is asked for. */
export interface TarFile {
  path: string;
  size: number;
  content(): AsyncGenerator<Buffer>;
}

const MAX_EXTENDED_BYTES = 2 ** 16;

/**
 * Reads a tar archive (ustar, with pax or GNU long names) from a stream, file by file. Folders are passed over;
 * links, devices and everything else that is not a plain file is an error.
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const source = new ByteSource(stream);
  try {
    yield* files(source);
  } finally {
    await source.close();
  }
}

async function* files(source: ByteSource): AsyncGenerator<TarFile> {
  let extended: { path?: string; size?: number } = {};
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    if (octal(block, 148, 8) !== sum(block)) throw new RangeError('it is damaged, or no tar archive');
    const type = String.fromCharCode(at(block, 156));
    const size = extended.size ?? octal(block, 124, 12);
    if (type === 'x' || type === 'L') {
      if (size > MAX_EXTENDED_BYTES) throw new RangeError('it has a name without end');
      const content = await source.take(size);
      await source.take(padding(size));
      extended = type === 'L' ? { ...extended, path: text(content) } : readPax(content);
      continue;
    }
    const path = extended.path ?? nameOf(block);
    extended = {};
    if (type === '5') continue;
    if (type !== '0' && type !== '\0') throw new RangeError(`${path} is a link or a device (type ${type}), not a file`);
    yield { path, size, content: () => source.stream(size) };
    await source.take(padding(size));
  }
}

function nameOf(block: Buffer): string {
  const prefix = text(block.subarray(345, 500));
  const name = text(block.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

function readPax(content: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, space));
    if (!(space > at && length > space - at + 1 && at + length <= content.length))
      throw new RangeError('a damaged name');
    const [key = '', ...value] = content.toString('utf8', space + 1, at + length - 1).split('=');
    if (key === 'path') found.path = value.join('=');
    if (key === 'size') found.size = Number(value.join('='));
    at += length;
  }
  if (found.size !== undefined && !Number.isSafeInteger(found.size)) throw new RangeError('a damaged size');
  return found;
}

function octal(block: Buffer, at: number, length: number): number {
  const digits = text(block.subarray(at, at + length)).trim();
  if (!/^[0-7]+$/.test(digits)) throw new RangeError('it is damaged, or no tar archive');
  return Number.parseInt(digits, 8);
}

/** Up to the first NUL. */
function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/** Bytes of a stream, taken in pieces of a chosen size. */
class ByteSource {
  #iterator: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#iterator = stream[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#iterator.next();
        if (next.done) throw new RangeError('it ends too early');
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}
