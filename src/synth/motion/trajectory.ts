import type { DsiView } from '../../benchmarks/index.ts';
import type { Stand } from '../../scenes/index.ts';

/** Frames per clip and per second: two seconds. */
export const FRAMES = 50;
export const FPS = 25;

/** Where the camera is: it stays level, so that two angles say how it looks. */
export interface CameraPose extends Stand {
  /** How far it looks down, in radians. */
  pitch: number;
}

/** A clip as numbers: where everything that moves is in every frame, in the world that the clip shows. */
export interface Trajectory {
  camera: readonly CameraPose[];
  /** By item id; what is not here stands still. */
  items: ReadonlyMap<number, readonly Stand[]>;
  /** When it happens that is asked about, as first and last frame: a part of the clip, or all of it. */
  moment: readonly [first: number, last: number];
}

/** What is so in the part of a clip that is asked about, of something that is known frame by frame. */
export function during<T>({ moment: [first, last] }: Trajectory, frames: readonly T[]): T[] {
  return frames.slice(first, last + 1);
}

/** The world of a view of the clip: its mirror image, its reversal, or both. */
export function seenIn(view: DsiView, trajectory: Trajectory): Trajectory {
  return transforms[view](trajectory);
}

const transforms: Readonly<Record<DsiView, (trajectory: Trajectory) => Trajectory>> = {
  std: (trajectory) => trajectory,
  hflip: mirrored,
  reverse: reversed,
  reverse_hflip: (trajectory) => reversed(mirrored(trajectory)),
};

/** A mirrored clip shows a world in which y is −y: a left turn becomes a right turn. */
function mirrored({ camera, items, moment }: Trajectory): Trajectory {
  return {
    camera: camera.map(mirrorStand),
    items: new Map([...items].map(([id, stands]) => [id, stands.map(mirrorStand)])),
    moment,
  };
}

function mirrorStand<S extends Stand>(stand: S): S {
  const [x, y, z] = stand.position;
  return { ...stand, position: [x, -y, z], yaw: -stand.yaw };
}

/** A reversed clip shows what happened last first. */
function reversed({ camera, items, moment: [first, last] }: Trajectory): Trajectory {
  return {
    camera: camera.toReversed(),
    items: new Map([...items].map(([id, stands]) => [id, stands.toReversed()])),
    moment: [FRAMES - 1 - last, FRAMES - 1 - first],
  };
}
