import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../files/regular.ts';
import { deflate } from './deflate.ts';
import { encodePng } from './png-write.ts';

/** Bytes with runs, repeated rows and noise; no library, so that the hashes below hold everywhere. */
function pattern(width: number, height: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: width * height }, (_, i) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const y = Math.floor(i / width);
    return y % 3 === 0 ? state >>> 24 : y % 3 === 1 ? 7 : i % 5;
  });
}

describe('deflate', () => {
  it.each([1, 2, 3, 4, 5, 9, 33, 257, 258, 259, 300, 1000, 32_768, 32_769])(
    'unpacks to what went in, rows of %i',
    (row) => {
      for (const data of [pattern(row, 7), new Uint8Array(row * 3), new Uint8Array(row).fill(255)])
        expect(Buffer.from(inflateSync(deflate(data, row)))).toEqual(Buffer.from(data));
    },
  );

  it('handles every run length and the empty input', () => {
    for (let n = 0; n < 600; n++) expect(inflateSync(deflate(new Uint8Array(n), 700)).length).toBe(n);
  });
});

describe('encodePng', () => {
  it('writes grey that other readers understand', async () => {
    const pixels = pattern(31, 17);
    const png = encodePng({ width: 31, height: 17, pixels });
    const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([31, 17]);
    expect(data).toEqual(Buffer.from(pixels));
  });

  it('writes grey of 16 bits that other readers understand', async () => {
    const pixels = Uint16Array.of(0, 1, 255, 256, 0xabcd, 65_535);
    const png = encodePng({ width: 3, height: 2, pixels });
    expect((await sharp(png).metadata()).depth).toBe('ushort');
    const data = await sharp(png).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
    expect([...new Uint16Array(data.buffer, data.byteOffset, data.length / 2)]).toEqual([...pixels]);
  });

  it('keeps nothing of a larger picture that was written before', () => {
    const small = { width: 5, height: 3, pixels: pattern(5, 3) };
    const before = encodePng(small);
    encodePng({ width: 64, height: 64, pixels: new Uint8Array(64 * 64).fill(255) });
    expect(encodePng(small)).toEqual(before);
  });

  it('writes palettes that other readers understand', async () => {
    const palette = [[255, 0, 0], [0, 128, 0], [1, 2, 3]] as const; // biome-ignore format: a table
    const png = encodePng({ width: 2, height: 2, pixels: new Uint8Array([0, 1, 2, 0]), palette });
    expect([...(await sharp(png).removeAlpha().raw().toBuffer())]).toEqual([255, 0, 0, 0, 128, 0, 1, 2, 3, 255, 0, 0]);
  });

  it('writes the same bytes on every machine', () => {
    expect(sha256(encodePng({ width: 64, height: 48, pixels: pattern(64, 48) }))).toMatchInlineSnapshot(
      `"2139078d9bf3b16c420f051c60d3d71e833e2603be3a25094f098db8a62e7504"`,
    );
  });
});
