import { add, apply, fromSeven, norm, transpose, type Vec3 } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import type { Pixels } from '../demonstration.ts';
import type { SetFindings } from './findings.ts';
import type { Hdf5File } from './hdf5-read.ts';
import { likeness, thumbnail } from './thumbnail.ts';

/** A camera that moves less than this, in metres, stands still or rides on a hand without slipping. */
const STILL = 0.005;

const sides = ['left', 'right'] as const;
type CameraSide = (typeof sides)[number];

/** Which cameras stand still, and which ride on a hand. */
const standing = ['head_camera', 'front_camera'];
const riding: Readonly<Record<CameraSide, string>> = { left: 'left_camera', right: 'right_camera' };

/** Whether cameras are where their names say: those of the hands move with their own hand, the others stay. */
export function checkMounts(file: Hdf5File, cameras: readonly string[], findings: SetFindings): void {
  const places = new Map(cameras.flatMap((camera) => placesOf(file, camera) ?? []));
  const where = (camera: string) => `${file.path} /observation/${camera}`;
  for (const camera of standing) {
    const found = places.get(camera);
    if (found && spread(found) > STILL) findings.error(where(camera), 'the camera moves, but it should stand still');
  }
  for (const side of sides) {
    const found = places.get(riding[side]);
    const other = side === 'left' ? 'right' : 'left';
    if (!found || isCarried(file, found, side) || !isCarried(file, found, other)) continue;
    findings.error(where(riding[side]), `the camera does not move with the ${side} hand, but with the ${other} one`);
  }
}

/** Where a camera is in each frame; nothing where that is not recorded as it should be, which is found elsewhere. */
function placesOf(file: Hdf5File, camera: string): [[string, Vec3[]]] | undefined {
  const name = `observation/${camera}/cam2world_gl`;
  if (file.kind(name)?.shape.slice(1).join() !== '4,4') return undefined;
  const poses = file.numbers(name, [4, 4]);
  const value = (frame: number, row: number) => at(poses, 16 * frame + 4 * row + 3);
  const places = Array.from({ length: poses.length / 16 }, (_, t): Vec3 => [value(t, 0), value(t, 1), value(t, 2)]);
  return [[camera, places]];
}

/** Whether a camera stays where it is as a hand sees it. */
function isCarried(file: Hdf5File, places: readonly Vec3[], side: CameraSide): boolean {
  const name = `endpose/${side}_endpose`;
  if (file.kind(name)?.shape.join() !== `${places.length},7`) return false;
  const hands = file.numbers(name, [7]);
  const seen = places.map((place, frame) => {
    const hand = fromSeven(hands.subarray(7 * frame, 7 * frame + 7));
    return apply(transpose(hand.rotation), add(place, hand.position, -1));
  });
  return spread(seen) <= STILL;
}

/** How far apart places are from the first one, at most. */
function spread(places: readonly Vec3[]): number {
  const [first] = places;
  return first ? Math.max(...places.map((place) => norm(add(place, first, -1)))) : 0;
}

/** So alike are two pictures only when they show the same: patterns and light that were drawn at random keep below it. */
const SAME = 0.97;

/** Whether each camera shows what is drawn again for it, or clearly what another one should show. */
export function checkViews(
  shown: ReadonlyMap<string, Pixels>,
  drawn: Readonly<Record<string, Pixels>>,
  where: (camera: string) => string,
  findings: SetFindings,
): void {
  const expected = Object.entries(drawn).map(([camera, picture]) => ({ camera, look: thumbnail(picture) }));
  for (const [camera, picture] of shown) {
    if (!Object.hasOwn(drawn, camera)) continue;
    const look = thumbnail(picture);
    const [nearest] = expected
      .map((other) => ({ camera: other.camera, near: likeness(look, other.look) }))
      .sort((a, b) => b.near - a.near);
    if (nearest && nearest.camera !== camera && nearest.near > SAME)
      findings.error(where(camera), `its first picture is what ${nearest.camera} sees`);
  }
}
