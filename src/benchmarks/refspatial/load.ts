import { type Dataset, type LoadOptions, type MediaRef, messageOf, SextantError } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { decodeMask, describeImage } from '../../media/index.ts';
import { canonicalJson, plural } from '../../util/index.ts';
import type { Edition } from './edition.ts';
import { findForm } from './find-form.ts';
import type { Entry, Media } from './row.ts';
import { type RefspatialSample, sampleId } from './sample.ts';

/** By colour type: grey, RGB, palette, grey with alpha, RGBA. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a folder, or a file in it, in any published form. Every picture and mask is read once, to see that it is there and to hash it, masks
 * also to see that they can be scored with, and forgotten again. The hash covers all questions and the content of all pictures and masks, in order, but not where they
 * lie: the same questions have the same hash in every form.
 */
export async function load(edition: Edition, { dir }: LoadOptions): Promise<Dataset<RefspatialSample>> {
  if (dir === undefined)
    throw new SextantError('bad_argument', `${edition.title} needs a folder with its data`, {
      fix: `sextant data pull ${edition.id}, or give --data DIR`,
    });
  const found = findForm(edition, dir);
  const samples: RefspatialSample[] = [];
  const media = new Map<string, Media>();
  const warnings = new Warnings(edition);
  for (const [split, files] of found.splits) {
    const places = new Map<number, string>();
    for await (const entry of found.entries(files, found.root, split)) {
      const before = places.get(entry.row.id);
      if (before !== undefined)
        throw new SextantError('bad_data', `id ${entry.row.id} is there twice (first in ${before})`, {
          where: `${entry.where} column id`,
        });
      places.set(entry.row.id, entry.where);
      const sample = await describe(split, entry, media);
      warnings.see(sample);
      samples.push(sample);
    }
  }
  if (samples.length === 0) throw new SextantError('bad_data', 'there are no questions', { where: dir });
  return {
    sha256: sha256(canonicalJson(samples.map(content))),
    source: `${dir} (${found.form})`,
    onDisk: true,
    ids: samples.map(({ id }) => id),
    async sample(index) {
      const sample = samples[index];
      if (sample) return sample;
      throw new SextantError('bad_argument', `there is no unit ${index} among ${samples.length}`);
    },
    bytes: (ref) => bytesOf(ref, media, dir),
    warnings: warnings.list(),
  };
}

async function describe(split: string, entry: Entry, media: Map<string, Media>): Promise<RefspatialSample> {
  const { row, category } = entry;
  const [image, mask] = [await see(entry.image, media), await see(entry.mask, media, decodeMask)];
  const { width = 0, height = 0 } = mask.ref;
  const scene = row.scene ?? undefined;
  return {
    id: sampleId(split, row.id),
    // Questions about the same picture are not independent, also across splits.
    cluster: image.ref.sha256,
    groups: { split, step: String(row.step), ...(scene !== undefined && { scene }) },
    media: [image.ref],
    split,
    number: row.id,
    object: row.object,
    prompt: row.prompt,
    suffix: row.suffix,
    step: row.step,
    ...(scene !== undefined && { scene }),
    category: category ?? split,
    rgb_path: image.path ?? `image/${row.id}.${extension(image.ref)}`,
    mask_path: mask.path ?? `mask/${row.id}.${extension(mask.ref)}`,
    mask: mask.ref,
    size: { width, height },
    ...(mask.channels !== undefined && { maskChannels: mask.channels }),
  };
}

/** @param check tells what is wrong with the bytes beyond their head: a mask that scoring cannot read must show before anything is asked */
async function see(source: Media, media: Map<string, Media>, check?: (bytes: Uint8Array) => Promise<unknown>) {
  const { bytes, path } = await source.read();
  try {
    const ref = describeImage(bytes);
    await check?.(bytes);
    media.set(ref.sha256, source);
    return { ref, path, channels: pngChannels(bytes) };
  } catch (cause) {
    throw new SextantError('bad_media', messageOf(cause), { where: source.where, cause });
  }
}

async function bytesOf(ref: MediaRef, media: Map<string, Media>, dir: string): Promise<Uint8Array> {
  const source = media.get(ref.sha256);
  if (!source)
    throw new SextantError('missing_blob', `no picture or mask of this data has sha256 ${ref.sha256}`, {
      where: dir,
      fix: 'use the data that the run was made with',
    });
  const { bytes } = await source.read();
  if (sha256(bytes) === ref.sha256) return bytes;
  throw new SextantError('bad_media', 'the file was changed after it had been loaded', { where: source.where });
}

/** What the benchmark asks and accepts, without where its files lie. */
function content(sample: RefspatialSample) {
  const { id, object, prompt, suffix, step, scene = null, media, mask } = sample;
  return { id, object, prompt, suffix, step, scene, image: media.map(({ sha256 }) => sha256), mask: mask.sha256 };
}

function extension({ type }: MediaRef): string {
  return type === 'image/jpeg' ? 'jpg' : type.replace(/^.*\//, '');
}

/** How many channels a PNG has for Python's imaging library; a palette counts as one. Undefined for other formats. */
export function pngChannels(bytes: Uint8Array): number | undefined {
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? channels[bytes[25] ?? -1] : undefined;
}

/** More than this many of one kind are only counted. */
const most = 20;

/** Collects what a person should know about the data. */
class Warnings {
  readonly #edition: Edition;
  readonly #counts = new Map<string, number>();
  readonly #sizes: string[] = [];

  constructor(edition: Edition) {
    this.#edition = edition;
  }

  see({ id, split, media: [image], size }: RefspatialSample): void {
    this.#counts.set(split, (this.#counts.get(split) ?? 0) + 1);
    if (image?.width === size.width && image.height === size.height) return;
    this.#sizes.push(
      `${id}: the picture has ${image?.width} × ${image?.height} pixels, its mask ${size.width} × ${size.height}; points are scored at the mask's size`,
    );
  }

  list(): string[] {
    const { title, splits } = this.#edition;
    const counts = Object.entries(splits).flatMap(([split, expected]) => {
      const found = this.#counts.get(split) ?? 0;
      if (found === expected) return [];
      return found === 0
        ? [`${split} is missing: its ${plural(expected, 'question')} will not be asked`]
        : [`${split} has ${plural(found, 'question')} here, ${title} has ${expected}`];
    });
    const more = this.#sizes.length - most;
    return [
      ...counts,
      ...this.#sizes.slice(0, most),
      ...(more > 0 ? [`and ${plural(more, 'picture')} more of another size than the mask`] : []),
    ];
  }
}
