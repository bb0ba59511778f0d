import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../files/index.ts';
import { random } from '../stats/index.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';

/** Few frames, so that there is much writing in little time. */
const collecting = ['rsb', 'collect', 'rsb-math-4', '--episodes', '0..3', '--workers', '1', '--save_freq', '500'];
const set = 'data/rsb_math/rsb_math_train_500';

/** Every file by its hash, the ledger line by line in any order. */
function contentOf(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const sorted = name.endsWith('.ndjson') ? Buffer.from(bytes.toString().split('\n').sort().join('\n')) : bytes;
      return [join(parentPath, name).slice(dir.length), sha256(sorted)];
    }),
  );
}

/** Starts a command and kills it when so many things have happened in its folder. */
async function killedAfter(cwd: string, events: number, command: string[]): Promise<NodeJS.Signals | null> {
  const { child, ended } = begin({ cwd }, ...command);
  let seen = 0;
  const watcher = watch(cwd, { recursive: true }, () => {
    seen += 1;
    if (seen === events) child.kill('SIGKILL');
  });
  const { signal } = await ended;
  watcher.close();
  return signal;
}

const whole = newFolder();
beforeAll(async () => {
  expect((await sextant({ cwd: whole }, ...collecting)).code).toBe(0);
});

test('killed while it records, it goes on and ends as if nothing had happened', async () => {
  const dice = random('kill collect');
  const cwd = newFolder();
  let kills = 0;
  for (const events of [9, 14, 22, 30].map((most) => most - dice.int(4))) {
    if ((await killedAfter(cwd, events, collecting)) === 'SIGKILL') kills += 1;
    // What is said to be done is there to the last byte.
    const { stderr } = await sextant({ cwd }, 'rsb', 'check', set);
    expect(stderr).not.toMatch(/cut off|changed|the picture is damaged|no HDF5/);
  }
  expect(kills).toBeGreaterThan(2);
  const { code, json } = await sextant({ cwd }, ...collecting, '--json');
  expect(code).toBe(0);
  expect(json[0]).toMatchObject({ whole: true });
  expect(contentOf(join(cwd, set))).toEqual(contentOf(join(whole, set)));
  expect((await sextant({ cwd }, 'rsb', 'check', set)).code).toBe(0);
});

test('killed merge, reuse and export leave a whole folder or none, and nothing for good', async () => {
  const setting = basename(set);
  const commands = {
    'data/rsb_math/merged': ['merge', 'rsb_math', 'merged', setting],
    'data/rsb_math/more': [
      ...['reuse', '--task_name', 'rsb_math', '--source_setting', setting, '--target_setting', 'more', '--copies', '2'],
    ],
    'exports/lerobot': ['export', set, '--format', 'lerobot-v3', '--out', 'exports/lerobot'],
  };
  const dice = random('kill others');
  let kills = 0;
  for (const [target, args] of Object.entries(commands)) {
    const command = ['rsb', ...args, '--overwrite'];
    if ((await killedAfter(whole, 1 + dice.int(6), command)) === 'SIGKILL') kills += 1;
    if (existsSync(join(whole, target))) expect((await sextant({ cwd: whole }, 'rsb', 'check', target)).code).toBe(0);
    expect((await sextant({ cwd: whole }, ...command)).code).toBe(0);
    expect(existsSync(join(whole, target))).toBe(true);
    expect(readdirSync(join(whole, dirname(target))).filter((name) => /\.(tmp|old)$/.test(name))).toEqual([]);
  }
  expect(kills).toBeGreaterThan(0);
});
