import { type Network, type NetworkOutput, outputsOf, peakOf } from '../../../src/contestants/pure.ts';
import { at } from '../../../src/util/index.ts';
import type { Heat } from './messages.ts';

/** What is less likely than the hottest cell by this many powers of e is not shown. */
const FAINTEST = 8;

/**
 * What a network told, as a heat map over the picture that was fitted into its input: centred, where it has another shape.
 * Undefined where it tells no heat.
 */
export function heatOf(
  { manifest }: Pick<Network, 'manifest'>,
  told: Readonly<Record<string, NetworkOutput>>,
  { picture, ms }: { picture: { width: number; height: number }; ms: number },
): Heat | undefined {
  const [name] = outputsOf(manifest, 'heat');
  const map = name === undefined ? undefined : told[name];
  const input = Object.values(manifest.inputs).find((each) => each.is === 'picture');
  if (!map || input?.is !== 'picture') return undefined;
  const { width, height, crop = { x: 0, y: 0, width, height } } = input;
  const ratio = Math.max(picture.width / width, picture.height / height);
  const left = (width - picture.width / ratio) / 2;
  const top = (height - picture.height / ratio) / 2;
  const across = (u: number) => ((u - left) * ratio) / picture.width;
  const down = (v: number) => ((v - top) * ratio) / picture.height;
  const { u, v } = peakOf(told, manifest, input);
  const hottest = map.data.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
  return {
    rows: at(map.shape, 0),
    columns: at(map.shape, 1),
    cells: map.data.map((each) => Math.max(0, 1 + (each - hottest) / FAINTEST)),
    cover: {
      x: across(crop.x),
      y: down(crop.y),
      width: (crop.width * ratio) / picture.width,
      height: (crop.height * ratio) / picture.height,
    },
    spot: { x: across(u), y: down(v) },
    ms,
  };
}
