import { expect, test } from 'vitest';
import { sha256 } from '../files/regular.ts';
import { ClipWriter } from './clip-write.ts';
import { sampleFrames } from './video.ts';

test('writes a clip that can be read again, frame by frame', async () => {
  const clip = new ClipWriter({ width: 32, height: 16, fps: 10 });
  for (const value of [40, 120, 200]) clip.add(new Uint8Array(32 * 16 * 3).fill(value));
  const frames = await sampleFrames(await clip.end(), { rule: 'fps', value: 10 });
  const { default: sharp } = await import('sharp');
  const means = await Promise.all(frames.map(async ({ data }) => (await sharp(data).stats()).channels[0]?.mean ?? 0));
  expect(frames.map(({ ref }) => ref.time)).toEqual([0, 0.1, 0.2]);
  for (const [i, expected] of [40, 120, 200].entries()) expect(Math.abs((means[i] ?? 0) - expected)).toBeLessThan(4);
});

test('keeps colours', async () => {
  const clip = new ClipWriter({ width: 32, height: 16, fps: 10 });
  const colour = [208, 37, 120];
  clip.add(Uint8Array.from({ length: 32 * 16 * 3 }, (_, i) => colour[i % 3] ?? 0));
  const [frame] = await sampleFrames(await clip.end(), { rule: 'fps', value: 10 });
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(frame?.data).stats();
  for (const [i, { mean }] of channels.entries()) expect(Math.abs(mean - (colour[i] ?? 0))).toBeLessThan(5);
});

test('the same pictures give the same bytes, whatever the time and the machine', async () => {
  const clip = new ClipWriter({ width: 90, height: 46, fps: 10 });
  for (let time = 0; time < 12; time += 1)
    clip.add(Uint8Array.from({ length: 90 * 46 * 3 }, (_, i) => ((((i % 270) - 5 * time) ** 2) >> 7) + (i >> 6)));
  // A change that gives other bytes gives generators of clips another name.
  expect(sha256(await clip.end())).toBe('9d41630d77b6933adb14b31858d202c8aeabb43bb2ee254be80a0e56dffdf763');
});
