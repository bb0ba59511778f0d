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
export function sum(block: Buffer): number {
  return block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** `25 path=…\n`: a record says how long it is, its own digits included. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}
