import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeMask } from './mask.ts';
import { decodeMaskInBrowser } from './png-read-web.ts';
import { encodePng } from './png-write.ts';

const [width, height] = [13, 11];
const grey = Uint8Array.from({ length: width * height }, (_, i) => (i * 89) % 256);
const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 89) % 256);
const raw = { raw: { width, height, channels: 1 } } as const;

/** A PNG from unfiltered rows, each under another filter type than the last; for what no encoder at hand writes. */
function rawPng(opts: {
  width: number;
  rows: number[][];
  depth: number;
  colour: number;
  interlace?: number;
}): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(opts.width, 0);
  header.writeUInt32BE(opts.rows.length, 4);
  header.set([opts.depth, opts.colour, 0, 0, opts.interlace ?? 0], 8);
  const data = Uint8Array.from(opts.rows.flatMap((row) => [0, ...row]));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('decodeMask', () => {
  it('reads what we write', async () => {
    expect(await decodeMask(encodePng({ width, height, pixels: grey }))).toEqual({ width, height, values: grey });
  });

  it.each([
    ['plain', {}],
    ['filtered', { adaptiveFiltering: true }],
    ['interlaced', { progressive: true }],
    ['interlaced and filtered', { progressive: true, adaptiveFiltering: true }],
  ])('reads 8-bit grey, %s', async (_, opts) => {
    const png = await sharp(grey, raw).toColourspace('b-w').png(opts).toBuffer();
    expect((await decodeMask(png)).values).toEqual(grey);
  });

  it.each([{}, { progressive: true, adaptiveFiltering: true }])('takes red from RGB and RGBA (%o)', async (opts) => {
    const red = grey.map((_, i) => rgb[i * 3] ?? 0);
    const image = sharp(rgb, { raw: { width, height, channels: 3 } });
    expect((await decodeMask(await image.clone().png(opts).toBuffer())).values).toEqual(red);
    expect((await decodeMask(await image.clone().ensureAlpha(0.5).png(opts).toBuffer())).values).toEqual(red);
  });

  it('keeps 16 bits of grey', async () => {
    const values = Uint16Array.from(grey, (v) => v * 200);
    const png = await sharp(values, raw).toColourspace('grey16').png({ progressive: true }).toBuffer();
    expect(await decodeMask(png)).toEqual({ width, height, values });
  });

  it.each([
    ['1 bit: 0 and 1', { width: 5, rows: [[0b10110000]], depth: 1, colour: 0 }, [1, 0, 1, 1, 0]],
    ['2 bits of grey: stretched', { width: 4, rows: [[0b00011011]], depth: 2, colour: 0 }, [0, 85, 170, 255]],
    ['4 bits of grey: stretched', { width: 3, rows: [[0x1f, 0x20]], depth: 4, colour: 0 }, [17, 255, 34]],
    ['4 bits of palette: the index', { width: 3, rows: [[0x1f, 0x20]], depth: 4, colour: 3 }, [1, 15, 2]],
    ['8 bits of palette: the index', { width: 2, rows: [[3, 250]], depth: 8, colour: 3 }, [3, 250]],
    ['grey and alpha: grey', { width: 2, rows: [[9, 255, 8, 0]], depth: 8, colour: 4 }, [9, 8]],
    [
      '16 bits of grey and alpha: high byte',
      { width: 2, rows: [[9, 1, 0, 0, 8, 2, 0, 0]], depth: 16, colour: 4 },
      [9, 8],
    ],
    [
      '16 bits of RGB: high byte',
      {
        width: 1,
        rows: [
          [5, 1, 2, 2, 3, 3],
          [0, 255, 0, 0, 0, 0],
        ],
        depth: 16,
        colour: 2,
      },
      [5, 0],
    ],
  ])('reads %s', async (_, opts, expected) => {
    expect([...(await decodeMask(rawPng(opts))).values]).toEqual(expected);
  });

  it('reads other formats through sharp', async () => {
    const white = sharp({ create: { width, height, channels: 3, background: 'white' } });
    for (const image of [white.clone().jpeg(), white.clone().webp({ lossless: true }), white.clone().gif()])
      expect(await decodeMask(await image.toBuffer())).toEqual({ width, height, values: grey.map(() => 255) });
  });

  it('says bad_media for broken files', async () => {
    const png = encodePng({ width, height, pixels: grey });
    const flipped = Uint8Array.from(png, (byte, i) => (i === 60 ? byte ^ 1 : byte));
    const broken = [
      ...Array.from({ length: png.length - 20 }, (_, n) => png.subarray(0, n)),
      flipped,
      rawPng({ width: 1, rows: [[1]], depth: 3, colour: 0 }),
      rawPng({ width: 1, rows: [[1]], depth: 8, colour: 5 }),
      rawPng({ width: 9, rows: [[1]], depth: 8, colour: 0 }),
      (await sharp(grey, raw).jpeg().toBuffer()).subarray(0, 200),
    ];
    for (const bytes of broken) await expect(decodeMask(bytes)).rejects.toMatchObject({ code: 'bad_media' });
  });

  it('does not unpack bombs', async () => {
    const claims = { width: 100_000, rows: Array.from({ length: 1001 }, () => [0]), depth: 8, colour: 0 };
    await expect(decodeMask(rawPng(claims))).rejects.toThrow('more than');
    const hides = { width: 1, rows: [[0, ...new Uint8Array(1_000_000)]], depth: 8, colour: 0 };
    await expect(decodeMask(rawPng(hides))).rejects.toThrow('unpacked');
  });
});

describe('decodeMaskInBrowser', () => {
  it.each([
    ['8-bit grey', sharp(grey, raw).toColourspace('b-w').png()],
    ['interlaced', sharp(grey, raw).toColourspace('b-w').png({ progressive: true, adaptiveFiltering: true })],
    ['RGB', sharp(rgb, { raw: { width, height, channels: 3 } }).png()],
    ['16-bit grey', sharp(grey, raw).toColourspace('grey16').png()],
    ['palette', sharp(grey, raw).png({ palette: true })],
  ])('gives the same values as on the command line: %s', async (_, picture) => {
    const bytes = await picture.toBuffer();
    expect(await decodeMaskInBrowser(bytes)).toEqual(await decodeMask(bytes));
  });

  it('refuses what is damaged, and what it cannot read exactly', async () => {
    const png = encodePng({ width, height, pixels: grey });
    const damaged = Uint8Array.from(png, (byte, at) => (at === 50 ? byte ^ 1 : byte));
    await expect(decodeMaskInBrowser(damaged)).rejects.toMatchObject({ code: 'bad_media' });
    await expect(decodeMaskInBrowser(png.subarray(0, png.length - 20))).rejects.toMatchObject({ code: 'bad_media' });
    const jpeg = await sharp(grey, raw).jpeg().toBuffer();
    await expect(decodeMaskInBrowser(jpeg)).rejects.toMatchObject({ code: 'bad_media' });
  });
});
