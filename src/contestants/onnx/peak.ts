import { at } from '../../util/index.ts';
import type { Manifest, PictureInput } from './manifest.ts';
import type { NetworkOutput } from './network.ts';

/** Where a heat map is hottest, in pixels of the whole picture, and how what is there is turned, in radians. */
export interface Peak {
  u: number;
  v: number;
  turn: number;
}

/** The names of the outputs that mean something, by what they mean. */
export function outputsOf({ outputs }: Manifest, is: string): string[] {
  return Object.entries(outputs).flatMap(([name, output]) => (output.is === is ? [name] : []));
}

/** The hottest cell's middle, or where in the cell the offsets say; the turn is a quarter of the angle that its two numbers have. */
export function peakOf(
  told: Readonly<Record<string, NetworkOutput>>,
  manifest: Manifest,
  { width, height, crop }: PictureInput,
): Peak {
  const pick = (is: string) => outputsOf(manifest, is).map((name) => told[name])[0];
  const [heat, offset, turn] = [pick('heat'), pick('offset'), pick('turn')];
  if (!heat) throw new RangeError('there is no heat map');
  const [rows, columns] = [at(heat.shape, 0), at(heat.shape, 1)];
  let hottest = 0;
  for (let cell = 1; cell < rows * columns; cell += 1) if (at(heat.data, cell) > at(heat.data, hottest)) hottest = cell;
  const of = (map: NetworkOutput | undefined, which: number) => map && at(map.data, which * rows * columns + hottest);
  const seen = crop ?? { x: 0, y: 0, width, height };
  return {
    u: seen.x + ((hottest % columns) + (of(offset, 0) ?? 0.5)) * (seen.width / columns),
    v: seen.y + (Math.floor(hottest / columns) + (of(offset, 1) ?? 0.5)) * (seen.height / rows),
    turn: turn ? Math.atan2(of(turn, 1) ?? 0, of(turn, 0) ?? 1) / 4 : 0,
  };
}
