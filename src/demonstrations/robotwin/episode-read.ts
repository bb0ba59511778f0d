import { SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import type { DemoFrame } from '../demonstration.ts';
import { EXPERT_ACTION, IS_EXPERT } from './frames.ts';
import { Hdf5File } from './hdf5-read.ts';
import { decodeJpeg, type RgbOrder } from './jpeg.ts';

const STATE = 14;
const HAND = 7;

/** Names of the cameras that have pictures. */
export function camerasOf(file: Hdf5File): string[] {
  return file.names().flatMap((name) => /^observation\/([^/]+)\/rgb$/.exec(name)?.[1] ?? []);
}

/** How many frames there are. */
export function lengthOf(file: Hdf5File): number {
  return file.numbers('joint_action/vector', [STATE]).length / STATE;
}

/** The frames of an episode, one by one. What is commanded in a frame is the next one's state; in the last, its own; or what the expert says. */
export async function* framesOf(path: string, order: RgbOrder): AsyncGenerator<DemoFrame> {
  const file = await Hdf5File.open(path);
  try {
    const states = file.numbers('joint_action/vector', [STATE]);
    const length = states.length / STATE;
    const [left, right] = [handOf(file, 'left', length), handOf(file, 'right', length)];
    const cameras = camerasOf(file);
    const labels = file.kind(EXPERT_ACTION) && file.numbers(EXPERT_ACTION, [STATE]);
    const isExpert = file.kind(IS_EXPERT) && file.numbers(IS_EXPERT, []);
    for (let t = 0; t < length; t += 1) {
      const images = await Promise.all(
        cameras.map(async (camera) => {
          const name = `observation/${camera}/rgb`;
          return [camera, await decodeJpeg(file.bytes(name, t), order, `${path} /${name}[${t}]`)] as const;
        }),
      );
      yield {
        state: row(states, t, STATE),
        action: labels ? row(labels, t, STATE) : row(states, Math.min(t + 1, length - 1), STATE),
        ...(isExpert && { isExpert: at(isExpert, t) === 1 }),
        ...(left &&
          right && {
            endpose: {
              left: left.pose(t),
              leftGripper: left.gripper(t),
              right: right.pose(t),
              rightGripper: right.gripper(t),
            },
          }),
        images: Object.fromEntries(images),
      };
      for (const [, { rgb }] of images) giveBack(rgb);
    }
  } finally {
    file.close();
  }
}

/** Memory that is not waited for: the garbage collector would look through everything for every few pictures. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Hand poses; recording them is optional. */
function handOf(file: Hdf5File, side: 'left' | 'right', length: number) {
  const name = `endpose/${side}_endpose`;
  if (!file.kind(name)) return undefined;
  const poses = file.numbers(name, [HAND]);
  const gripper = file.numbers(`endpose/${side}_gripper`, []);
  if (poses.length !== HAND * length || gripper.length !== length)
    throw new SextantError('bad_data', `it has not ${length} frames as joint_action has`, {
      where: `${file.path} /${name}`,
    });
  return { pose: (t: number) => row(poses, t, HAND), gripper: (t: number) => at(gripper, t) };
}

function row(values: Float64Array, index: number, width: number): Float64Array {
  return values.slice(index * width, (index + 1) * width);
}
