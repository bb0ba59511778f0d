import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFrames } from '../../media/index.ts';
import { type DerivedView, deriveViews } from './derive.ts';
import { encodeMarkedClip } from './testing/clip.ts';

const brightness = Array.from({ length: 12 }, (_, i) => 20 + 15 * i);
const clip = 'k700/skiing mono/a.mp4';
let dir = '';

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
  for (const [name, bytes] of [
    [clip, await encodeMarkedClip(brightness)],
    ['side.mp4', await encodeMarkedClip(brightness.slice(0, 4), 90)],
    ['broken.mp4', new Uint8Array(3000).fill(9)],
  ] as const) {
    mkdirSync(join(dir, 'videos/std', name, '..'), { recursive: true });
    writeFileSync(join(dir, 'videos/std', name), bytes);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Brightness at two places of every frame, as shown. */
async function look(view: string, name: string, places: [x: number, y: number][]) {
  const frames = await sampleFrames(readFileSync(join(dir, 'videos', view, name)), { rule: 'fps', value: 10 });
  const values = await Promise.all(
    frames.map(async ({ data }) => {
      const { data: pixels, info } = await sharp(data).greyscale().raw().toBuffer({ resolveWithObject: true });
      return places.map(([x, y]) => pixels[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? 0);
    }),
  );
  return { times: frames.map(({ ref }) => ref.time), values };
}

describe('deriveViews', () => {
  it('mirrors and reverses, keeps times, and goes on after a broken clip', async () => {
    const seen: number[] = [];
    const derived = await deriveViews(dir, { progress: ({ done }) => seen.push(done) });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(derived.made).toHaveLength(6);
    expect(derived.failed.map(({ path }) => path)).toEqual(
      ['hflip', 'reverse', 'reverse_hflip'].map((view) => join(dir, 'videos', view, 'broken.mp4')),
    );
    const original = await look('std', clip, [
      [0.1, 0.5],
      [0.9, 0.5],
    ]);
    const close = (a: number, b: number) => Math.abs(a - b) < 8;
    for (const [view, mirrored, reversed] of [
      ['hflip', true, false],
      ['reverse', false, true],
      ['reverse_hflip', true, true],
    ] as [DerivedView, boolean, boolean][]) {
      const { times, values } = await look(view, clip, [
        [mirrored ? 0.9 : 0.1, 0.5],
        [mirrored ? 0.1 : 0.9, 0.5],
      ]);
      expect(times).toEqual(original.times);
      const expected = reversed ? original.values.toReversed() : original.values;
      for (const [i, [mark = 0, grey = 0]] of values.entries()) {
        expect(close(mark, expected[i]?.[0] ?? 0), `${view} mark of frame ${i}`).toBe(true);
        expect(close(grey, expected[i]?.[1] ?? 0), `${view} brightness of frame ${i}`).toBe(true);
      }
    }
  });

  it('mirrors a clip that was filmed on its side as it is seen', async () => {
    // Turned clockwise, the white left quarter is on top: mirrored, it still is.
    const { values } = await look('hflip', 'side.mp4', [
      [0.5, 0.1],
      [0.5, 0.9],
    ]);
    for (const [i, [top = 0, bottom = 0]] of values.entries()) {
      expect(top).toBeGreaterThan(235);
      expect(Math.abs(bottom - (brightness[i] ?? 0))).toBeLessThan(8);
    }
  });

  it('reverses the same with room for one frame only', async () => {
    const places: [number, number][] = [[0.9, 0.5]];
    const roomy = await look('reverse', clip, places);
    rmSync(join(dir, 'videos/reverse', clip));
    await deriveViews(dir, { views: ['reverse'], bufferBytes: 1 });
    expect(await look('reverse', clip, places)).toEqual(roomy);
  });

  it('keeps what is there, leaves no drafts, and writes no truth', async () => {
    const again = await deriveViews(dir, { views: ['hflip'] });
    expect(again).toMatchObject({ made: [], kept: 2 });
    expect(readdirSync(dir, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
    expect(existsSync(join(dir, 'metadatas'))).toBe(false);
  });

  it('stops where it is told to', async () => {
    const stop = new AbortController();
    rmSync(join(dir, 'videos/hflip', clip));
    stop.abort(new Error('enough'));
    await expect(deriveViews(dir, { signal: stop.signal })).rejects.toThrow('enough');
    await expect(deriveViews(join(dir, 'nothing'))).rejects.toMatchObject({ code: 'bad_data' });
  });
});
