import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../files/regular.ts';
import { describeImage } from './describe-image.ts';
import { imageInfo } from './image-info.ts';

const picture = sharp({ create: { width: 37, height: 21, channels: 3, background: 'red' } });
const size = { width: 37, height: 21 };

function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

describe('imageInfo', () => {
  it.each([
    ['image/png', () => picture.clone().png()],
    ['image/jpeg', () => picture.clone().jpeg()],
    ['image/jpeg', () => picture.clone().jpeg({ progressive: true })],
    ['image/jpeg', () => picture.clone().jpeg().withMetadata({ orientation: 6 })],
    ['image/webp', () => picture.clone().webp()],
    ['image/webp', () => picture.clone().webp({ lossless: true })],
    ['image/webp', () => picture.clone().webp().withMetadata()],
    ['image/gif', () => picture.clone().gif()],
  ])('reads %s', async (type, make) => {
    expect(imageInfo(await make().toBuffer())).toEqual({ type, ...size });
  });

  it('reads a JPEG with padded and lone markers before its size', () => {
    const odd = hex('ffd8 ffff ffe0 0004 0000 ff01 ffd0 ffffff c4 0003 00 ffc2 000b 08 0015 0025 01 000000');
    expect(imageInfo(odd)).toEqual({ type: 'image/jpeg', ...size });
  });

  it('reads BMP of both kinds, with rows from the top as well', () => {
    const head = `424d ${'00'.repeat(12)}`;
    expect(imageInfo(hex(`${head} 28000000 25000000 15000000`))).toEqual({ type: 'image/bmp', ...size });
    expect(imageInfo(hex(`${head} 28000000 25000000 ebffffff`))).toEqual({ type: 'image/bmp', ...size });
    expect(imageInfo(hex(`${head} 0c000000 2500 1500`))).toEqual({ type: 'image/bmp', ...size });
  });

  it('says bad_media for every cut through the header, and for what is no picture', async () => {
    const webp = await picture.clone().webp().toBuffer();
    const cuts = [
      ...Array.from({ length: 24 }, (_, n) =>
        hex('89504e470d0a1a0a 0000000d 49484452 00000025 00000015').subarray(0, n),
      ),
      ...Array.from({ length: 30 }, (_, n) => webp.subarray(0, n)),
      hex('ffd8 ffda 0004 0000 11'),
      hex('ffd8 ffff'),
      new TextEncoder().encode('<svg width="1" height="1"/>'),
      hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000015'),
    ];
    for (const cut of cuts) expect(() => imageInfo(cut)).toThrow(expect.objectContaining({ code: 'bad_media' }));
  });

  it('reads a view that does not start at the beginning of its buffer', async () => {
    const gif = await picture.clone().gif().toBuffer();
    expect(imageInfo(Uint8Array.from([1, 2, 3, ...gif]).subarray(3)).width).toBe(37);
  });
});

describe('describeImage', () => {
  it('adds hash and length', async () => {
    const bytes = await picture.clone().png().toBuffer();
    expect(describeImage(bytes)).toEqual({ sha256: sha256(bytes), bytes: bytes.length, type: 'image/png', ...size });
  });
});
