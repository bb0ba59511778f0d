import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../media/index.ts';
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

/** Starts it and kills it when so many things have happened in its folder. */
async function killedAfter(cwd: string, events: number): Promise<NodeJS.Signals | null> {
  const { child, ended } = begin({ cwd }, ...collecting);
  let seen = 0;
  const watcher = watch(cwd, { recursive: true }, () => {
    seen += 1;
    if (seen === events) child.kill('SIGKILL');
  });
  const { signal } = await ended;
  watcher.close();
  return signal;
}

test('killed while it records, it goes on and ends as if nothing had happened', { timeout: 300_000 }, async () => {
  const whole = newFolder();
  expect((await sextant({ cwd: whole }, ...collecting)).code).toBe(0);
  const dice = random('kill collect');
  const cwd = newFolder();
  let kills = 0;
  for (const events of [9, 14, 22, 30].map((most) => most - dice.int(4))) {
    if ((await killedAfter(cwd, events)) === 'SIGKILL') kills += 1;
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
