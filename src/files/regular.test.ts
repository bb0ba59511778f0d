import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, linkSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRegular, readPieces, readRegular, readRegularText, requireRegular, streamRegular } from './regular.ts';

const dir = mkdtempSync(join(tmpdir(), 'sextant-files-'));
const at = (name: string) => join(dir, name);
writeFileSync(at('file'), 'hello');

/** Everything that reads, by name. */
const readers: Record<string, (path: string) => unknown> = {
  openRegular: (path) => openRegular(path),
  readRegular: (path) => readRegular(path),
  readRegularText: (path) => readRegularText(path),
  requireRegular: (path) => requireRegular(path),
  readPieces: (path) => Array.fromAsync(readPieces(path)),
  streamRegular: (path) => Array.fromAsync(streamRegular(path)),
};

test.skipIf(process.platform === 'win32')(
  'pipes, devices, sockets and folders are refused by name; nobody waits for them',
  async () => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    symlinkSync(at('pipe'), at('link-to-pipe'));
    const server = createServer().listen(at('socket'));
    await once(server, 'listening');
    const kinds = {
      [at('pipe')]: 'a pipe',
      [at('link-to-pipe')]: 'a pipe',
      [at('folder')]: 'a folder',
      [at('socket')]: 'a socket',
      '/dev/zero': 'a device',
    };
    for (const [path, kind] of Object.entries(kinds))
      for (const [name, read] of Object.entries(readers))
        await expect((async () => read(path))(), `${name} ${path}`).rejects.toMatchObject({
          code: 'bad_data',
          where: path,
          message: `this is ${kind}, expected a file`,
        });
    server.close();
  },
);

test('a link to a file is a file, unless the folder’s files must be its own', async () => {
  mkdirSync(at('run/blobs'), { recursive: true });
  symlinkSync(at('file'), at('run/blobs/link'));
  symlinkSync(at('run/blobs'), at('run/elsewhere'));
  linkSync(at('file'), at('run/blobs/own'));
  const inside = { inside: at('run'), code: 'damaged_run' } as const;
  expect(readRegularText(at('run/blobs/link'))).toBe('hello');
  expect(readRegularText(at('run/blobs/own'), inside)).toBe('hello');
  for (const [path, where] of [
    ['run/blobs/link', 'run/blobs/link'],
    ['run/elsewhere/own', 'run/elsewhere'],
    ['file', ''],
  ] as const)
    expect(() => readRegular(at(path), inside)).toThrow(
      expect.objectContaining({ code: 'damaged_run', where: where === '' ? dir : at(where) }),
    );
});

test('a file that is too large is refused before it is read, with both sizes', () => {
  expect(readRegularText(at('file'), { most: 5 })).toBe('hello');
  expect(() => readRegular(at('file'), { most: 4 })).toThrow('it has 5 B, at most 4 B are read');
});

test('a stream gives the part that was asked for; a file that is not there is the system’s error', async () => {
  const part = await Array.fromAsync(streamRegular(at('file'), { start: 1, end: 3 }));
  expect(Buffer.concat(part).toString()).toBe('ell');
  await expect(Array.fromAsync(streamRegular(at('none')))).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Who may open files in another way, and why that is safe. */
const others: Record<string, string> = {
  'src/files/regular.ts': 'here',
  'src/files/processes.ts': 'what the kernel tells about processes',

  'src/viewer/page-files.ts': 'our own page',
  'src/viewer/single-page.ts': 'a temporary file of ours, and our own page just copied',
  'src/viewer/trials.ts': 'networks that come with us',
};

test('nothing else in src opens a file to read it', () => {
  const root = join(import.meta.dirname, '../..');
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\/|\/test-/.test(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      return /\b(readFileSync|readFile|createReadStream)\(|\bopenSync\([^)]*'r'\)|[^.\w]open\([^,)]*path\)/.test(code);
    });
  expect(found.sort()).toEqual(Object.keys(others).sort());
});
