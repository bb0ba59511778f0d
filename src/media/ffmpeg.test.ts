import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ffmpegFrames } from './ffmpeg.ts';
import { encodeTestClip } from './testing/clip.ts';
import { sampleFrames } from './video.ts';

const here = spawnSync('ffmpeg', ['-version']).status === 0;

describe('ffmpegFrames', () => {
  it('is undefined for what nobody can read, and never throws', async () => {
    expect(await ffmpegFrames(new Uint8Array(100), { rule: 'fps', value: 1 })).toBeUndefined();
  });

  it.runIf(here)('takes the same frames at the same times as our own decoder', async () => {
    const clip = await encodeTestClip({
      codec: 'avc',
      greys: [10, 40, 70, 100, 130, 160, 190, 220],
      fps: 4,
      rotation: 90,
    });
    for (const rule of [
      { rule: 'fps', value: 4 },
      { rule: 'uniform-ends', value: 5 },
      { rule: 'uniform-midpoints', value: 3 },
    ] as const) {
      const ours = await sampleFrames(clip, rule);
      const theirs = await ffmpegFrames(clip, rule);
      const seen = (frames: typeof ours) =>
        frames.map(({ ref: { width, height, time = 0 } }) => [width, height, time.toFixed(3)]);
      expect(seen(theirs ?? [])).toEqual(seen(ours));
    }
  });
});
