import { crc32 } from 'node:zlib';
import { deflate } from './deflate.ts';

/** 0 … 255. */
/** 0 … 255. */
export type Rgb8 = readonly [red: number, green: number, blue: number];

/**
 * A PNG of 8 bits per value: palette indices when there is a palette, colours when there are three values per pixel, grey
 * otherwise; of 16 bits where the values have as many. The same bytes on every machine.
 * @example encodePng({ width: 2, height: 1, pixels: new Uint8Array([0, 255]) })
 */
export function encodePng(image: {
  width: number;
  height: number;
  pixels: Uint8Array | Uint16Array;
  palette?: readonly Rgb8[];
}): Uint8Array {
  const { width, height, pixels, palette } = image;
  const isColour = pixels.length === 3 * width * height;
  const rowLength = (isColour ? 3 * width : width) * pixels.BYTES_PER_ELEMENT;
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8 * pixels.BYTES_PER_ELEMENT, palette ? 3 : isColour ? 2 : 0], 8);
  const rows = withFilters(pixels instanceof Uint16Array ? bigEndian(pixels) : pixels, rowLength, height);
  return concat([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunk('IHDR', header),
    ...(palette ? chunk('PLTE', new Uint8Array(palette.flat())) : []),
    ...chunk('IDAT', deflate(rows, rowLength + 1)),
    ...chunk('IEND', new Uint8Array()),
  ]);
}

function bigEndian(values: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    bytes[2 * i] = value >> 8;
    bytes[2 * i + 1] = value;
  }
  return bytes;
}

/** Used again and again: fresh memory of this size costs as much as filling it. */
let room = new Uint8Array();

/** A zero before every row says "not filtered". */
function withFilters(pixels: Uint8Array, rowLength: number, height: number): Uint8Array {
  const size = (rowLength + 1) * height;
  if (room.length < size) room = new Uint8Array(size);
  const rows = room.subarray(0, size).fill(0);
  // All at the end, then each row to its place: a view of every row would be more than all else that a picture leaves behind.
  rows.set(pixels, height);
  for (let y = 0; y < height; y++) {
    const start = y * (rowLength + 1);
    rows.copyWithin(start + 1, height + y * rowLength, height + (y + 1) * rowLength);
    rows[start] = 0;
  }
  return rows;
}

/** Its parts: what a picture holds is not copied once more. */
function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, data.length);
  head.set(new TextEncoder().encode(type), 4);
  const end = new Uint8Array(4);
  new DataView(end.buffer).setUint32(0, crc32(data, crc32(head.subarray(4))));
  return [head, data, end];
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A colour of its own for each number, three bytes per pixel; 0 is black. The bits are spread as in PASCAL VOC's palette. */
export function paletteColours(ids: ArrayLike<number>): Uint8Array {
  const colours = new Uint8Array(3 * ids.length);
  for (let i = 0; i < ids.length; i += 1) {
    for (let rest = ids[i] ?? 0, bit = 7; rest > 0 && bit >= 0; rest >>= 3, bit -= 1) {
      for (let channel = 0; channel < 3; channel += 1)
        colours[3 * i + channel] = (colours[3 * i + channel] ?? 0) | (((rest >> channel) & 1) << bit);
    }
  }
  return colours;
}
