import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SextantError } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { encodePng } from '../media/index.ts';
import { type Packed, type PackOptions, packRuns } from './pack.ts';
import { writeSinglePage } from './single-page.ts';
import { newFolder, tinyRun } from './testing/runs.ts';

const root = newFolder();
const runs = join(root, 'runs');
const openData = async () => undefined;

/** Noise, which does not pack. */
function photograph(seed: number): Uint8Array {
  const pixels = Uint8Array.from({ length: 200 * 150 }, (_, i) => Math.imul(i + seed * 31, 2_654_435_761) >>> 24);
  return encodePng({ width: 200, height: 150, pixels });
}

beforeAll(async () => {
  const files = new Map<string, Uint8Array>();
  // The pictures of the first would fill the file before the masks of the second are in.
  await tinyRun({
    folder: join(runs, 'a'),
    count: 30,
    files,
    change(sample, at) {
      const bytes = photograph(at);
      files.set(sha256(bytes), bytes);
      // What a run says about its own files may be wrong.
      const told = at % 2 === 0 ? 1 : bytes.length;
      sample.media = [{ sha256: sha256(bytes), type: 'image/png', bytes: told, width: 200, height: 150 }];
    },
  });
  await tinyRun({ folder: join(runs, 'b'), count: 40 });
});

/** The file and how it is written. */
const writers: Record<string, (opts: PackOptions) => Promise<Packed>> = {
  'runs.zip': packRuns,
  'report.html': writeSinglePage,
};

describe.each(Object.entries(writers))('%s', (name, write) => {
  const out = join(root, name);
  const sizeWith = async (maxBytes?: number) => {
    const opts = { roots: [runs], out, openData, ...(maxBytes === undefined ? {} : { maxBytes }) };
    const { bytes } = await write(opts);
    expect(bytes).toBe(statSync(out).size);
    return bytes;
  };
  const refusal = async (maxBytes: number) => {
    const error = await sizeWith(maxBytes).catch((thrown: unknown) => thrown);
    if (!(error instanceof SextantError)) return expect.fail(`there is a file with ${maxBytes} bytes`);
    return error;
  };

  it('never becomes larger than it may, whatever goes into it', async () => {
    const whole = await sizeWith();
    const { fix = '' } = await refusal(0);
    const least = 1e6 * Number(/allow ([\d.]+) MB/.exec(fix)?.[1]);
    expect(least).toBeLessThan(whole);
    for (let step = 0; step <= 12; step += 1) {
      const most = Math.round(least + ((whole - least) * step) / 12);
      const got = await sizeWith(most);
      expect(got).toBeLessThanOrEqual(most);
      // Full, but for less than one more picture.
      expect(most - got).toBeLessThan(50_000);
    }
    expect(await sizeWith(whole)).toBeGreaterThan(least);
  });

  it.each([0, 1, 1000, 20_000])('is not written where %i bytes are too few for what must be in it', async (most) => {
    const before = readdirSync(root);
    await sizeWith(1e8);
    const there = statSync(out).mtimeMs;
    const error = await refusal(most);
    expect(error).toMatchObject({ code: 'bad_argument', where: '--max-size' });
    expect(error.message).toMatch(/^without any picture the file has [\d.]+ [kM]B, more than [\d.]+ k?B$/);
    // What was there before is left as it was, and nothing lies beside it.
    expect(existsSync(out) && statSync(out).mtimeMs).toBe(there);
    expect(readdirSync(root).filter((file) => !before.includes(file) && file !== name)).toEqual([]);
  });
});
