import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadVideoLibrary } from '../../media/index.ts';
import { openParquet } from '../../tables/index.ts';
import type { DemoSet } from '../demonstration.ts';
import { checkLerobot } from './check.ts';
import { openLerobot } from './open.ts';
import { colourOf, drawnSet, stateOf } from './testing/drawn-set.ts';
import { temporaryFolder } from './testing/temporary.ts';
import { writeLerobotV3 } from './write-v3.ts';
import { writeLerobotV21 } from './write-v21.ts';

const KEYS = ['observation.images.head_camera', 'observation.images.left_camera'];

function filesIn(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1))
    .sort();
}

/** Every number and every picture of a set must be the drawn ones. */
async function expectDrawn(set: DemoSet, lengths: readonly number[], tolerance: number): Promise<void> {
  expect(set.count).toBe(lengths.length);
  for (const [index, length] of lengths.entries()) {
    const demo = await set.episode(index);
    let frame = 0;
    for await (const { state, action, images } of demo.frames()) {
      expect([...state]).toEqual([...stateOf(index, frame)].map(Math.fround));
      expect([...action]).toEqual([...stateOf(index, frame + 1)].map(Math.fround));
      for (const [i, { name, width, height }] of set.cameras.entries()) {
        const upper = images[name]?.rgb.subarray(0, 3 * width * (height / 2 - 8)) ?? new Uint8Array();
        const mean = (channel: number) =>
          upper.reduce((sum, value, at) => sum + (at % 3 === channel ? value : 0), 0) / (upper.length / 3);
        for (const [channel, value] of colourOf(index, frame, i).entries())
          expect(Math.abs(mean(channel) - value), `episode ${index} frame ${frame} ${name}`).toBeLessThan(tolerance);
      }
      frame += 1;
    }
    expect(frame).toBe(length);
  }
}

/** Which frames of a video can be shown without the others. */
async function keyFrames(path: string): Promise<number[]> {
  const { EncodedPacketSink, FilePathSource, Input, MP4 } = await loadVideoLibrary();
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no video in it');
  const types = await Array.fromAsync(new EncodedPacketSink(track).packets(), ({ type }) => type);
  return types.flatMap((type, number) => (type === 'key' ? [number] : []));
}

test('v3: files, metadata, numbers and pictures', async () => {
  const dir = join(temporaryFolder(), 'deep', 'set');
  const progress: number[] = [];
  const { about, findings } = await writeLerobotV3(drawnSet(), dir, {
    onProgress: ({ frames }) => progress.push(frames),
  });
  expect(findings).toEqual([]);
  expect(about).toMatchObject({
    version: 'v3.0',
    episodes: 3,
    frames: 17,
    fps: 10,
    robot: 'aloha-agilex',
    cameras: KEYS,
  });
  expect(progress).toEqual([...Array.from({ length: 17 }, (_, i) => i + 1), 17]);
  expect(filesIn(dir)).toEqual([
    'data/chunk-000/file-000.parquet',
    'meta/episodes/chunk-000/file-000.parquet',
    'meta/info.json',
    'meta/stats.json',
    'meta/tasks.parquet',
    ...KEYS.map((key) => `videos/${key}/chunk-000/file-000.mp4`),
  ]);
  expect(readdirSync(dirname(dir))).toEqual(['set']);

  const text = readFileSync(join(dir, 'meta/info.json'), 'utf8');
  expect(text.startsWith('{\n    "codebase_version": "v3.0",\n    "fps": 10,\n    "features": {')).toBe(true);
  const info = JSON.parse(text);
  expect(Object.keys(info)).toEqual([
    ...['codebase_version', 'fps', 'features', 'total_episodes', 'total_frames', 'total_tasks', 'chunks_size'],
    ...['data_files_size_in_mb', 'video_files_size_in_mb', 'data_path', 'video_path', 'robot_type', 'splits'],
  ]);
  expect(Object.keys(info.features)).toEqual([
    ...['observation.state', 'action', ...KEYS],
    ...['timestamp', 'frame_index', 'episode_index', 'index', 'task_index'],
  ]);
  expect(info.features[KEYS[0] ?? '']).toMatchObject({
    dtype: 'video',
    shape: [48, 64, 3],
    info: { 'video.codec': 'h264' },
  });

  const episodes = await openParquet(join(dir, 'meta/episodes/chunk-000/file-000.parquet'));
  const [from, to] = [`videos/${KEYS[0]}/from_timestamp`, `videos/${KEYS[0]}/to_timestamp`];
  expect(await episodes.row(1, ['tasks', 'length', 'dataset_from_index', 'dataset_to_index', from, to])).toEqual({
    tasks: ['Drücke „7“.'],
    length: 4,
    dataset_from_index: 7,
    dataset_to_index: 11,
    [from]: 0.7,
    [to]: 1.1,
  });
  expect(await episodes.row(1, ['stats/frame_index/q50', 'stats/index/count'])).toEqual({
    'stats/frame_index/q50': [1.5],
    'stats/index/count': [4],
  });
  episodes.close();
  await expectDrawn(await openLerobot(dir), [7, 4, 6], 6);
  // Training reads frames in any order: every second of each episode must be one to begin at.
  const keys = await keyFrames(join(dir, `videos/${KEYS[0]}/chunk-000/file-000.mp4`));
  expect(keys).toEqual([0, 2, 4, 6, 7, 9, 11, 13, 15]);
});

