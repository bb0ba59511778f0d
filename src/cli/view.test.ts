import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { begin, newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();

beforeAll(async () => {
  const { code } = await sextant({ cwd }, 'run', 'tiny:count=6', '--model', 'baseline/random', '--out', 'runs/first');
  expect(code).toBe(0);
});

it('serves runs until it is told to stop, and prints where', async () => {
  const { child, ended } = begin({ cwd }, 'view', '--port', '0', '--json');
  const [line] = await once(child.stdout ?? child, 'data');
  const { url } = JSON.parse(String(line));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const runs = await (await fetch(`${url}api/runs`)).json();
  expect(runs).toMatchObject([{ name: 'first', summary: { units: 6 } }]);
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

it('says what to do where there are no runs yet', async () => {
  const { child, ended } = begin({ cwd: newFolder() }, 'view', '.', '--port', '0', '--json');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGTERM');
  expect((await ended).stderr).toContain('`sextant run tiny --model baseline/random` makes one');
});

it('packs runs into one file, a folder for a host, and a page that needs neither', async () => {
  const packed = await sextant({ cwd }, 'pack', 'runs', '--out', 'out/runs.zip', '--json');
  expect(packed.json).toEqual([
    { out: 'out/runs.zip', bytes: statSync(join(cwd, 'out/runs.zip')).size, runs: [{ name: 'first', left: [] }] },
  ]);
  expect((await sextant({ cwd }, 'pack', 'runs/first', '--site', 'site')).code).toBe(0);
  expect(readFileSync(join(cwd, 'site/index.html'), 'utf8')).toContain('content="runs.zip"');
  const report = ['report', 'runs/first', '--format', 'html', '--out', 'report.html', '--max-size'];
  const refused = await sextant({ cwd }, ...report, '0');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('without any picture the file has') });
  expect(existsSync(join(cwd, 'report.html'))).toBe(false);
  const [, least = ''] = /fix: allow ([\d.]+) MB/.exec(refused.stderr) ?? [];
  expect((await sextant({ cwd }, ...report, least)).code).toBe(0);
  expect(statSync(join(cwd, 'report.html')).size).toBeLessThanOrEqual(Number(least) * 1e6);
  expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('id="sextant-pack"');
});

it.each([
  [['view', 'nowhere'], 'there is no such folder'],
  [['pack', 'runs'], 'where should it go?'],
  [['pack', 'runs', '--out', 'a.zip', '--site', 'b'], 'where should it go?'],
  [['report', 'runs/first', '--format', 'html'], 'a page needs a file'],
  [['report', 'runs/first', '--format', 'html', '--out', 'a.html', '--protocol', 'tiny/strict'], 'its own protocol'],
])('%j is refused with advice', async (args, message) => {
  const { code, stderr } = await sextant({ cwd }, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('fix:');
});
