import { type Mask, SextantError } from '../contracts/index.ts';
import { byteSize } from '../util/index.ts';
import { imageInfo } from './image-info.ts';

/** No picture of a benchmark comes near; a file that claims more is broken or hostile. */
const maxPixels = 100_000_000;

/** What a picture may unpack to: one of 7680 × 4320 pixels with alpha. A file of a few hundred kilobytes may claim any size. */
export const maxDecodedBytes = 2 ** 27;

/**
 * The first channel of a PNG, with the values that Python's imaging library gives for it, since official scorers are written
 * in Python: palette → index; grey and grey+alpha → grey; RGB(A) → red. 1 bit stays 0/1, 2 and 4 bits of grey are stretched to
 * 0 … 255, 16 bits stay 16 for plain grey and lose the low byte otherwise. `raw` are its unpacked rows and may be changed.
 */
export function pngPixels(png: Png, raw: Uint8Array): Mask {
  const { width, height } = png;
  if (raw.length < rowsLength(png)) throw badPng('the PNG is cut off: rows are missing');
  // Nearly every mask: the rows move together where they are, without a second picture in memory.
  if (png.depth === 8 && png.channels === 1 && !png.interlaced) return { width, height, values: joinRows(raw, png) };
  const values =
    png.depth === 16 && png.channels === 1 ? new Uint16Array(width * height) : new Uint8Array(width * height);
  const read = pixelReader(png);
  let at = 0;
  for (const { x0, y0, dx, dy, w, h } of passesOf(png)) {
    const length = rowBytes(png, w);
    let above: Uint8Array = new Uint8Array(length);
    for (let i = 0; i < h; i++) {
      const row = raw.subarray(at + 1, at + 1 + length);
      unfilter(raw[at] ?? 0, row, above, Math.max(1, (png.channels * png.depth) >> 3));
      const start = (y0 + i * dy) * width + x0;
      for (let x = 0; x < w; x++) values[start + x * dx] = read(row, x);
      above = row;
      at += 1 + length;
    }
  }
  return { width, height, values };
}

/** How many bytes its rows unpack to. */
export function rowsLength(png: Png): number {
  return passesOf(png).reduce((sum, { w, h }) => sum + (1 + rowBytes(png, w)) * h, 0);
}

function passesOf({ width, height, interlaced }: Png) {
  return (interlaced ? adam7 : [[0, 0, 1, 1] as const])
    .map(([x0, y0, dx, dy]) => ({ x0, y0, dx, dy, w: Math.ceil((width - x0) / dx), h: Math.ceil((height - y0) / dy) }))
    .filter(({ w, h }) => w > 0 && h > 0);
}

function rowBytes({ channels, depth }: Png, width: number): number {
  return Math.ceil((width * channels * depth) / 8);
}

/** Takes the filter bytes out from between the rows. */
function joinRows(raw: Uint8Array, { width, height }: Png): Uint8Array {
  let above: Uint8Array = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    const at = y * (width + 1);
    const filter = raw[at] ?? 0;
    raw.copyWithin(y * width, at + 1, at + 1 + width);
    if (filter === 0) continue;
    if (y > 0) above = raw.subarray((y - 1) * width, y * width);
    unfilter(filter, raw.subarray(y * width, (y + 1) * width), above, 1);
  }
  return new Uint8Array(raw.buffer, raw.byteOffset, width * height);
}

/** x0, y0, dx, dy of the seven passes. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Channels and allowed depths by colour type: grey, RGB, palette, grey+alpha, RGBA. */
const colourTypes: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

export interface Png {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  channels: number;
  interlaced: boolean;
  /** Its rows, packed; in pieces. */
  data: Uint8Array[];
}

/** Takes a PNG apart and checks it. */
export function parsePng(bytes: Uint8Array, crc32: (bytes: Uint8Array) => number): Png {
  const { width, height } = imageInfo(bytes);
  if (width * height > maxPixels) throw badPng(`${width} × ${height} pixels are more than ${maxPixels}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw badPng('the PNG is cut off');
    if (type === IDAT || type === IHDR) {
      if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end))
        throw badPng('the PNG is damaged: a checksum is wrong');
      if (type === IDAT) data.push(bytes.subarray(at + 8, end));
    }
    if (type === IEND) break;
    at = end + 4;
  }
  const depth = bytes[24] ?? 0;
  const colourType = bytes[25] ?? 0;
  const known = colourTypes[colourType];
  if (!known?.depths.includes(depth))
    throw badPng(`the PNG has colour type ${colourType} with ${depth} bits, which does not exist`);
  const png = { width, height, depth, colourType, channels: known.channels, interlaced: bytes[28] === 1, data };
  const size = rowsLength(png);
  if (size > maxDecodedBytes)
    throw badPng(
      `${width} × ${height} pixels of ${known.channels * depth} bits unpack to ${byteSize(size)}, at most ${byteSize(maxDecodedBytes)} are read`,
    );
  return png;
}

const IHDR = 0x49484452;
const IDAT = 0x49444154;
const IEND = 0x49454e44;

/** Undoes a row's filter in place; `back` is the distance to the pixel on the left. One loop each: this is the hot spot. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, back: number): void {
  const length = row.length;
  if (filter === 0) return;
  if (filter === 1) {
    for (let i = back; i < length; i++) row[i] = (row[i] ?? 0) + (row[i - back] ?? 0);
  } else if (filter === 2) {
    for (let i = 0; i < length; i++) row[i] = (row[i] ?? 0) + (above[i] ?? 0);
  } else if (filter === 3) {
    for (let i = 0; i < back; i++) row[i] = (row[i] ?? 0) + ((above[i] ?? 0) >> 1);
    for (let i = back; i < length; i++) row[i] = (row[i] ?? 0) + (((row[i - back] ?? 0) + (above[i] ?? 0)) >> 1);
  } else if (filter === 4) {
    for (let i = 0; i < back; i++) row[i] = (row[i] ?? 0) + (above[i] ?? 0);
    for (let i = back; i < length; i++) {
      row[i] = (row[i] ?? 0) + paeth(row[i - back] ?? 0, above[i] ?? 0, above[i - back] ?? 0);
    }
  } else throw badPng(`the PNG is damaged: row filter ${filter} does not exist`);
}

function paeth(left: number, up: number, corner: number): number {
  // Empty stretches and edges of masks: no need to compare.
  if (left === up && up === corner) return left;
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type PixelReader = (row: Uint8Array, x: number) => number;

function pixelReader({ depth, colourType, channels }: Png): PixelReader {
  if (depth === 8) return (row, x) => row[x * channels] ?? 0;
  if (depth === 16)
    return channels === 1
      ? (row, x) => ((row[2 * x] ?? 0) << 8) | (row[2 * x + 1] ?? 0)
      : (row, x) => row[2 * x * channels] ?? 0;
  const most = (1 << depth) - 1;
  const stretch = colourType === 0 && depth > 1 ? 255 / most : 1;
  return (row, x) => {
    const bit = x * depth;
    return (((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most) * stretch;
  };
}

export function badPng(message: string, cause?: unknown): SextantError {
  return new SextantError('bad_media', message, cause === undefined ? {} : { cause });
}
