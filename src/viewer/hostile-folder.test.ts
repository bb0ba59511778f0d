import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serveViewer } from './serve.ts';
import { newFolder, tinyRun } from './testing/runs.ts';
import { type BrokenRun, filesIn, type RunHead } from './wire.ts';

const [root, aside] = [newFolder(), newFolder()];
const folder = join(root, 'run');
let serving: Serving;
let head: RunHead;
let hash: string;

beforeAll(async () => {
  await tinyRun({ folder: join(root, 'fine'), count: 2 });
  await tinyRun({ folder, count: 2 });
  cpSync(folder, join(aside, 'intact'), { recursive: true });
  serving = await serveViewer({ roots: [root], port: 0, openData: async () => undefined });
  head = (await heads()).find(({ name }) => name === 'run') ?? expect.fail('it is listed');
  hash = /"media":\[\{"sha256":"(\w+)"/.exec(readFileSync(join(folder, 'events.ndjson'), 'utf8'))?.[1] ?? '';
});
afterAll(() => serving.close());

/** The run with something else in the place of one of its files. */
function put(name: string, make: (path: string) => void): string {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(aside, 'intact'), folder, { recursive: true, preserveTimestamps: true });
  const path = join(folder, name);
  rmSync(path, { force: true });
  make(path);
  return path;
}

const heads = () => get<RunHead[]>('api/runs');

async function get<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, serving.address));
  return response.json();
}

const blob = (range?: string) =>
  fetch(new URL(`api/runs/${head.id}/blobs/${hash}?type=image/png`, serving.address), {
    ...(range === undefined ? {} : { headers: { range } }),
  });

test.skipIf(process.platform === 'win32').each(['run.json', 'lock', 'events.ndjson', 'summary.json'])(
  'a pipe or a link in the place of %s hangs nothing: the run is named, the others stay',
  async (name) => {
    // For a summary, what is there is not used: it is computed again.
    for (const make of [
      (path: string) => void execFileSync('mkfifo', [path]),
      (path: string) => symlinkSync(join(aside, 'intact', 'events.ndjson'), path),
    ]) {
      const path = put(name, make);
      const [listed, broken] = [await heads(), await get<BrokenRun[]>('api/broken')];
      expect(listed.find((each) => each.name === 'fine')?.summary).not.toBeNull();
      const found = listed.find((each) => each.name === 'run');
      const problem = broken.find((each) => each.name === 'run')?.problem ?? found?.problem;
      if (name === 'summary.json') expect(found?.summary).toEqual(head.summary);
      else expect(problem).toMatch(/this is a (pipe|symbolic link), expected a file/);
      if (name !== 'summary.json') expect(problem).toContain(path);
    }
  },
);

test('a picture that was changed in the folder is not shown: whole, in parts, and among others', async () => {
  const name = join('blobs', hash.slice(0, 2), hash);
  const bytes = readFileSync(join(aside, 'intact', name));
  put(name, (path) => writeFileSync(path, bytes));
  expect((await blob()).status).toBe(200);
  // As long as before, so that only its content tells.
  const path = put(name, (path) => writeFileSync(path, Buffer.from(bytes).fill(0, 60, 70)));
  for (const range of [undefined, 'bytes=0-9', 'bytes=60-']) {
    const refused = await blob(range);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ code: 'damaged_run', where: path });
  }
  const many = await fetch(new URL(`api/runs/${head.id}/blobs?hashes=${hash},${hash}`, serving.address));
  expect(filesIn(await many.arrayBuffer())).toEqual([null, null]);
  put(name, (path) => writeFileSync(path, bytes));
  expect(new Uint8Array(await (await blob()).arrayBuffer())).toEqual(new Uint8Array(bytes));
});

test('a picture that is a link out of the folder is refused, even to the right content', async () => {
  const name = join('blobs', hash.slice(0, 2), hash);
  const path = put(name, (path) => symlinkSync(join(aside, 'intact', name), path));
  expect(await (await blob()).json()).toMatchObject({
    code: 'damaged_run',
    where: path,
    message: 'this is a symbolic link, expected a file',
  });
});
