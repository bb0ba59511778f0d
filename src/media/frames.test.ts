import { describe, expect, it } from 'vitest';
import { chooseFrames, framesTogether } from './frames.ts';

const at10fps = Array.from({ length: 25 }, (_, i) => i / 10);

describe('chooseFrames', () => {
  it('fps: the frame on screen at every tick before the end', () => {
    expect(chooseFrames(at10fps, 2.5, { rule: 'fps', value: 2 })).toEqual([0, 5, 10, 15, 20]);
    expect(chooseFrames(at10fps, 2.5, { rule: 'fps', value: 3 })).toEqual([0, 3, 6, 10, 13, 16, 20, 23]);
    expect(chooseFrames([0, 0.033368, 0.066733], 0.1, { rule: 'fps', value: 29.97 })).toEqual([0, 1, 2]);
    expect(chooseFrames([0, 0.033, 0.067], 0.1000001, { rule: 'fps', value: 30 })).toEqual([0, 1, 2]);
  });

  it('fps: shows frames again when the clip is slower, and one frame of a clip without length', () => {
    expect(chooseFrames([0, 0.5], 1, { rule: 'fps', value: 4 })).toEqual([0, 0, 1, 1]);
    expect(chooseFrames([0], 0, { rule: 'fps', value: 4 })).toEqual([0]);
  });

  it('uniform-ends: as np.linspace(0, n - 1, count, dtype=int)', () => {
    expect(chooseFrames(at10fps, 2.5, { rule: 'uniform-ends', value: 8 })).toEqual([0, 3, 6, 10, 13, 17, 20, 24]);
    expect(chooseFrames(at10fps, 2.5, { rule: 'uniform-ends', value: 1 })).toEqual([0]);
    expect(chooseFrames([0, 1], 2, { rule: 'uniform-ends', value: 4 })).toEqual([0, 0, 0, 1]);
  });

  it('uniform-midpoints: the middle of equal parts', () => {
    expect(chooseFrames(at10fps, 2.5, { rule: 'uniform-midpoints', value: 5 })).toEqual([2, 7, 12, 17, 22]);
    expect(chooseFrames([0], 1, { rule: 'uniform-midpoints', value: 2 })).toEqual([0, 0]);
  });

  it('fps-tail: int(i * rate / fps), and the last frame once', () => {
    expect(chooseFrames(at10fps, 2.5, { rule: 'fps-tail', value: 3 })).toEqual([0, 3, 6, 10, 13, 16, 20, 24]);
    expect(chooseFrames(at10fps, 2.5, { rule: 'fps-tail', value: 10 })).toEqual(at10fps.map((_, i) => i));
    expect(chooseFrames([0], 0.1, { rule: 'fps-tail', value: 1 })).toEqual([0]);
    // 2,974 frames at 15 per second last 198.26666666666668 seconds, by which they are 14.999999999999998 per second.
    const long = chooseFrames(
      Array.from({ length: 2974 }, (_, i) => i / 15),
      2974 / 15,
      { rule: 'fps-tail', value: 2 },
    );
    expect(long.slice(0, 5)).toEqual([0, 7, 15, 22, 30]);
    expect(() => chooseFrames([0], 1e12, { rule: 'fps-tail', value: 1 })).toThrow('too many');
  });

  it('every-nth: multiples of n // count, the first count of them', () => {
    expect(chooseFrames(at10fps, 2.5, { rule: 'every-nth', value: 8 })).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
    expect(chooseFrames(at10fps, 2.5, { rule: 'every-nth', value: 20 })).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
    expect(chooseFrames([0, 1], 2, { rule: 'every-nth', value: 30 })).toEqual([0, 1]);
  });

  // Recorded from MMSI-Video-Bench's proportional_sample_from_lists, as VLMEvalKit has it.
  it('uniform-together: evenly over all clips in a row, and of each at least the first', () => {
    expect(framesTogether([100, 2, 50], 4)).toEqual([[0, 50], [0], [49]]);
    expect(framesTogether([7, 1, 1, 30, 3], 9)).toEqual([[0, 5], [0], [0], [1, 6, 11, 16, 21, 26], [2]]);
    expect(framesTogether([3, 2], 5)).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
    expect(framesTogether([3, 2], 1)).toEqual([[0], [0]]);
    expect(chooseFrames(at10fps, 2.5, { rule: 'uniform-together', value: 8 })).toEqual([0, 3, 6, 10, 13, 17, 20, 24]);
    expect(chooseFrames([0, 1], 2, { rule: 'uniform-together', value: 8 })).toEqual([0, 1]);
  });

  it('refuses half a frame, and clips that claim to be endless', () => {
    expect(() => chooseFrames([0], 1e12, { rule: 'fps', value: 1 })).toThrow('too many');
    expect(() => chooseFrames([0], 1, { rule: 'uniform-ends', value: 2.5 })).toThrow('whole number');
  });
});
