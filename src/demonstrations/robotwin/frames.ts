import { type Picture, SextantError, type ShownFrame } from '../../contracts/index.ts';
import { aboveTable, POINT, paletteColours, pointCloud } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import type { Hdf5Dataset, Hdf5Group } from './hdf5-write.ts';
import { encodeJpeg, type RgbOrder } from './jpeg.ts';

/** One recorded moment; what the robot sees and feels has all of it. */
export type RecordedFrame = ShownFrame;

/** Names of datasets of our own: 1 where the next command is the expert’s, and what it would have told the drives. */
export const IS_EXPERT = 'action_is_expert';
export const EXPERT_ACTION = 'expert_action';

/** Recorded beside the cameras of the robot. */
const THIRD_VIEW = 'observer_camera';

interface CompressedPicture extends Omit<Picture, 'rgb'> {
  jpeg: Uint8Array;
}
type KeptFrame = Pick<RecordedFrame, 'state' | 'hands'> & {
  /** What the next command is or should be, and whether it is the expert's; absent where nobody else acted. */
  isExpert?: boolean;
  expertAction?: Float64Array;
  shots: Map<string, CompressedPicture>;
  cloud: Float64Array;
};

/** What is kept of a moment. */
export interface Keeping {
  rgbOrder: RgbOrder;
  /** How many points of what the head camera sees, which needs depth; none unless it says. */
  points?: number;
  /** Depth is only for the points. */
  dropDepth?: boolean;
}

const CLOUD_CAMERA = 'head_camera';

/** A moment as it is kept until the file is written: pictures compressed, no memory shared with the recorder. */
export async function keepFrame(frame: RecordedFrame, keeping: Keeping): Promise<KeptFrame> {
  const { state, hands, images } = frame;
  const { rgbOrder, points = 0, dropDepth = false } = keeping;
  const eye = images[CLOUD_CAMERA];
  const cloud = points > 0 && eye ? pointCloud(eye, { points, within: aboveTable }) : new Float64Array();
  const kept = {
    state: state.slice(),
    hands: { left: hands.left.slice(), right: hands.right.slice() },
    cloud,
    ...labelOf(frame),
  };
  const shots = Object.entries(images).map(async ([camera, { rgb, depth: measured, ...picture }]) => {
    const { segmentation, shapes, width, height } = picture;
    const depth = dropDepth ? undefined : measured;
    const shot = {
      ...picture,
      intrinsic: picture.intrinsic.slice(),
      extrinsic: picture.extrinsic.slice(),
      ...(depth && { depth: depth.slice() }),
      ...(segmentation && { segmentation: segmentation.slice() }),
      ...(shapes && { shapes: shapes.slice() }),
    };
    return [camera, { ...shot, jpeg: await encodeJpeg({ width, height, rgb }, rgbOrder) }] as const;
  });
  return { ...kept, shots: new Map(await Promise.all(shots)) };
}

/** Where the expert has no plan, to stay is no label either, but a number must stand there. */
function labelOf({ state, byExpert, expertAction }: RecordedFrame): Pick<KeptFrame, 'isExpert' | 'expertAction'> {
  if (expertAction === undefined) return byExpert === undefined ? {} : { isExpert: byExpert };
  return { isExpert: expertAction !== null, expertAction: (expertAction ?? state).slice() };
}

/** The authors' tree, and beside it which commands are the expert's, where that is a question. */
export function episodeTree(frames: readonly KeptFrame[]): Hdf5Group {
  const part = (from: number, to: number) => (frame: KeptFrame) => frame.state.subarray(from, to);
  const cameras = shotsByCamera(frames);
  const thirdView = cameras.get(THIRD_VIEW);
  cameras.delete(THIRD_VIEW);
  return new Map<string, Hdf5Group | Hdf5Dataset>([
    ['observation', new Map([...cameras].map(([camera, shots]) => [camera, cameraGroup(shots)]))],
    [
      'joint_action',
      new Map([
        ['left_arm', column('f8', [6], frames, part(0, 6))],
        ['left_gripper', column('f8', [], frames, part(6, 7))],
        ['right_arm', column('f8', [6], frames, part(7, 13))],
        ['right_gripper', column('f8', [], frames, part(13, 14))],
        ['vector', column('f8', [14], frames, ({ state }) => state)],
      ]),
    ],
    [
      'endpose',
      new Map([
        ['left_endpose', column('f8', [7], frames, ({ hands }) => hands.left)],
        ['left_gripper', column('f8', [], frames, part(6, 7))],
        ['right_endpose', column('f8', [7], frames, ({ hands }) => hands.right)],
        ['right_gripper', column('f8', [], frames, part(13, 14))],
      ]),
    ],
    // Readers expect the entry even when it is empty.
    ['pointcloud', column('f8', cloudShape(frames), frames, ({ cloud }) => cloud)],
    ...(frames[0]?.isExpert === undefined
      ? []
      : [[IS_EXPERT, column('u1', [], frames, ({ isExpert }) => [isExpert ? 1 : 0])] as const]),
    ...(frames[0]?.expertAction === undefined
      ? []
      : [[EXPERT_ACTION, column('f8', [14], frames, ({ expertAction = [] }) => expertAction)] as const]),
    ...(thirdView ? [['third_view_rgb', pictures(thirdView)] as const] : []),
  ]);
}