test('v2.1: files, metadata, numbers and pictures; and from there to v3', async () => {
  const dir = temporaryFolder();
  const { about, findings } = await writeLerobotV21(drawnSet({ endpose: true }), join(dir, 'old'));
  expect(findings).toEqual([]);
  expect(about).toMatchObject({ version: 'v2.1', episodes: 3, frames: 17 });
  expect(filesIn(join(dir, 'old'))).toEqual([
    ...[0, 1, 2].map((i) => `data/chunk-000/episode_00000${i}.parquet`),
    ...['meta/episodes.jsonl', 'meta/episodes_stats.jsonl', 'meta/info.json', 'meta/tasks.jsonl'],
    ...KEYS.flatMap((key) => [0, 1, 2].map((i) => `videos/chunk-000/${key}/episode_00000${i}.mp4`)),
  ]);
  const lines = (file: string) =>
    readFileSync(join(dir, 'old/meta', file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect(lines('tasks.jsonl')[1]).toEqual({ task_index: 1, task: 'Drücke „7“.' });
  expect(lines('episodes.jsonl')[1]).toEqual({ episode_index: 1, tasks: ['Drücke „7“.'], length: 4 });
  const [{ stats }] = lines('episodes_stats.jsonl');
  expect(stats.frame_index).toEqual({ min: [0], max: [6], mean: [3], std: [2], count: [7] });
  expect(stats[KEYS[0] ?? ''].mean).toHaveLength(3);
  expect(stats[KEYS[0] ?? ''].mean[0]).toEqual([[expect.closeTo(0.33, 1)]]);

  const opened = await openLerobot(join(dir, 'old'));
  await expectDrawn(opened, [7, 4, 6], 6);
  expect((await writeLerobotV3(opened, join(dir, 'new'))).findings).toEqual([]);
  await expectDrawn(await openLerobot(join(dir, 'new')), [7, 4, 6], 8);
  for await (const { endpose } of (await opened.episode(0)).frames())
    expect(endpose).toMatchObject({ leftGripper: 0.5, rightGripper: 1 });
});

const told = {
  seen: ['Fetch the answer.', 'Bring what is right.'],
  unseen: ['Deliver it.'],
  question: 'What is 1 + 1?',
  answer: '2',
  letter: 'C',
};

test.each([writeLerobotV3, writeLerobotV21])('%o keeps wordings, answers, labels and the true rate', async (write) => {
  const dir = temporaryFolder();
  const isExpert = (frame: number) => frame !== 1;
  const tasks = ['Fetch the answer.'];
  const set = drawnSet({ lengths: [3, 2], tasks, language: told, isExpert, trueFps: 16.67 });
  expect((await write(set, join(dir, 'set'))).findings).toEqual([]);
  const info = JSON.parse(readFileSync(join(dir, 'set/meta/info.json'), 'utf8'));
  expect(info).toMatchObject({ fps: 10, true_fps: 16.67, total_tasks: 2 });
  expect(info.features).toMatchObject({
    action_is_expert: { dtype: 'int64' },
    answer: { dtype: 'string', shape: [1] },
  });

  // And on into the other version, and back into demonstrations.
  const other = write === writeLerobotV3 ? writeLerobotV21 : writeLerobotV3;
  await other(await openLerobot(join(dir, 'set')), join(dir, 'other'));
  expect((await checkLerobot(join(dir, 'other'))).findings).toEqual([]);
  const again = await openLerobot(join(dir, 'other'));
  expect(again.trueFps).toBe(16.67);
  const demo = await again.episode(1);
  expect(demo).toMatchObject({ task: 'Fetch the answer.', language: told });
  const labels = await Array.fromAsync(demo.frames(), (frame) => frame.isExpert);
  expect(labels).toEqual([true, false]);
});

test('an answer that is known of some episodes only is refused', async () => {
  const set = drawnSet({ lengths: [2, 2], language: told });
  const half: DemoSet = {
    ...set,
    async episode(index) {
      const { language, ...demo } = await set.episode(index);
      return index === 0 && language ? { ...demo, language } : demo;
    },
  };
  await expect(writeLerobotV3(half, join(temporaryFolder(), 'set'))).rejects.toThrow(/known of some episodes/);
});

test('v3 begins a new file where the next episode would pass the limit', async () => {
  const dir = join(temporaryFolder(), 'set');
  const limits = { dataFileMb: 0.002, videoFileMb: 0.012 };
  const { findings } = await writeLerobotV3(drawnSet(), dir, limits);
  expect(findings).toEqual([]);
  const files = filesIn(dir);
  expect(files.filter((file) => file.startsWith('data/')).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.includes('head_camera')).length).toBeGreaterThan(1);
  await expectDrawn(await openLerobot(dir), [7, 4, 6], 6);
});

test('an existing folder is left alone unless it is a dataset that may be overwritten', async () => {
  const root = temporaryFolder();
  const dir = join(root, 'set');
  const set = drawnSet({ lengths: [2] });
  mkdirSync(dir);
  await writeLerobotV3(set, dir);
  await expect(writeLerobotV3(set, dir)).rejects.toThrow(/not empty/);
  await writeLerobotV21(set, dir, { overwrite: true });
  expect((await checkLerobot(dir)).about?.version).toBe('v2.1');
  mkdirSync(join(root, 'home'));
  writeFileSync(join(root, 'home', 'thesis.tex'), '');
  await expect(writeLerobotV3(set, join(root, 'home'), { overwrite: true })).rejects.toThrow(/not a LeRobot dataset/);
  expect(readdirSync(root).sort()).toEqual(['home', 'set']);
});

test('a stopped write leaves nothing behind', async () => {
  const root = temporaryFolder();
  const controller = new AbortController();
  const onProgress = ({ frames }: { frames: number }) => frames === 9 && controller.abort(new Error('enough'));
  const write = writeLerobotV3(drawnSet(), join(root, 'set'), { signal: controller.signal, onProgress });
  await expect(write).rejects.toThrow('enough');
  expect(readdirSync(root)).toEqual([]);
});

test.for<[string, DemoSet, RegExp]>([
  ['no demonstrations', drawnSet({ lengths: [] }), /no demonstrations/],
  ['a rate that is not whole', drawnSet({ fps: 16.67 }), /whole number/],
  ['odd sides', drawnSet({ size: { width: 63, height: 48 } }), /even sides/],
  ['a camera with a slash', { ...drawnSet(), cameras: [{ name: 'a/b', width: 2, height: 2 }] }, /slash/],
  ['a camera without pictures', { ...drawnSet(), cameras: [{ name: 'front', width: 64, height: 48 }] }, /no picture/],
  [
    'pictures of another size',
    { ...drawnSet(), cameras: [{ name: 'head_camera', width: 32, height: 24 }] },
    /64×48 pixels/,
  ],
  ['an empty demonstration', drawnSet({ lengths: [3, 0] }), /0 frames were promised/],
])('refuses %s', async ([, set, message]) => {
  const root = temporaryFolder();
  await expect(async () => writeLerobotV3(set, join(root, 'set'))).rejects.toThrow(message);
  expect(existsSync(join(root, 'set'))).toBe(false);
  expect(readdirSync(root)).toEqual([]);
});

test('refuses a demonstration that is shorter than it says, has gaps in its poses or numbers that are none', async () => {
  const dir = join(temporaryFolder(), 'set');
  const set = drawnSet({ lengths: [3], endpose: true });
  const changed = (change: (frame: number) => object | undefined): DemoSet => ({
    ...set,
    episode: async (index) => {
      const demo = await set.episode(index);
      return {
        ...demo,
        async *frames() {
          let at = 0;
          for await (const frame of demo.frames()) {
            const difference = change(at++);
            if (difference) yield { ...frame, ...difference };
          }
        },
      };
    },
  });
  await expect(
    writeLerobotV3(
      changed((at) => (at === 2 ? undefined : {})),
      dir,
    ),
  ).rejects.toThrow(/3 frames were promised, 2 came/);
  await expect(
    writeLerobotV3(
      changed((at) => (at === 2 ? { endpose: undefined } : {})),
      dir,
    ),
  ).rejects.toThrow(/2 of 3 frames/);
  await expect(
    writeLerobotV3(
      changed(() => ({ state: new Float64Array(7) })),
      dir,
    ),
  ).rejects.toThrow(/7 numbers, expected 14/);
  const state = new Float64Array(14).fill(Number.NaN);
  await expect(
    writeLerobotV3(
      changed(() => ({ state })),
      dir,
    ),
  ).rejects.toThrow(/NaN is not a number/);
});
