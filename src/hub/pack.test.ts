import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData, makeManifest, writeManifest } from './manifest.ts';
import { importData, packData } from './pack.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sextant-pack-'));
const long = `${'deep/'.repeat(30)}${'n'.repeat(120)}.bin`;
const files = {
  'a.txt': 'hello',
  'big.bin': 'many chunks '.repeat(100_000),
  'sub/ünïcode 图.csv': 'x,y\n',
  [long]: 'z'.repeat(1024),
  empty: '',
};

async function dataFolder(): Promise<string> {
  const dir = folder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  writeManifest(dir, await makeManifest(dir, { repo: 'owner/data', revision: 'x' }, { now: () => new Date(0) }));
  return dir;
}

test.each(['d.tar', 'd.tar.gz', 'd.tgz', 'd.tar.zst'])('what is packed into %s comes out the same', async (name) => {
  const dir = await dataFolder();
  const [pack, out] = [join(folder(), name), join(folder(), 'new', 'data')];
  const manifest = await packData(dir, pack);
  expect(await importData(pack, out)).toEqual(manifest);
  const { missing, changed, extra } = await checkData(out);
  expect({ missing, changed, extra }).toEqual({ missing: [], changed: [], extra: [] });
  for (const [path, content] of Object.entries(files)) expect(readFileSync(join(out, path), 'utf8')).toBe(content);
  expect(readdirSync(dirname(out))).toEqual(['data']);
});

test('the same data gives the same archive, and tar can read it', async () => {
  const [one, two] = [join(folder(), 'd.tar'), join(folder(), 'd.tar')];
  await packData(await dataFolder(), one);
  await packData(await dataFolder(), two);
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
  const listed = execFileSync('tar', ['-tf', one, '--quoting-style=literal'], { encoding: 'utf8' });
  expect(listed.trim().split('\n').sort()).toEqual([...Object.keys(files), 'sextant-data.json'].sort());
});

test('what GNU tar makes of an unpacked folder can be imported too', async () => {
  const dir = await dataFolder();
  for (const format of ['gnu', 'pax', 'ustar']) {
    const names = Object.keys(files).filter((path) => format !== 'ustar' || path.length < 100);
    writeManifest(dir, { ...(await makeManifest(dir, { repo: 'r', revision: 'v' })), files: [] });
    const manifest = await makeManifest(dir, { repo: 'r', revision: 'v' });
    writeManifest(dir, { ...manifest, files: manifest.files.filter(({ path }) => names.includes(path)) });
    const pack = join(folder(), 'd.tar');
    execFileSync('tar', [
      '-cf',
      pack,
      `--format=${format}`,
      '-C',
      dir,
      'sextant-data.json',
      'sub/',
      ...names.filter((n) => !n.startsWith('sub')),
    ]);
    expect((await importData(pack, join(folder(), 'out'))).files).toHaveLength(names.length);
  }
});

test('a file that changed since the manifest was written is not packed', async () => {
  const dir = await dataFolder();
  writeFileSync(join(dir, 'a.txt'), 'jello');
  const pack = join(folder(), 'd.tar');
  await expect(packData(dir, pack)).rejects.toMatchObject({ code: 'bad_data', where: join(dir, 'a.txt') });
  rmSync(join(dir, 'a.txt'));
  await expect(packData(dir, pack)).rejects.toMatchObject({ code: 'bad_data', message: 'there is no such file' });
  expect(readdirSync(dirname(pack))).toEqual([]);
});

test('a folder made by hand is packed with a manifest of its own', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'x'), 'x');
  const pack = join(folder(), 'd.tar');
  expect((await packData(dir, pack)).source.revision).toBe('local');
  expect((await importData(pack, join(folder(), 'out'))).files).toHaveLength(1);
});

test('a folder that has something in it is left alone', async () => {
  const pack = join(folder(), 'd.tar');
  await packData(await dataFolder(), pack);
  const out = folder();
  writeFileSync(join(out, 'mine'), '');
  await expect(importData(pack, out)).rejects.toMatchObject({ code: 'bad_argument' });
  expect(readdirSync(out)).toEqual(['mine']);
});

