import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkImageCodec, checkVideoCodec } from './codecs.ts';
import { describeImage } from './describe-image.ts';
import { encodeTestClip } from './testing/clip.ts';
import { sampleFrames } from './video.ts';

const greys = Array.from({ length: 20 }, (_, i) => 20 + 10 * i);

describe('sampleFrames', () => {
  it.each(['avc', 'vp8'] as const)('takes the right frames from %s', async (codec) => {
    const clip = await encodeTestClip({ codec, greys, fps: 10 });
    const frames = await sampleFrames(clip, { rule: 'fps', value: 2 });
    expect(frames.map(({ ref }) => ref.time)).toEqual([0, 0.5, 1, 1.5]);
    const seen = await Promise.all(frames.map(async ({ data }) => (await sharp(data).raw().toBuffer())[0] ?? 0));
    for (const [i, grey] of seen.entries()) expect(Math.abs(grey - (greys[i * 5] ?? 0))).toBeLessThan(4);
    for (const { ref, data } of frames) expect(ref).toEqual({ ...describeImage(data), time: ref.time });
  });

  it('keeps the container’s exact times, and both ends', async () => {
    const clip = await encodeTestClip({ codec: 'avc', greys, fps: 30 });
    const frames = await sampleFrames(clip, { rule: 'uniform-ends', value: 4 });
    expect(frames.map(({ ref }) => ref.time)).toEqual([0, 6 / 30, 12 / 30, 19 / 30]);
  });

  it('stands a clip upright that was filmed on its side', async () => {
    const clip = await encodeTestClip({ codec: 'avc', greys: [100], fps: 1, rotation: 90 });
    const [frame] = await sampleFrames(clip, { rule: 'fps', value: 1 });
    expect(frame?.ref).toMatchObject({ width: 48, height: 64 });
  });

  it('says bad_media for what is no clip', async () => {
    const clip = await encodeTestClip({ codec: 'avc', greys, fps: 10 });
    for (const broken of [new Uint8Array(), new Uint8Array(5000).fill(7), clip.subarray(0, clip.length / 2)])
      await expect(sampleFrames(broken, { rule: 'fps', value: 1 })).rejects.toMatchObject({ code: 'bad_media' });
  });

  it('does not let the process end while decoding', async () => {
    const file = join(tmpdir(), `sextant-clip-${process.pid}.mp4`);
    writeFileSync(file, await encodeTestClip({ codec: 'avc', greys, fps: 10 }));
    const script = `
      import { readFileSync } from 'node:fs';
      import { sampleFrames } from ${JSON.stringify(join(import.meta.dirname, 'video.ts'))};
      console.log((await sampleFrames(readFileSync(${JSON.stringify(file)}), { rule: 'fps', value: 10 })).length);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '20\n' });
  });
});

describe('codecs', () => {
  it('really decode', async () => {
    expect(await checkImageCodec()).toMatch(/sharp \d/);
    expect(await checkVideoCodec()).toMatch('H.264');
  });
});

describe('a clip that claims', () => {
  /** A small real clip with other numbers in its tables. */
  async function forged(change: (clip: Buffer) => void): Promise<Buffer> {
    const clip = Buffer.from(await encodeTestClip({ codec: 'avc', greys: [10, 20], fps: 2 }));
    change(clip);
    return clip;
  }
  const frames = (clip: Buffer) => sampleFrames(clip, { rule: 'uniform-ends', value: 2 });

  it('frames of 60000 × 60000 pixels is refused before a frame is decoded', async () => {
    const clip = await forged((bytes) => {
      const size = bytes.indexOf('avc1', bytes.indexOf('stsd')) + 28;
      bytes.writeUInt16BE(60_000, size);
      bytes.writeUInt16BE(60_000, size + 2);
    });
    await expect(frames(clip)).rejects.toMatchObject({
      code: 'bad_media',
      message: expect.stringContaining('frames of 60000 × 60000 pixels, at most'),
    });
  });

  it('four billion frames is refused after as many as it has bytes', async () => {
    const clip = await forged((bytes) => bytes.writeUInt32BE(0xffffffff, bytes.indexOf('stts') + 12));
    await expect(frames(clip)).rejects.toMatchObject({
      code: 'bad_media',
      message: expect.stringContaining('the clip claims more than'),
    });
  });
});
