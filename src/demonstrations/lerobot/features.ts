import { normalize } from 'node:path';
import type { DemoSet } from '../demonstration.ts';

/** What `info.json` says about one column or video. */
export interface Feature {
  dtype: string;
  shape: readonly number[];
  names: readonly string[] | null;
  info?: Readonly<Record<string, unknown>>;
}

export type Features = Readonly<Record<string, Feature>>;

const SIDES = ['left', 'right'];
const JOINTS = SIDES.flatMap((side) => [1, 2, 3, 4, 5, 6].map((n) => `${side}_joint${n}`).concat(`${side}_gripper`));
const POSE = SIDES.flatMap((side) => ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz', 'gripper'].map((n) => `${side}_${n}`));

/** Numbers in a state and in an action, and in the poses of both hands. */
export const WIDTH = JOINTS.length;
export const ENDPOSE_WIDTH = POSE.length;

/** Not `observation.…`: policies would take every such vector for a part of the state. */
export const ENDPOSE = 'endpose';

/** 1 where `action` is what the expert does, 0 where it was disturbed or has no plan. */
export const IS_EXPERT = 'action_is_expert';

/** The right option's text, and its letter. */
export const WORDS = ['answer', 'letter'] as const;

const string: Feature = { dtype: 'string', shape: [1], names: null };
const int64: Feature = { dtype: 'int64', shape: [1], names: null };

/** Every dataset has these, and they come last. */
export const DEFAULTS: Features = {
  timestamp: { dtype: 'float32', shape: [1], names: null },
  frame_index: int64,
  episode_index: int64,
  index: int64,
  task_index: int64,
};

const PICTURES = 'observation.images.';

/** The feature that holds a camera's video. */
export function videoKey(camera: string): string {
  return `${PICTURES}${camera}`;
}

/** The camera of a feature. */
export function cameraOf(key: string): string {
  return key.startsWith(PICTURES) ? key.slice(PICTURES.length) : key;
}

/** What the demonstrations of a set have beside the rest. */
export interface Contents {
  endpose: boolean;
  isExpert: boolean;
  words: boolean;
}

/** The features of a set, in the order of the files. `depthMark` is what the version calls "this is no depth video". */
export function featuresOf(set: DemoSet, opts: Contents & { depthMark: string }): Features {
  const videos = set.cameras.map(({ name, width, height }): [string, Feature] => {
    const size = { 'video.height': height, 'video.width': width };
    const stream = { 'video.codec': 'h264', 'video.pix_fmt': 'yuv420p', 'video.fps': set.fps, 'video.channels': 3 };
    const info = { ...size, ...stream, 'video.g': 2, has_audio: false, [opts.depthMark]: false };
    return [
      videoKey(name),
      { dtype: 'video', shape: [height, width, 3], names: ['height', 'width', 'channels'], info },
    ];
  });
  return {
    'observation.state': vector(JOINTS),
    action: vector(JOINTS),
    ...(opts.endpose ? { [ENDPOSE]: vector(POSE) } : {}),
    ...(opts.isExpert ? { [IS_EXPERT]: int64 } : {}),
    ...(opts.words ? Object.fromEntries(WORDS.map((name) => [name, string])) : {}),
    ...Object.fromEntries(videos),
    ...DEFAULTS,
  };
}

/** For `info.json`, beside `fps`: LeRobot's own code warns about a field that it does not know, and goes on. */
export function trueRate({ trueFps }: DemoSet): { true_fps?: number } {
  return trueFps === undefined ? {} : { true_fps: trueFps };
}

function vector(names: readonly string[]): Feature {
  return { dtype: 'float32', shape: [names.length], names };
}

/** Videos lie in files of their own; every other feature is a column. */
export function isVideo({ dtype }: Feature): boolean {
  return dtype === 'video';
}

/** `{name}` and `{name:03d}` as Python's `str.format` fills them. */
export function fillPath(template: string, values: Readonly<Record<string, number | string>>): string {
  return template.replace(/\{(\w+)(?::0(\d+)d)?\}/g, (whole, name: string, digits: string | undefined) => {
    const value = values[name];
    return value === undefined ? whole : String(value).padStart(Number(digits ?? 0), '0');
  });
}

/** A file of the dataset by its template. One that leads out of the folder is not followed. */
export function fileOf(template: string, values: Readonly<Record<string, number | string>>): string {
  const file = normalize(fillPath(template, values));
  return file.startsWith('..') || file.startsWith('/') ? 'a path that leads out of the dataset' : file;
}
