import type { Picture } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';

/** Where the line of sight through a pixel meets a height, in metres; undefined where it never does. */
export function spotAt(
  { intrinsic, extrinsic }: Pick<Picture, 'intrinsic' | 'extrinsic'>,
  { u, v }: { u: number; v: number },
  height: number,
): { x: number; y: number } | undefined {
  const seen = [(u - at(intrinsic, 2)) / at(intrinsic, 0), (v - at(intrinsic, 5)) / at(intrinsic, 4), 1];
  // World to camera is R p + t: its inverse is R′ (p − t).
  const back = (vector: readonly number[], k: number) =>
    vector.reduce((sum, value, row) => sum + value * at(extrinsic, 4 * row + k), 0);
  const shift = [0, 1, 2].map((row) => -at(extrinsic, 4 * row + 3));
  const [eye, way] = [[0, 1, 2].map((k) => back(shift, k)), [0, 1, 2].map((k) => back(seen, k))];
  const far = (height - at(eye, 2)) / at(way, 2);
  if (!(far > 0 && far < 100)) return undefined;
  return { x: at(eye, 0) + far * at(way, 0), y: at(eye, 1) + far * at(way, 1) };
}
