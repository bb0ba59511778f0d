import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRobotwin } from './check.ts';
import { smallSet } from './testing/small-set.ts';

async function findings(dir: string, quick = false): Promise<string[]> {
  const checked = await checkRobotwin(dir, { quick });
  return checked.findings.map(
    ({ severity, where, message }) => `${severity} ${where.replace(`${dir}/`, '')}: ${message}`,
  );
}

function edit(dir: string, file: string, from: string, to: string): void {
  writeFileSync(join(dir, file), readFileSync(join(dir, file), 'utf8').replace(from, to));
}

test('a set that we wrote has no findings', async () => {
  const dir = await smallSet(5, 7);
  const steps: number[] = [];
  const { episodes, findings } = await checkRobotwin(dir, { onEpisode: (done) => steps.push(done) });
  expect({ episodes, findings, steps }).toEqual({ episodes: 2, findings: [], steps: [1, 2] });
});

test('changes are found', async () => {
  const dir = await smallSet(0, 3);
  const hdf5 = readFileSync(join(dir, 'data/episode0.hdf5'));
  hdf5.writeDoubleLE(0.5, hdf5.indexOf(Buffer.from(Float64Array.of(0, 1 / 64, 2 / 64, 3 / 64, 4 / 64, 5 / 64).buffer)));
  writeFileSync(join(dir, 'data/episode0.hdf5'), hdf5);
  writeFileSync(join(dir, 'video/episode1.mp4'), readFileSync(join(dir, 'video/episode2.mp4')).subarray(0, 300));
  edit(dir, 'instructions/episode2.json', 'What is 2 + 1? A: 1, B: 2', 'What is 2 + 1? A: 1, C: 2');
  edit(dir, 'seed.txt', '1000 1001', '1001 1001');
  edit(dir, 'scene_info.json', '"answer": "C"', '"answer": "D"');
  expect(await findings(dir)).toEqual([
    'error seed.txt: the seeds are not those of the episodes',
    'error data/episode0.hdf5: the content was changed',
    'error data/episode0.hdf5 /joint_action/left_arm: frame 0 is not what joint_action/vector says',
    'error video/episode1.mp4: the file is missing or cut off',
    expect.stringMatching(/^error video\/episode1.mp4: /),
    'error instructions/episode2.json: the content was changed',
    'error scene_info.json: episode_2 is not as it was recorded',
  ]);
});

test('gaps and leftovers are found', async () => {
  const dir = await smallSet(0, 3);
  rmSync(join(dir, 'data/episode1.hdf5'));
  renameSync(join(dir, 'instructions/episode2.json'), join(dir, 'instructions/episode9.json'));
  expect(await findings(dir, true)).toEqual([
    'error data/episode1.hdf5: the file is missing',
    'error video/episode1.mp4: there is no such episode',
    'error instructions/episode1.json: there is no such episode',
    'error instructions/episode9.json: there is no such episode',
    'error instructions/episode2.json: the file is missing',
    'error _traj_data/episode1.pkl: there is no such episode',
    'error scene_info.json: episode_1 is no episode of this set',
    'error seed.txt: 3 seeds for 2 episodes',
    'error instructions/episode2.json: the file is missing or cut off',
  ]);
});

test('a set of others is judged by its files alone', async () => {
  const dir = await smallSet(0, 2);
  for (const file of ['sextant-demos.json', 'episodes.ndjson']) rmSync(join(dir, file));
  rmSync(join(dir, '_traj_data'), { recursive: true });
  writeFileSync(join(dir, 'seed.txt'), '4 4 ');
  edit(dir, 'instructions/episode1.json', 'What is 1 + 1?', 'What is it?');
  expect(await findings(dir)).toEqual([
    'warning _traj_data/episode0.pkl: there is none for any episode',
    'warning seed.txt: a seed is there twice',
    'error instructions/episode1.json: seen instruction 0 lacks "What is 1 + 1?"',
  ]);
});

test('an empty folder is no set', async () => {
  expect(await findings(join(await smallSet(0, 1), 'pictures'))).toEqual([
    'error data/episode0.hdf5: there are no episodes',
    'error scene_info.json: there is no such file',
    'error seed.txt: there is no such file',
  ]);
});
