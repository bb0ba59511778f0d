import { type Assets, type MediaRef, SextantError } from '../../../contracts/index.ts';
import { assetsFrom, describeImage } from '../../../media/index.ts';
import { pngChannels } from '../load.ts';
import type { RefspatialSample } from '../sample.ts';

/** A sample with this mask, and the assets that hold it. */
export function sampleWith(mask: Uint8Array, number = 0): { sample: RefspatialSample; assets: Assets } {
  const ref: MediaRef = describeImage(mask);
  const maskChannels = pngChannels(mask);
  const sample: RefspatialSample = {
    id: `location/${number}`,
    cluster: `picture ${number}`,
    groups: { split: 'location', step: '1', scene: 'indoor' },
    media: [],
    split: 'location',
    number,
    object: 'the thing',
    prompt: 'Please point out the thing.',
    suffix: 'As tuples.',
    step: 1,
    scene: 'indoor',
    category: 'location',
    rgb_path: `image/${number}.png`,
    mask_path: `mask/${number}.png`,
    mask: ref,
    size: { width: ref.width ?? 0, height: ref.height ?? 0 },
    ...(maskChannels !== undefined && { maskChannels }),
  };
  const assets = assetsFrom(async (wanted) => {
    if (wanted.sha256 === ref.sha256) return mask;
    throw new SextantError('missing_blob', 'no such mask');
  });
  return { sample, assets };
}
