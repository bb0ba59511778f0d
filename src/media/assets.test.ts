import { expect, it } from 'vitest';
import { describeImage } from './describe-image.ts';
import { assetsFrom } from './mask.ts';
import { encodePng } from './png-write.ts';

function picture(side: number, value: number) {
  const bytes = encodePng({ width: side, height: side, pixels: new Uint8Array(side * side).fill(value) });
  return { bytes, ref: describeImage(bytes) };
}

it('decodes a mask once, until it is freed', async () => {
  const { bytes, ref } = picture(300, 7);
  let reads = 0;
  const assets = assetsFrom(async () => {
    reads++;
    return bytes;
  });
  const mask = await assets.mask(ref);
  expect(await assets.mask(ref)).toBe(mask);
  assets.free();
  expect(mask.values).toHaveLength(0);
  expect((await assets.mask(ref)).values.every((value) => value === 7)).toBe(true);
  expect(reads).toBe(2);
});

it('does not free memory that small masks share with others', async () => {
  const { bytes, ref } = picture(8, 7);
  const neighbour = Buffer.from('stays');
  const assets = assetsFrom(async () => bytes);
  await assets.mask(ref);
  assets.free();
  expect(neighbour.toString()).toBe('stays');
});

it('tells masks apart, and asks again after an error', async () => {
  const [one, two] = [picture(8, 1), picture(8, 2)];
  let broken = true;
  const assets = assetsFrom(async ({ sha256 }) => {
    if (broken) throw new Error('not now');
    return sha256 === one.ref.sha256 ? one.bytes : two.bytes;
  });
  await expect(assets.mask(one.ref)).rejects.toThrow('not now');
  broken = false;
  expect((await assets.mask(one.ref)).values[0]).toBe(1);
  expect((await assets.mask(two.ref)).values[0]).toBe(2);
});
