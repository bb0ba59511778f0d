import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../files/regular.ts';
import { FaultyDisk } from '../files/testing/faulty-disk.ts';
import { Blobs } from './blobs.ts';

const bytes = new TextEncoder().encode('a picture');
const name = sha256(bytes);
let dir = '';
const file = () => join(dir, 'blobs', name.slice(0, 2), name);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('Blobs', () => {
  it('stores bytes under their hash and leaves nothing else behind', async () => {
    const blobs = new Blobs(dir);
    expect(blobs.put(bytes)).toBe(name);
    expect(blobs.put(bytes)).toBe(name);
    expect(readdirSync(join(dir, 'blobs', name.slice(0, 2)))).toEqual([name]);
    expect(Buffer.from(await blobs.get(name))).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['small', 20],
    ['large', 3 << 20],
  ])('finds that a %s file is not what its name says, also after it was', async (_, size) => {
    const blobs = new Blobs(dir);
    const content = new Uint8Array(size).fill(7);
    const own = blobs.put(content);
    const path = join(dir, 'blobs', own.slice(0, 2), own);
    expect(await blobs.verified(own)).toEqual({ path, bytes: size });
    writeFileSync(path, content.fill(8));
    utimesSync(path, 1, 1);
    await expect(blobs.verified(own)).rejects.toMatchObject({ code: 'damaged_run', where: path });
    rmSync(path);
    expect(await blobs.verified(own)).toBeUndefined();
    symlinkSync(join(dir, 'elsewhere'), path);
    await expect(blobs.verified(own)).rejects.toMatchObject({ code: 'damaged_run', where: path });
  });

  it('hands on what is on its way elsewhere once, small files from memory and large ones from the disk', () => {
    const blobs = new Blobs(dir, { scratch: true });
    const large = new Uint8Array((1 << 20) + 1).fill(7);
    blobs.put(bytes);
    blobs.putRef({ sha256: sha256(large), type: 'video/mp4', bytes: large.length }, large);
    const files = () => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files().map((each) => each.name)).toEqual([sha256(large)]);
    expect([...blobs.take()].map((each) => [each.name, Buffer.from(each.bytes)])).toEqual([
      [name, Buffer.from(bytes)],
      [sha256(large), Buffer.from(large)],
    ]);
    expect(files()).toEqual([]);
    blobs.put(bytes);
    expect([...blobs.take()]).toEqual([]);
  });

  it('sweeps up drafts of killed processes, and nothing else', () => {
    const blobs = new Blobs(dir);
    blobs.sweep();
    blobs.put(bytes);
    const folder = join(dir, 'blobs', name.slice(0, 2));
    writeFileSync(join(folder, `${name}.4711-0.tmp`), 'half');
    writeFileSync(join(folder, 'notes.tmp'), 'mine');
    writeFileSync(join(dir, 'blobs', 'readme'), 'mine');
    blobs.sweep();
    expect(readdirSync(folder).sort()).toEqual([name, 'notes.tmp']);
    expect(readdirSync(join(dir, 'blobs')).sort()).toEqual([name.slice(0, 2), 'readme']);
  });

  it.each(['blobs', `blobs/${name.slice(0, 2)}`])('puts nothing where %s leads that is a link', (link) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'sextant-elsewhere-'));
    mkdirSync(dirname(join(dir, link)), { recursive: true });
    symlinkSync(elsewhere, join(dir, link));
    expect(() => new Blobs(dir).put(bytes)).toThrow('this is a symbolic link, expected a folder');
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  it('is found again by the next process, which mends what a power cut left', () => {
    new Blobs(dir).put(bytes);
    truncateSync(file(), 0);
    new Blobs(dir).put(bytes);
    expect(readFileSync(file())).toEqual(Buffer.from(bytes));
  });

  it('tells what is there, and whether it is all there', () => {
    const blobs = new Blobs(dir);
    const ref = { sha256: name, type: 'image/png', bytes: bytes.length } as const;
    expect(blobs.has(ref)).toBe(false);
    blobs.putRef(ref, bytes);
    expect(blobs.has(ref)).toBe(true);
    truncateSync(file(), 3);
    expect(blobs.has(ref)).toBe(false);
  });

  it('is flushed whole, also by several at once, and a failure reaches whoever waits', async () => {
    const blobs = new Blobs(dir);
    await blobs.flush();
    const many = Array.from({ length: 100 }, (_, n) => new TextEncoder().encode(`picture ${n}`));
    const store = (each: Uint8Array) => {
      blobs.put(each);
      return blobs.flush();
    };
    await Promise.all(many.map(store));
    blobs.put(bytes);
    rmSync(file());
    await expect(blobs.flush()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is flushed once the disk has it, and what the disk did not keep is an error for ever', async () => {
    const disk = new FaultyDisk();
    try {
      const blobs = new Blobs(dir);
      disk.isSlow = true;
      blobs.put(bytes);
      let isFlushed = false;
      const flushed = blobs.flush().then(() => (isFlushed = true));
      await expect.poll(() => disk.waiting.length).toBe(1);
      expect({ isFlushed, synced: disk.synced }).toEqual({ isFlushed: false, synced: [] });
      disk.waiting.shift()?.();
      await flushed;
      expect(disk.synced).toEqual([bytes.length]);

      blobs.put(new TextEncoder().encode('another picture'));
      const failed = blobs.flush();
      await expect.poll(() => disk.waiting.length).toBe(1);
      disk.fails = true;
      disk.waiting.shift()?.();
      await expect(failed).rejects.toMatchObject({ code: 'disk_failed', message: expect.stringContaining('EIO') });
      disk.fails = false;
      await expect(blobs.flush()).rejects.toMatchObject({ code: 'disk_failed' });
    } finally {
      disk.mend();
    }
  });

  it('names the file that is missing or damaged', async () => {
    const blobs = new Blobs(dir);
    await expect(blobs.get(name)).rejects.toMatchObject({ code: 'missing_blob', where: file() });
    blobs.put(bytes);
    writeFileSync(file(), 'something else');
    await expect(blobs.get(name)).rejects.toMatchObject({ code: 'damaged_run', where: file() });
  });

  it.each(['../../../etc/passwd', `${'a'.repeat(64)}/..`, 'A'.repeat(64), `${'a'.repeat(64)}\n`, ''])(
    'never makes a path of %j',
    async (hostile) => {
      await expect(new Blobs(dir).get(hostile)).rejects.toMatchObject({ code: 'bad_run' });
    },
  );
});
