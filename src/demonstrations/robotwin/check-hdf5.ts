import type { Pixels } from '../demonstration.ts';
import { checkMounts } from './check-cameras.ts';
import { camerasOf, lengthOf } from './episode-read.ts';
import type { SetFindings } from './findings.ts';
import { type Hdf5File, withHdf5 } from './hdf5-read.ts';
import { decodeJpeg } from './jpeg.ts';
import { thumbnail } from './thumbnail.ts';

/** Path to type, and shape of each frame. */
const numbers: Readonly<Record<string, readonly [type: string, shape: readonly number[]]>> = {
  'joint_action/left_arm': ['f8', [6]],
  'joint_action/left_gripper': ['f8', []],
  'joint_action/right_arm': ['f8', [6]],
  'joint_action/right_gripper': ['f8', []],
  'joint_action/vector': ['f8', [14]],
  'endpose/left_endpose': ['f8', [7]],
  'endpose/left_gripper': ['f8', []],
  'endpose/right_endpose': ['f8', [7]],
  'endpose/right_gripper': ['f8', []],
};
const perCamera = { intrinsic_cv: ['f4', [3, 3]], extrinsic_cv: ['f4', [3, 4]], cam2world_gl: ['f4', [4, 4]] } as const;
const usualCameras = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];

/** What an episode looks like. */
export interface Looks {
  frames: number;
  /** What the drives were told in the first frame. */
  start: Float64Array;
  /** The first picture of each camera. */
  first: ReadonlyMap<string, Pixels>;
  /** The pictures of the head camera that were looked at, small, by their frame. */
  head: ReadonlyMap<number, Float64Array>;
}

/** Looks at every dataset of an episode, and at every picture unless told otherwise. */
export async function checkHdf5(
  path: string,
  findings: SetFindings,
  opts: { everyPicture: boolean },
): Promise<Looks | undefined> {
  return findings.attempt(path, () => withHdf5(path, (file) => checkContent(file, findings, opts)));
}

async function checkContent(file: Hdf5File, findings: SetFindings, opts: { everyPicture: boolean }): Promise<Looks> {
  const at = (name: string) => `${file.path} /${name}`;
  const length = lengthOf(file);
  const cameras = camerasOf(file);
  if (length === 0) findings.error(at('joint_action/vector'), 'there are no frames');
  for (const camera of usualCameras)
    if (!cameras.includes(camera)) findings.warn(at(`observation/${camera}`), 'there are no pictures of this camera');
  const ofCameras = cameras.flatMap((camera) =>
    Object.entries(perCamera).map(([name, kind]) => [`observation/${camera}/${name}`, kind] as const),
  );
  for (const [name, [type, shape]] of [...Object.entries(numbers), ...ofCameras])
    await findings.attempt(at(name), () => checkNumbers(file, findings, { name, type, shape, length }));
  const parts = ['left_arm', 'left_gripper', 'right_arm', 'right_gripper'].map((name) => `joint_action/${name}`);
  if (parts.every((name) => file.kind(name))) checkVector(file, findings, parts);

  const pointcloud = file.kind('pointcloud');
  if (pointcloud?.shape[0] !== length) findings.warn(at('pointcloud'), `it has not ${length} frames`);
  checkMounts(file, cameras, findings);
  const first = new Map<string, Pixels>();
  const head = new Map<number, Float64Array>();
  const lists = cameras.map((camera) => ({ camera, name: `observation/${camera}/rgb` }));
  const third = file.kind('third_view_rgb') ? [{ camera: 'observer_camera', name: 'third_view_rgb' }] : [];
  for (const { camera, name } of [...lists, ...third])
    await checkPictures(file, findings, {
      name,
      length,
      ...opts,
      seen(t, picture) {
        if (t === 0) first.set(camera, picture);
        if (camera === 'head_camera') head.set(t, thumbnail(picture));
      },
    });
  const start = file.numbers('joint_action/vector', [14]).slice(0, 14);
  return { frames: length, start, first, head };
}

function checkNumbers(
  file: Hdf5File,
  findings: SetFindings,
  expected: { name: string; type: string; shape: readonly number[]; length: number },
): void {
  const { name, type, shape, length } = expected;
  const where = `${file.path} /${name}`;
  const values = file.numbers(name, shape);
  const kind = file.kind(name);
  if (kind?.type !== type) findings.warn(where, `the type is ${kind?.type}, upstream has ${type}`);
  if (kind?.shape[0] !== length)
    findings.error(where, `${kind?.shape[0]} frames, but joint_action/vector has ${length}`);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) findings.error(where, `value ${bad} is ${values[bad]}`);
}

/** The vector is the parts, one after the other. */
function checkVector(file: Hdf5File, findings: SetFindings, parts: readonly string[]): void {
  const vector = file.numbers('joint_action/vector', [14]);
  let offset = 0;
  for (const name of parts) {
    const width = name.endsWith('arm') ? 6 : 1;
    const values = file.numbers(name, width === 6 ? [6] : []);
    const differs = values.findIndex((value, i) => value !== vector[14 * Math.floor(i / width) + offset + (i % width)]);
    if (differs >= 0)
      findings.error(
        `${file.path} /${name}`,
        `frame ${Math.floor(differs / width)} is not what joint_action/vector says`,
      );
    offset += width;
  }
}

interface PictureList {
  name: string;
  length: number;
  everyPicture: boolean;
  seen(frame: number, picture: Pixels): void;
}

async function checkPictures(
  file: Hdf5File,
  findings: SetFindings,
  { name, length, everyPicture, seen }: PictureList,
): Promise<void> {
  const where = `${file.path} /${name}`;
  const count = file.kind(name)?.shape[0];
  if (count !== length) findings.error(where, `${count} pictures, but joint_action/vector has ${length} frames`);
  const chosen = Array.from({ length }, (_, t) => t).filter((t) => everyPicture || t === 0 || t === length - 1);
  let size: string | undefined;
  for (const t of chosen) {
    const entry = `${where}[${t}]`;
    const picture = await findings.attempt(entry, () => decodeJpeg(file.bytes(name, t), 'standard', entry));
    if (!picture) return;
    seen(t, picture);
    const found = `${picture.width}×${picture.height}`;
    size ??= found;
    if (found !== size) findings.error(entry, `the picture is ${found}, the first one ${size}`);
  }
}
