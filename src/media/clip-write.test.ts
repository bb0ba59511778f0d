import { expect, test, vi } from 'vitest';
import { ClipWriter } from './clip-write.ts';
import { sampleFrames } from './video.ts';

test('writes a clip that can be read again, frame by frame', async () => {
  const clip = new ClipWriter({ width: 32, height: 16, fps: 10 });
  for (const value of [40, 120, 200]) void clip.add(new Uint8Array(32 * 16 * 3).fill(value));
  const frames = await sampleFrames(await clip.end(), { rule: 'fps', value: 10 });
  const { default: sharp } = await import('sharp');
  const means = await Promise.all(frames.map(async ({ data }) => (await sharp(data).stats()).channels[0]?.mean ?? 0));
  expect(frames.map(({ ref }) => ref.time)).toEqual([0, 0.1, 0.2]);
  for (const [i, expected] of [40, 120, 200].entries()) expect(Math.abs((means[i] ?? 0) - expected)).toBeLessThan(4);
});

test('keeps colours', async () => {
  const clip = new ClipWriter({ width: 32, height: 16, fps: 10 });
  const colour = [208, 37, 120];
  await clip.add(Uint8Array.from({ length: 32 * 16 * 3 }, (_, i) => colour[i % 3] ?? 0));
  const [frame] = await sampleFrames(await clip.end(), { rule: 'fps', value: 10 });
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(frame?.data).stats();
  for (const [i, { mean }] of channels.entries()) expect(Math.abs(mean - (colour[i] ?? 0))).toBeLessThan(5);
});

test('the same pictures give the same bytes, whatever the time', async () => {
  const write = async () => {
    const clip = new ClipWriter({ width: 32, height: 16, fps: 10 });
    for (const value of [40, 120]) void clip.add(new Uint8Array(32 * 16 * 3).fill(value));
    return clip.end();
  };
  const first = await write();
  vi.useFakeTimers({ now: new Date('2020-02-02'), toFake: ['Date'] });
  try {
    expect(Buffer.compare(first, await write())).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a dropped clip ends its encoder, whether anything was added or not', async () => {
  const begun = new ClipWriter({ width: 32, height: 16, fps: 10 });
  await begun.add(new Uint8Array(32 * 16 * 3));
  await begun.drop();
  await expect(begun.end()).rejects.toThrow();
  await new ClipWriter({ width: 32, height: 16, fps: 10 }).drop();
});
