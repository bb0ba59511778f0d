import { type Dataset, type LoadOptions, type MediaRef, SextantError } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { canonicalJson, plural, Recent } from '../../util/index.ts';
import { generator, idOf, makePicture, type TinyPicture } from './generate.ts';
import type { TinySample } from './sample.ts';

/**
 * Nothing is read: pictures and questions are made when they are asked for.
 * The hash covers the generator's name, the arguments and the first 100 units in full; the others follow from these.
 */
export async function load({ args }: LoadOptions): Promise<Dataset<TinySample>> {
  const count = wholeNumber(args, 'count', { least: 1, most: 1_000_000 });
  const seed = wholeNumber(args, 'seed', { least: 0, most: 2 ** 32 - 1 });
  const pictures = pictureStore(seed, Math.ceil(count / 2));

  async function sample(index: number): Promise<TinySample> {
    if (!(Number.isInteger(index) && index >= 0 && index < count))
      throw new SextantError('bad_argument', `there is no unit ${index} among ${count}`);
    return pictures.get(index >> 1).samples[index % 2 === 0 ? 0 : 1];
  }

  const first = await Promise.all(Array.from({ length: Math.min(count, 100) }, (_, index) => sample(index)));
  return {
    sha256: sha256(canonicalJson({ generator, count, seed, first })),
    source: `generated, ${plural(count, 'unit')}, seed ${seed}`,
    onDisk: false,
    ids: Array.from({ length: count }, (_, index) => idOf(seed, index)),
    sample,
    bytes: async (ref) => pictures.bytes(ref),
    together: (index) => String(index >> 1),
    warnings: [],
  };
}

/** How many pictures are kept: their files are asked for right after their questions. What is kept for longer outlives young collections. */
const RECENT = 8;

/** Pictures by number and files by hash. Few are kept; the others are made again. */
function pictureStore(seed: number, count: number) {
  const recent = new Recent<number, TinyPicture>(RECENT);
  const recentFiles = new Recent<string, Uint8Array>(2 * RECENT);
  /** Only of those that were looked through: who asks as he goes finds his files among the recent ones. */
  const numberByHash = new Map<number, number>();
  let looked = 0;

  function get(number: number): TinyPicture {
    const known = recent.get(number);
    if (known) return known;
    const picture = recent.set(number, makePicture(seed, number));
    for (const { ref, bytes } of picture.files) recentFiles.set(ref.sha256, bytes);
    return picture;
  }

  function look(number: number): void {
    for (const { ref } of get(number).files) numberByHash.set(shortHash(ref), number);
  }

  function bytes(ref: MediaRef): Uint8Array {
    const known = recentFiles.get(ref.sha256);
    if (known) return known;
    // From long ago or an earlier process: look through the pictures until it turns up, each of them once.
    while (!numberByHash.has(shortHash(ref)) && looked < count) look(looked++);
    const number = numberByHash.get(shortHash(ref));
    const found = number !== undefined && get(number).files.find((file) => file.ref.sha256 === ref.sha256);
    if (found) return found.bytes;
    throw new SextantError('missing_blob', `no picture or mask of this data set has sha256 ${ref.sha256}`, {
      where: `tiny, seed ${seed}`,
      fix: 'use the count and seed that the run was made with',
    });
  }

  return { get, bytes };
}

/** 52 bits are enough to find a picture and fit into a number; the whole hash is compared afterwards. */
function shortHash(ref: MediaRef): number {
  return Number.parseInt(ref.sha256.slice(0, 13), 16);
}

function wholeNumber(args: LoadOptions['args'], name: string, range: { least: number; most: number }): number {
  const text = args[name] ?? '';
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= range.least && value <= range.most) return value;
  throw new SextantError('bad_argument', `${name}=${text} is not a whole number from ${range.least} to ${range.most}`, {
    where: `tiny:${name}=${text}`,
    fix: `for example tiny:${name}=20`,
  });
}
