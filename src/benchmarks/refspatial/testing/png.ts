import { crc32, deflateSync } from 'node:zlib';

/** Python's names of the forms that a mask may have. */
export type Mode = 'L' | '1' | 'P' | 'RGB' | 'RGBA' | 'LA' | 'I;16';

const forms: Readonly<Record<Mode, { depth: number; colourType: number; channels: number }>> = {
  L: { depth: 8, colourType: 0, channels: 1 },
  '1': { depth: 1, colourType: 0, channels: 1 },
  P: { depth: 8, colourType: 3, channels: 1 },
  RGB: { depth: 8, colourType: 2, channels: 3 },
  RGBA: { depth: 8, colourType: 6, channels: 4 },
  LA: { depth: 8, colourType: 4, channels: 2 },
  'I;16': { depth: 16, colourType: 0, channels: 1 },
};

/** A PNG in any mode; `pixel` gives the channels of a pixel. The palette of `P` is white for 0, black for all others. */
export function png(mode: Mode, width: number, height: number, pixel: (x: number, y: number) => number[]): Uint8Array {
  const { depth, colourType, channels } = forms[mode];
  const rowBytes = Math.ceil((width * depth * channels) / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [channel, value] of pixel(x, y).slice(0, channels).entries()) {
        const at = y * (rowBytes + 1) + 1;
        if (depth === 16) rows.writeUInt16BE(value, at + 2 * x);
        else if (depth === 8) rows[at + x * channels + channel] = value;
        else if (value > 0) rows[at + (x >> 3)] = (rows[at + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType], 8);
  const palette = Buffer.alloc(768);
  palette.fill(255, 0, 3);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...(mode === 'P' ? [chunk('PLTE', palette)] : []),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}