/** An archive whose manifest promises `promised`, and which then holds whatever is given. */
function craft(promised: Record<string, string>, entries: Buffer[], end = TAR_END): string {
  const list = Object.entries(promised).map(([path, content]) => ({
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  const manifest = { format: 'sextant-data-1', source: { repo: 'r', revision: 'v' }, createdAt: '', files: list };
  const path = join(folder(), 'crafted.tar');
  writeFileSync(path, Buffer.concat([entry('sextant-data.json', JSON.stringify(manifest)), ...entries, end]));
  return path;
}

function entry(path: string, content: string, opts: { type?: string; size?: number } = {}): Buffer {
  const header = tarHeader(path, opts.size ?? content.length);
  if (opts.type) {
    header.write(opts.type, 156, 'latin1');
    header.write('        ', 148, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
  return Buffer.concat([header, Buffer.from(content), tarPadding(content.length)]);
}

const good = { 'a.txt': 'hello' };
const crafted: Record<string, { pack: () => string; says: string }> = {
  'a symbolic link': { pack: () => craft(good, [entry('a.txt', '', { type: '2' })]), says: 'link or a device' },
  'a hard link': { pack: () => craft(good, [entry('a.txt', '', { type: '1' })]), says: 'link or a device' },
  'a device': { pack: () => craft(good, [entry('a.txt', '', { type: '3' })]), says: 'link or a device' },
  'a path that leaves the folder': {
    pack: () => craft({ '../x': 'x' }, [entry('../x', 'x')]),
    says: 'leaves its folder',
  },
  'an absolute path': { pack: () => craft({ '/tmp/x': 'x' }, [entry('/tmp/x', 'x')]), says: 'absolute' },
  'a file that is not in the manifest': { pack: () => craft(good, [entry('b.txt', 'x')]), says: 'not in its manifest' },
  'a file that comes twice': {
    pack: () => craft(good, [entry('a.txt', 'hello'), entry('a.txt', 'hello')]),
    says: 'comes twice',
  },
  'another size': { pack: () => craft(good, [entry('a.txt', 'hello!')]), says: '6 bytes, not 5' },
  'another content': { pack: () => craft(good, [entry('a.txt', 'jello')]), says: 'not what the manifest says' },
  'a missing file': { pack: () => craft(good, []), says: 'a.txt is missing' },
  'a size beyond the end': {
    pack: () => craft({ a: 'x'.repeat(9000) }, [entry('a', 'x', { size: 9000 })]),
    says: 'ends too early',
  },
  'no end': { pack: () => craft(good, [entry('a.txt', 'hello')], Buffer.alloc(0)), says: 'ends too early' },
};
for (const [what, { pack, says }] of Object.entries(crafted)) {
  test(`a pack with ${what} is refused and leaves nothing behind`, async () => {
    const out = join(folder(), 'out');
    await expect(importData(pack(), out)).rejects.toMatchObject({
      code: 'bad_data',
      message: expect.stringContaining(says),
    });
    expect(readdirSync(dirname(out))).toEqual([]);
  });
}

test('what is no pack, is damaged or cut off, or needs more than the disk has, is refused', async () => {
  const out = join(folder(), 'out');
  const text = join(folder(), 'x.tar');
  writeFileSync(text, 'this is not a tar archive'.repeat(100));
  await expect(importData(text, out)).rejects.toThrow('no tar archive');
  await expect(importData(join(folder(), 'none'), out)).rejects.toThrow('no such file');
  for (const name of ['d.tar', 'd.tar.gz', 'd.tar.zst']) {
    const pack = join(folder(), name);
    await packData(await dataFolder(), pack);
    const whole = readFileSync(pack);
    writeFileSync(pack, whole.subarray(0, whole.length / 2));
    await expect(importData(pack, out)).rejects.toMatchObject({ code: 'bad_data' });
  }
  const pack = craft({ a: 'x' }, []);
  const bomb = readFileSync(pack, 'latin1').replace('"size":1,', '"size":9000000000000000,');
  const grown = JSON.parse(bomb.slice(512, bomb.lastIndexOf('}') + 1));
  writeFileSync(pack, Buffer.concat([entry('sextant-data.json', JSON.stringify(grown)), TAR_END]));
  await expect(importData(pack, out)).rejects.toThrow('are free');
  expect(existsSync(out)).toBe(false);
});

test('bytes after the end of an archive do no harm', async () => {
  const pack = join(folder(), 'd.tar');
  await packData(await dataFolder(), pack);
  appendFileSync(pack, 'something');
  expect((await importData(pack, join(folder(), 'out'))).files).toHaveLength(5);
});

test('a file of more than 8 GiB keeps its size in the header', () => {
  const header = tarHeader('big', 9 * 2 ** 30);
  expect(header.toString('latin1')).toContain('size=9663676416\n');
  expect(header.length).toBe(3 * 512);
});
