import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { type Behaviour, behave } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf, keysOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

/** A disk of its own; only some may make one. */
const disk = join(newFolder(), 'disk');
mkdirSync(disk);
const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]).status === 0;
const hasDisk = mount('size=600k');
afterAll(() => {
  if (hasDisk) spawnSync('umount', ['-l', disk]);
});

test.runIf(hasDisk)('a full disk has its own code; with room again, nothing that was kept is asked twice', async () => {
  const server = await startUnitServer(() => behave.says('A'));
  const place = { cwd: disk, env: { ...server.env, HOME: newFolder() } };
  const args = ['run', 'tiny:count=400', '--model', 'openai/some', '--out', 'run', '--json'];
  const full = await sextant(place, ...args);
  expect(full).toMatchObject({ code: 1 });
  expect(full.json.at(-1)).toMatchObject({ event: 'error', code: 'disk_full', fix: expect.stringContaining('room') });
  const folder = join(disk, 'run');
  const keys = keysOf(folder);
  const kept = new Set(attemptsOf(folder).map(({ unit }) => keys.get(unit)));
  expect(kept.size).toBeGreaterThan(0);

  // Reading needs no room.
  expect(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(2 ** 20))).toThrow('ENOSPC');
  for (const verb of ['score', 'report'])
    expect(await sextant(place, verb, 'run', '--json')).toMatchObject({ code: 0 });
  expect(await sextant(place, 'compare', 'run', 'run', '--json')).toMatchObject({ code: 0 });

  rmSync(join(disk, 'ballast'));
  expect(mount('remount,size=64m')).toBe(true);
  const before = server.asked.length;
  const resumed = await sextant(place, ...args);
  await server.close();
  expect(resumed.json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0, damaged: 0 } });
  expect(server.asked.slice(before).filter((key) => kept.has(key))).toEqual([]);
  const drafts = readdirSync(join(folder, 'blobs'), { recursive: true }).filter((name) =>
    String(name).endsWith('.tmp'),
  );
  expect(drafts).toEqual([]);
});

test('a limit on open files has its own code, and is no failure of the model', async () => {
  // Slow, so that there are many connections at once.
  const slow: Behaviour = (response, request) => void setTimeout(behave.says('A'), 2000, response, request);
  const server = await startUnitServer(() => slow);
  const cwd = newFolder();
  const command = join(import.meta.dirname, '../../bin/sextant');
  const args = ['run', 'tiny:count=300', '--model', 'openai/some', '--concurrency', '200', '--out', 'run', '--json'];
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', command, ...args];
  const child = spawn('sh', limited, { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...server.env } });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close'), text(child.stderr)]);
  await server.close();
  expect(code, stdout).toBe(1);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ code: 'too_many_open_files' });
  expect(attemptsOf(join(cwd, 'run')).filter(({ error }) => error)).toEqual([]);
});
