import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallSet } from '../demonstrations/robotwin/testing/small-set.ts';
import { testHub } from '../hub/testing/test-hub.ts';
import { newFolder, sextant } from './testing/sextant.ts';

test('the authors’ demonstrations are pulled, checked, shown and exported by name', async () => {
  const set = await smallSet(0, 2);
  const theirs = readdirSync(set, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/ndjson|demos\.json|README|jpg/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = Object.fromEntries(theirs.map((path) => [path.slice(set.length + 1), readFileSync(path)]));
  const hub = await testHub({ ...files, 'README.md': Buffer.from('card') }, undefined, 'VLyb/RSB-Math');
  const cwd = newFolder();
  const place = { cwd, env: hub.env };
  const rsb = (...args: string[]) => sextant(place, 'rsb', ...args, '--json');
  expect((await rsb('check', 'rsb-math')).json[0]).toMatchObject({ fix: 'sextant data pull rsb-math' });
  const pulled = await sextant(place, 'data', 'pull', 'rsb-math', '--json');
  await hub[Symbol.asyncDispose]();
  expect(pulled.json[0], pulled.stderr).toMatchObject({ repo: 'VLyb/RSB-Math', files: 10 });

  expect((await rsb('check', 'rsb-math')).json[0]).toMatchObject({ format: 'RoboTwin', episodes: 2, findings: [] });
  const shown = await rsb('show', 'rsb-math', '--episode', '1', '--out', 'pictures');
  expect(shown.json[0]).toMatchObject({ episodes: 2, episode: { index: 1, length: 3 } });
  expect(shown.json[0].pictures).toHaveLength(12);
  expect(existsSync(join(cwd, 'pictures/episode1-head_camera-2.jpg'))).toBe(true);
  for (const format of ['lerobot-v3', 'lerobot-v2.1', 'robotwin']) {
    const { json, stderr } = await rsb('export', 'rsb-math', '--format', format, '--episodes', '1..2', '--out', format);
    expect(json[0], stderr).toMatchObject({ episodes: 1 });
    expect((await rsb('check', format)).code).toBe(0);
  }
  const back = await rsb('export', 'lerobot-v3', '--format', 'robotwin', '--out', 'back');
  expect(back.json[0]).toMatchObject({ code: 'bad_argument', fix: expect.stringContaining('RoboTwin') });
});
