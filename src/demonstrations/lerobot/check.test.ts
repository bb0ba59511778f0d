import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLerobot } from './check.ts';
import { describeFinding, type FindingCode } from './finding.ts';
import { openLerobot } from './open.ts';
import { editJson, editTable } from './testing/damage.ts';
import { drawnSet } from './testing/drawn-set.ts';
import { temporaryFolder } from './testing/temporary.ts';
import { writeLerobotV3 } from './write-v3.ts';
import { writeLerobotV21 } from './write-v21.ts';

const root = mkdtempSync(join(tmpdir(), 'sextant-lerobot-check-'));
const DATA = 'data/chunk-000/file-000.parquet';
const EPISODES = 'meta/episodes/chunk-000/file-000.parquet';
const CAMERA = 'observation.images.head_camera';
const GROUPS = [3, 2];

beforeAll(async () => {
  const set = drawnSet({ lengths: GROUPS });
  await writeLerobotV3(set, join(root, 'v3'));
  await writeLerobotV21(set, join(root, 'v21'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Expected {
  code: FindingCode;
  severity?: 'warning';
  file: string;
  row?: number;
  field?: string;
}

/** Damages a copy and expects that finding among others that may follow from it. */
async function expectFinding(
  version: 'v3' | 'v21',
  damage: (dir: string) => unknown,
  expected: Expected,
): Promise<void> {
  const dir = join(temporaryFolder(), 'set');
  cpSync(join(root, version), dir, { recursive: true });
  await damage(dir);
  const { findings } = await checkLerobot(dir);
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', ...expected }));
}

const editData =
  (change: Parameters<typeof editTable>[1], groups = GROUPS) =>
  (dir: string) =>
    editTable(join(dir, DATA), change, groups);
const editEpisodes = (change: Parameters<typeof editTable>[1]) => (dir: string) =>
  editTable(join(dir, EPISODES), change);
const editInfo = (change: Parameters<typeof editJson>[1]) => (dir: string) =>
  editJson(join(dir, 'meta/info.json'), change);
const editStats = (change: Parameters<typeof editJson>[1]) => (dir: string) =>
  editJson(join(dir, 'meta/stats.json'), change);

/** Sets one value. */
const at = (column: string, row: number, value: unknown) => (columns: Record<string, unknown[]>) => {
  columns[column]?.splice(row, 1, value);
};

test.for<[string, (dir: string) => unknown, Expected]>([
  ['a missing file', (dir) => rmSync(join(dir, DATA)), { code: 'file_missing', file: DATA }],
  [
    'a missing video',
    (dir) => rmSync(join(dir, 'videos', CAMERA), { recursive: true }),
    { code: 'file_missing', file: `videos/${CAMERA}/chunk-000/file-000.mp4` },
  ],
  ['a table that is cut off', (dir) => truncateSync(join(dir, DATA), 300), { code: 'file_unreadable', file: DATA }],
  [
    'a video that is none',
    (dir) => writeFileSync(join(dir, `videos/${CAMERA}/chunk-000/file-000.mp4`), 'hello'),
    { code: 'file_unreadable', file: `videos/${CAMERA}/chunk-000/file-000.mp4` },
  ],
  [
    'no episodes',
    (dir) => rmSync(join(dir, 'meta/episodes'), { recursive: true }),
    { code: 'file_missing', file: 'meta/episodes' },
  ],
  [
    'a rate of zero',
    editInfo((info) => ({ ...info, fps: 0 })),
    { code: 'info_invalid', file: 'meta/info.json', field: 'fps' },
  ],
  [
    'videos without a path',
    editInfo(({ video_path, ...info }) => info),
    { code: 'info_invalid', file: 'meta/info.json', field: 'video_path' },
  ],
  [
    'info.json that is not JSON',
    (dir) => writeFileSync(join(dir, 'meta/info.json'), '{'),
    { code: 'file_unreadable', file: 'meta/info.json' },
  ],
  [
    'tasks without the note for pandas',
    (dir) => editTable(join(dir, 'meta/tasks.parquet'), () => {}),
    { code: 'tasks_unnamed', file: 'meta/tasks.parquet', field: 'task' },
  ],
  [
    'a wrong number of frames',
    editInfo((info) => ({ ...info, total_frames: 6 })),
    { code: 'count_differs', file: 'meta/info.json', field: 'total_frames' },
  ],
  [
    'a wrong number of episodes',
    editInfo((info) => ({ ...info, total_episodes: 1 })),
    { code: 'count_differs', file: 'meta/info.json', field: 'total_episodes' },
  ],
  [
    'a wrong number of tasks',
    editInfo((info) => ({ ...info, total_tasks: 1 })),
    { code: 'count_differs', file: 'meta/info.json', field: 'total_tasks' },
  ],
  [
    'episodes that are not numbered densely',
    editEpisodes(at('episode_index', 1, 2)),
    { code: 'episode_order', file: 'meta/episodes', row: 1, field: 'episode_index' },
  ],
  [
    'a gap between episodes',
    editEpisodes(at('dataset_from_index', 1, 4)),
    { code: 'range_gap', file: 'meta/episodes', row: 1, field: 'dataset_from_index' },
  ],
  [
    'an episode column that is missing',
    editEpisodes((columns) => delete columns['data/file_index']),
    { code: 'column_missing', file: EPISODES, field: 'data/file_index' },
  ],
  [
    'a lost row',
    editData((columns) => Object.values(columns).map((values) => values.pop()), [3, 1]),
    { code: 'rows_differ', file: DATA },
  ],
  ['row groups across episodes', editData(() => {}, [5]), { code: 'row_groups', severity: 'warning', file: DATA }],
  [
    'a column that nobody knows',
    editData((columns) => Object.assign(columns, { mood: [1, 2, 3, 4, 5] })),
    { code: 'column_unknown', file: DATA, field: 'mood' },
  ],
  [
    'a column that is missing',
    editData((columns) => delete columns.action),
    { code: 'column_missing', file: DATA, field: 'action' },
  ],
  [
    'a time off the grid',
    editData(at('timestamp', 4, 0.15)),
    { code: 'timestamp', file: DATA, row: 4, field: 'timestamp' },
  ],
  [
    'a wrong frame number',
    editData(at('frame_index', 2, 1)),
    { code: 'row_number', file: DATA, row: 2, field: 'frame_index' },
  ],
  ['a wrong row number', editData(at('index', 3, 9)), { code: 'row_number', file: DATA, row: 3, field: 'index' }],
  [
    'a row of another episode',
    editData(at('episode_index', 3, 0)),
    { code: 'row_number', file: DATA, row: 3, field: 'episode_index' },
  ],
  [
    'a task that is not there',
    editData(at('task_index', 1, 7)),
    { code: 'task_unknown', file: DATA, row: 1, field: 'task_index' },
  ],
  [
    'a task of another episode',
    editData(at('task_index', 1, 1)),
    { code: 'task_unknown', file: DATA, row: 1, field: 'task_index' },
  ],
  [
    'an episode whose task is not listed',
    editEpisodes(at('tasks', 0, ['Sing.'])),
    { code: 'task_unknown', file: 'meta/episodes', row: 0, field: 'tasks' },
  ],
  [
    'a state with a hole',
    editData(at('observation.state', 1, new Array(14).fill(Number.NaN))),
    { code: 'bad_value', file: DATA, row: 1, field: 'observation.state' },
  ],
  [
    'a state that is too short',
    editData(at('observation.state', 1, [1, 2])),
    { code: 'bad_value', file: DATA, row: 1, field: 'observation.state' },
  ],
  [
    'a video of another size',
    editInfo((info) => JSON.parse(JSON.stringify(info).replaceAll('[48,64,3]', '[48,66,3]'))),
    { code: 'video_size', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, field: CAMERA },
  ],
  [
    'a video that ends early',
    editEpisodes(at(`videos/${CAMERA}/to_timestamp`, 1, 0.7)),
    { code: 'video_short', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, row: 1, field: CAMERA },
  ],
  [
    'an episode with a frame too many',
    editEpisodes(at(`videos/${CAMERA}/from_timestamp`, 1, 0.2)),
    { code: 'video_frames', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, row: 1, field: CAMERA },
  ],
  [
    'an episode between two frames',
    editEpisodes(at(`videos/${CAMERA}/from_timestamp`, 1, 0.301)),
    { code: 'video_frames', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, row: 1, field: CAMERA },
  ],
  ['no statistics', (dir) => rmSync(join(dir, 'meta/stats.json')), { code: 'file_missing', file: 'meta/stats.json' }],
  [
    'statistics of a feature missing',
    editStats(({ action: _, ...stats }) => stats),
    { code: 'stats_missing', file: 'meta/stats.json', field: 'action/mean' },
  ],
  [
    'quantiles missing',
    editStats((stats) => ({ ...stats, index: { min: [0], max: [4], mean: [2], std: [1], count: [5] } })),
    { code: 'stats_missing', severity: 'warning', file: 'meta/stats.json', field: 'index/q01' },
  ],
  [
    'statistics that are no numbers',
    editStats((stats) => JSON.parse(JSON.stringify(stats).replace(/"mean":\[[^,]+,/, '"mean":[null,'))),
    { code: 'stats_invalid', file: 'meta/stats.json', field: 'observation.state/mean' },
  ],
  [
    'too few statistics',
    editStats((stats) => JSON.parse(JSON.stringify(stats).replace(/"max":\[[^,]+,/, '"max":['))),
    { code: 'stats_invalid', file: 'meta/stats.json', field: 'observation.state/max' },
  ],
  [
    'statistics of an episode that are no numbers',
    editEpisodes(at('stats/action/std', 1, new Array(14).fill(Number.NaN))),
    { code: 'stats_invalid', file: EPISODES, row: 1, field: 'stats/action/std' },
  ],
  [
    'a truncated video whose index is whole',
    (dir) => cutEnd(join(dir, `videos/${CAMERA}/chunk-000/file-000.mp4`)),
    { code: 'video_damaged', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, field: CAMERA },
  ],
  [
    'a video with a hole in its pictures',
    (dir) => zeroMiddle(join(dir, `videos/${CAMERA}/chunk-000/file-000.mp4`)),
    { code: 'video_damaged', file: `videos/${CAMERA}/chunk-000/file-000.mp4`, field: CAMERA },
  ],
  [
    'the videos of two cameras swapped',
    (dir) => swapFiles(...videosOf(dir, 'chunk-000/file-000.mp4')),
    { code: 'stats_differ', file: EPISODES, row: 0, field: `stats/${CAMERA}/mean` },
  ],
  [
    'a wrong mean of all episodes',
    editStats((stats) => Object.assign(stats, { action: { ...Object(stats.action), mean: new Array(14).fill(0.5) } })),
    { code: 'stats_differ', file: 'meta/stats.json', field: 'action/mean' },
  ],
  [
    'a wrong mean of all pictures',
    editStats((stats) =>
      Object.assign(stats, { [CAMERA]: { ...Object(stats[CAMERA]), mean: [[[0.5]], [[0.5]], [[0.5]]] } }),
    ),
    { code: 'stats_differ', file: 'meta/stats.json', field: `${CAMERA}/mean` },
  ],
  [
    'a wrong spread of an episode',
    editEpisodes(at('stats/action/std', 1, new Array(14).fill(0.5))),
    { code: 'stats_differ', file: EPISODES, row: 1, field: 'stats/action/std' },
  ],
  [
    'a state that its statistics do not know',
    editData(at('observation.state', 1, new Array(14).fill(9))),
    { code: 'stats_differ', file: EPISODES, row: 0, field: 'stats/observation.state/max' },
  ],
  [
    'a repository without the tag',
    (dir) => mkdirSync(join(dir, '.git')),
    { code: 'tag_missing', severity: 'warning', file: '.git' },
  ],
])('v3: finds %s', ([, damage, expected]) => expectFinding('v3', damage, expected));

test.for<[string, (dir: string) => unknown, Expected]>([
  [
    'a missing table',
    (dir) => rmSync(join(dir, 'data/chunk-000/episode_000001.parquet')),
    { code: 'file_missing', file: 'data/chunk-000/episode_000001.parquet' },
  ],
  [
    'a missing list of tasks',
    (dir) => rmSync(join(dir, 'meta/tasks.jsonl')),
    { code: 'file_missing', file: 'meta/tasks.jsonl' },
  ],
  [
    'a line that is not JSON',
    (dir) => writeFileSync(join(dir, 'meta/episodes.jsonl'), '{"episode_index":0'),
    { code: 'file_unreadable', file: 'meta/episodes.jsonl' },
  ],
  [
    'a wrong length',
    (dir) => writeFileSync(join(dir, 'meta/episodes.jsonl'), '{"episode_index":0,"tasks":[],"length":4}\n'),
    { code: 'rows_differ', file: 'data/chunk-000/episode_000000.parquet' },
  ],
  [
    'statistics missing',
    (dir) => writeFileSync(join(dir, 'meta/episodes_stats.jsonl'), '{"episode_index":0,"stats":{}}\n'),
    { code: 'stats_missing', file: 'meta/episodes_stats.jsonl', row: 0, field: 'action/mean' },
  ],
  [
    'a time off the grid',
    (dir) => editTable(join(dir, 'data/chunk-000/episode_000000.parquet'), at('timestamp', 2, 0.3)),
    { code: 'timestamp', file: 'data/chunk-000/episode_000000.parquet', row: 2, field: 'timestamp' },
  ],
  [
    'a wrong mean of an episode',
    (dir) => editLines(join(dir, 'meta/episodes_stats.jsonl'), 1, ({ stats }) => stats.action.mean.fill(0.5)),
    { code: 'stats_differ', file: 'meta/episodes_stats.jsonl', row: 1, field: 'action/mean' },
  ],
  [
    'a truncated video whose index is whole',
    (dir) => cutEnd(videoOf(dir, 1)),
    { code: 'video_damaged', file: `videos/chunk-000/${CAMERA}/episode_000001.mp4`, field: CAMERA },
  ],
  [
    'the videos of two cameras swapped',
    (dir) => swapFiles(videoOf(dir, 1), videoOf(dir, 1).replace('head_camera', 'left_camera')),
    { code: 'stats_differ', file: 'meta/episodes_stats.jsonl', row: 1, field: `${CAMERA}/mean` },
  ],
  [
    'the video of another episode',
    (dir) => cpSync(videoOf(dir, 0), videoOf(dir, 1)),
    { code: 'video_frames', file: `videos/chunk-000/${CAMERA}/episode_000001.mp4`, severity: 'warning' },
  ],
])('v2.1: finds %s', ([, damage, expected]) => expectFinding('v21', damage, expected));

function videoOf(dir: string, episode: number): string {
  return join(dir, `videos/chunk-000/${CAMERA}/episode_00000${episode}.mp4`);
}

function videosOf(dir: string, file: string): [string, string] {
  const place = (key: string) => join(dir, 'videos', key, file);
  return [place(CAMERA), place(CAMERA.replace('head', 'left'))];
}

function swapFiles(a: string, b: string): void {
  renameSync(a, `${a}.other`);
  renameSync(b, a);
  renameSync(`${a}.other`, b);
}

/** The index stands in front, so it still promises every frame. */
function cutEnd(path: string): void {
  truncateSync(path, statSync(path).size - 60);
}

function zeroMiddle(path: string): void {
  const bytes = readFileSync(path);
  const start = bytes.indexOf('mdat') + 8;
  bytes.fill(0, start, start + ((bytes.length - start) >> 1));
  writeFileSync(path, bytes);
}

function editLines(path: string, line: number, change: (value: { stats: { action: { mean: number[] } } }) => void) {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const value = JSON.parse(lines[line] ?? '');
  change(value);
  writeFileSync(path, `${lines.with(line, JSON.stringify(value)).join('\n')}\n`);
}

test('a column that is wrong throughout is one finding', async () => {
  const dir = join(temporaryFolder(), 'set');
  cpSync(join(root, 'v3'), dir, { recursive: true });
  await editTable(join(dir, DATA), (columns) => Object.assign(columns, { index: [1, 2, 3, 4, 5] }), GROUPS);
  const { findings } = await checkLerobot(dir);
  expect(findings).toHaveLength(1);
  expect(findings.map(describeFinding)).toEqual([`${DATA} row 0 index: 1, expected 0 (5 times)`]);
});

test('a folder that is no dataset has nothing to tell, and cannot be opened', async () => {
  const dir = temporaryFolder();
  expect(await checkLerobot(dir)).toMatchObject({ about: undefined, findings: [{ code: 'file_missing' }] });
  await expect(openLerobot(dir)).rejects.toThrow(/no such file/);
});

test('a dataset that holds more than a demonstration can is not opened', async () => {
  const dir = join(temporaryFolder(), 'set');
  cpSync(join(root, 'v3'), dir, { recursive: true });
  const info = join(dir, 'meta/info.json');
  editJson(info, ({ features, ...rest }) => ({
    ...rest,
    features: Object.assign({}, features, { 'next.reward': scalar }),
  }));
  await expect(openLerobot(dir)).rejects.toThrow('no place for next.reward');
  cpSync(join(root, 'v3/meta/info.json'), info);
  await editTable(join(dir, EPISODES), at('tasks', 1, ['Drücke „7“.', 'Put the block with 4 on it into the zone.']));
  await expect((await openLerobot(dir)).episode(1)).rejects.toThrow('several tasks');
  editJson(info, (value) => JSON.parse(JSON.stringify(value).replaceAll('"shape":[14]', '"shape":[7]')));
  await expect(openLerobot(dir)).rejects.toThrow('observation.state has 7 numbers, expected 14');
});

const scalar = { dtype: 'float32', shape: [1], names: null };

test('a path that leads out of the dataset is not followed', async () => {
  const dir = join(temporaryFolder(), 'set');
  cpSync(join(root, 'v3'), dir, { recursive: true });
  editJson(join(dir, 'meta/info.json'), (info) => ({ ...info, data_path: '../../../../../etc/passwd' }));
  const { findings } = await checkLerobot(dir);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'file_missing', file: expect.stringMatching(/leads out/) }),
  );
  expect(readdirSync(dir)).toContain('meta');
});
