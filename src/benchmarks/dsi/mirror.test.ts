import { describe, expect, it } from 'vitest';
import { mirrorFormat, mirrorLeftRight, mirrorTopBottom, planesOf } from './mirror.ts';

const count = (n: number) => Uint8Array.from({ length: n }, (_, i) => i);

describe('mirroring', () => {
  it('turns every plane of a 4 × 2 picture', () => {
    const i420 = count(12);
    mirrorLeftRight(i420, planesOf('I420', 4, 2));
    expect([...i420]).toEqual([3, 2, 1, 0, 7, 6, 5, 4, 9, 8, 11, 10]);
    const nv12 = count(12);
    mirrorLeftRight(nv12, planesOf('NV12', 4, 2));
    expect([...nv12]).toEqual([3, 2, 1, 0, 7, 6, 5, 4, 10, 11, 8, 9]);
    const rgba = count(16);
    mirrorLeftRight(rgba, planesOf('RGBA', 2, 2));
    expect([...rgba]).toEqual([4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11]);
  });

  it('turns pictures upside down', () => {
    const i420 = count(12);
    mirrorTopBottom(i420, planesOf('I420', 2, 4));
    expect([...i420]).toEqual([6, 7, 4, 5, 2, 3, 0, 1, 9, 8, 11, 10]);
  });

  it('done twice is the picture again', () => {
    for (const format of ['I420', 'NV12', 'RGBA'] as const) {
      const pixels = count(256).subarray(0, format === 'RGBA' ? 4 * 48 : 72);
      const planes = planesOf(format, 8, 6);
      const turned = pixels.slice();
      mirrorLeftRight(turned, planes);
      mirrorTopBottom(turned, planes);
      expect(turned).not.toEqual(pixels);
      mirrorTopBottom(turned, planes);
      mirrorLeftRight(turned, planes);
      expect(turned).toEqual(pixels);
    }
  });

  it('converts what it cannot lay out', () => {
    expect(['I420', 'NV12', 'I444', 'I420P10', null].map(mirrorFormat)).toEqual([
      'I420',
      'NV12',
      'RGBA',
      'RGBA',
      'RGBA',
    ]);
  });
});
