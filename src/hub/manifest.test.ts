import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData, makeManifest, parseManifest, writeManifest } from './manifest.ts';

async function dataFolder(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-manifest-'));
  mkdirSync(join(dir, 'sub'));
  for (const path of ['a', 'b', 'sub/c']) writeFileSync(join(dir, path), path);
  writeManifest(dir, await makeManifest(dir, { repo: 'owner/data', revision: 'x' }, { now: () => new Date(0) }));
  return dir;
}

test('a folder that is as it was has no differences', async () => {
  const { manifest, missing, changed, extra } = await checkData(await dataFolder());
  expect(manifest.files.map(({ path, size }) => [path, size])).toEqual([
    ['a', 1],
    ['b', 1],
    ['sub/c', 5],
  ]);
  expect({ missing, changed, extra }).toEqual({ missing: [], changed: [], extra: [] });
});

test('missing, changed and additional files are named, unfinished downloads are not', async () => {
  const dir = await dataFolder();
  rmSync(join(dir, 'a'));
  writeFileSync(join(dir, 'b'), 'B');
  rmSync(join(dir, 'sub/c'));
  symlinkSync('/etc/passwd', join(dir, 'sub/c'));
  writeFileSync(join(dir, 'new'), '');
  writeFileSync(join(dir, 'new2.part'), '');
  const { missing, changed, extra } = await checkData(dir);
  expect({ missing, changed, extra }).toEqual({ missing: ['a'], changed: ['b', 'sub/c'], extra: ['new'] });
});

test('a folder without manifest, and a manifest that cannot be right, say so', async () => {
  const dir = await dataFolder();
  rmSync(join(dir, 'sextant-data.json'));
  await expect(checkData(dir)).rejects.toMatchObject({ code: 'bad_data', where: dir });
  const file = { path: 'x', size: 1, sha256: '0'.repeat(64) };
  const text = (files: unknown[]) =>
    JSON.stringify({ format: 'sextant-data-1', source: { repo: 'r', revision: 'v' }, createdAt: '', files });
  expect(() => parseManifest('{', 'm')).toThrow('not JSON');
  expect(() => parseManifest(text([{ ...file, size: -1 }]), 'm')).toThrow(
    expect.objectContaining({ where: 'm column files.0.size' }),
  );
  expect(() => parseManifest(text([{ ...file, path: '../x' }]), 'm')).toThrow('leaves its folder');
  expect(() => parseManifest(text([file, file]), 'm')).toThrow('twice');
});