function cloudShape([first]: readonly KeptFrame[]): number[] {
  return first && first.cloud.length > 0 ? [first.cloud.length / POINT, POINT] : [0];
}

function cameraGroup(shots: readonly CompressedPicture[]): Hdf5Group {
  const [first] = shots;
  const group: Hdf5Group = new Map([
    ['cam2world_gl', column('f4', [4, 4], shots, ({ extrinsic }) => cameraToWorld(extrinsic))],
    ['extrinsic_cv', column('f4', [3, 4], shots, ({ extrinsic }) => extrinsic)],
    ['intrinsic_cv', column('f4', [3, 3], shots, ({ intrinsic }) => intrinsic)],
    ['rgb', pictures(shots)],
  ]);
  const size = first ? [first.height, first.width] : [];
  if (first?.depth)
    group.set(
      'depth',
      column('f8', size, shots, ({ depth = [] }) => depth),
    );
  const coloured = (of: 'segmentation' | 'shapes') =>
    column('u1', [...size, 3], shots, (shot) => paletteColours(shot[of] ?? []));
  if (first?.segmentation) group.set('actor_segmentation', coloured('segmentation'));
  if (first?.shapes) group.set('mesh_segmentation', coloured('shapes'));
  return group;
}

function pictures(shots: readonly CompressedPicture[]): Hdf5Dataset {
  const jpegs = shots.map(({ jpeg }) => jpeg);
  return { type: { text: Math.max(...jpegs.map(({ length }) => length)) }, shape: [jpegs.length], rows: jpegs };
}

/** Values are converted when they are written: doubles of a whole episode take much room. */
function column<T>(
  type: 'f4' | 'f8' | 'u1',
  shape: readonly number[],
  items: readonly T[],
  values: (item: T) => ArrayLike<number>,
): Hdf5Dataset {
  const array = { f4: Float32Array, f8: Float64Array, u1: Uint8Array }[type];
  const rows = items.values().map((item) => new Uint8Array(array.from(values(item)).buffer));
  return { type, shape: [items.length, ...shape], rows };
}

function shotsByCamera(frames: readonly KeptFrame[]): Map<string, CompressedPicture[]> {
  const first = frames[0]?.shots ?? new Map<string, CompressedPicture>();
  const shots = (camera: string, { width, height }: CompressedPicture) =>
    frames.map((frame, index) => {
      const shot = frame.shots.get(camera);
      if (shot?.width === width && shot.height === height && frame.shots.size === first.size) return shot;
      throw new SextantError('bad_argument', `frame ${index} has other cameras or sizes than the first one`, {
        where: camera,
      });
    });
  return new Map([...first].map(([camera, shot]) => [camera, shots(camera, shot)]));
}

/** Camera to world (4×4) with y up and z towards the viewer, from world to camera (3×4) with y down and z forward. */
function cameraToWorld(extrinsic: ArrayLike<number>): number[] {
  const cell = (row: number, column: number) => at(extrinsic, 4 * row + column);
  const rows = [0, 1, 2].map((row) => {
    const [x, y, z] = [cell(0, row), cell(1, row), cell(2, row)];
    return [x, -y, -z, -(x * cell(0, 3) + y * cell(1, 3) + z * cell(2, 3))];
  });
  return [...rows.flat(), 0, 0, 0, 1];
}
