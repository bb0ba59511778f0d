import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Mask, type Mirrored, type MirrorOptions, SextantError } from '../../contracts/index.ts';
import { writeFolderAtomic } from '../../files/index.ts';
import { decodeMask, decodeRgb, encodePng } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import { mirroredWords } from '../pointing/mirror-words.ts';
import type { Edition } from './edition.ts';
import { load } from './load.ts';
import type { RefspatialSample } from './sample.ts';

/**
 * Writes the mirror twin of every question that can be mirrored, under the same ids, in the raw form of the benchmark: whoever sees
 * space answers both alike, whoever knows the picture or prefers a side does not.
 */
export async function mirrorTwins(
  edition: Edition,
  dir: string,
  { out, signal, progress }: MirrorOptions,
): Promise<Mirrored> {
  if (existsSync(out))
    throw new SextantError('bad_argument', 'this folder is there already', {
      where: out,
      fix: 'name another one with --out, or remove it',
    });
  const dataset = await load(edition, { dir, args: {} });
  const leftOut: Mirrored['leftOut'] = [];
  const twins = new Map<string, object[]>();
  await writeFolderAtomic(out, async (folder) => {
    for (const [index, id] of dataset.ids.entries()) {
      signal?.throwIfAborted();
      const sample = await dataset.sample(index);
      const words = wordsOf(sample);
      if (words) {
        const split = sample.split.charAt(0).toUpperCase() + sample.split.slice(1);
        const [image = sample.mask] = sample.media;
        const { width, height, rgb } = await decodeRgb(await dataset.bytes(image));
        const mask = await decodeMask(await dataset.bytes(sample.mask));
        const files = {
          rgb_path: put(folder, split, `image/${sample.number}.png`, {
            width,
            height,
            pixels: mirrored(rgb, width, 3),
          }),
          mask_path: put(folder, split, `mask/${sample.number}.png`, maskOf(mask)),
        };
        const { step, scene, category, suffix, number } = sample;
        const about = { ...words, suffix, ...files, category, step, ...(scene !== undefined && { scene }) };
        twins.set(split, [...(twins.get(split) ?? []), { id: number, ...about }]);
      } else leftOut.push({ id, why: 'its words cannot be mirrored safely' });
      progress?.({ done: index + 1, total: dataset.ids.length, path: id });
    }
    for (const [split, questions] of twins)
      writeFileSync(join(folder, split, 'question.json'), `${JSON.stringify(questions, null, 2)}\n`);
    const about = { of: { benchmark: edition.id, sha256: dataset.sha256 }, leftOut };
    writeFileSync(join(folder, 'mirror.json'), `${JSON.stringify(about, null, 2)}\n`);
  });
  return { made: dataset.ids.length - leftOut.length, leftOut };
}

function wordsOf({ object, prompt }: RefspatialSample): { object: string; prompt: string } | undefined {
  const [twin, asked] = [mirroredWords(object), mirroredWords(prompt)];
  return twin === undefined || asked === undefined ? undefined : { object: twin, prompt: asked };
}

function maskOf({ width, height, values }: Mask) {
  return { width, height, pixels: mirrored(values, width, 1) };
}

function put(folder: string, split: string, path: string, image: Parameters<typeof encodePng>[0]): string {
  const file = join(folder, split, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, encodePng(image));
  return path;
}

/** Every row backwards, pixel by pixel. */
function mirrored(pixels: Uint8Array | Uint16Array, width: number, channels: number): Uint8Array | Uint16Array {
  const turned = pixels.slice();
  const row = width * channels;
  for (let start = 0; start < pixels.length; start += row)
    for (let x = 0; x < width; x += 1)
      for (let k = 0; k < channels; k += 1)
        turned[start + x * channels + k] = at(pixels, start + (width - 1 - x) * channels + k);
  return turned;
}
