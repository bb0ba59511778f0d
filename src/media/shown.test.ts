import { expect, test } from 'vitest';
import { ClipWriter } from './clip-write.ts';
import { encodeShown } from './shown.ts';
import { sampleFrames } from './video.ts';

/** Soft waves with some grain, as photographs have; `shift` moves them. */
function photograph(width: number, height: number, shift = 0): Uint8Array {
  return Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [(Math.floor(i / 3) % width) + shift, Math.floor(i / 3 / width)];
    return 128 + 60 * Math.sin(x / 9) + 40 * Math.cos(y / 7) + (Math.imul(i, 2_654_435_761) >>> 29);
  });
}

test('a picture takes a fraction of its bytes, and is no larger than it is shown', async () => {
  const { default: sharp } = await import('sharp');
  const [width, height] = [1600, 400];
  const png = await sharp(photograph(width, height), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { bytes, ending } = (await encodeShown(png, 'image/png')) ?? expect.unreachable();
  expect(ending).toBe('webp');
  expect(bytes.length).toBeLessThan(png.length / 4);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 320 });
});

test('a clip keeps its length and its size', async () => {
  const clip = new ClipWriter({ width: 160, height: 120, fps: 10 });
  for (let frame = 0; frame < 20; frame += 1) clip.add(photograph(160, 120, 3 * frame));
  const original = await clip.end();
  const { bytes } = (await encodeShown(original, 'video/mp4')) ?? expect.unreachable();
  expect(bytes.length).toBeLessThan(original.length);
  const frames = await sampleFrames(bytes, { rule: 'fps', value: 10 });
  expect(frames.length).toBe(20);
  expect(frames[0]?.ref).toMatchObject({ width: 160, height: 120 });
});

test.each(['image/png', 'video/mp4', 'application/pdf'])('what is no %s stays as it is', async (type) => {
  expect(await encodeShown(Uint8Array.of(1, 2, 3), type)).toBeUndefined();
});
