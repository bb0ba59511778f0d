import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { encodePng } from '../media/index.ts';
import { FilesDataset } from './files-dataset.ts';

const dir = mkdtempSync(join(tmpdir(), 'sextant-files-'));
afterAll(() => rmSync(dir, { recursive: true }));
mkdirSync(join(dir, 'images'));
const png = encodePng({ width: 2, height: 1, pixels: new Uint8Array(6) });
writeFileSync(join(dir, 'images/a.png'), png);
writeFileSync(join(dir, 'images/b.mp4'), 'a clip');
writeFileSync(join(dir, 'images/c.png'), 'no picture');

interface FileRow {
  id: string;
  answer: number;
  files: string[];
}

const open = (...rows: FileRow[]) =>
  new FilesDataset({
    dir,
    rows,
    idOf: ({ id }) => id,
    content: ({ id, answer, files }) => ({ id, answer, files }),
    media: ({ files }) =>
      files.map((path) => ({
        folder: join(dir, 'images'),
        path,
        place: { file: 'rows.csv', row: 2, column: 'files' },
      })),
    sample: ({ answer }, id, media) => ({ id, cluster: id, groups: {}, media, answer }),
    fix: 'download it again',
  });

test('rows with their pictures and clips, which come back by their hash, also in another process', async () => {
  const row = { id: 'q1', answer: 3, files: ['a.png', 'b.mp4'] };
  const { media, answer } = await open(row).sample(0);
  expect(answer).toBe(3);
  expect(media).toMatchObject([
    { type: 'image/png', bytes: png.length, width: 2, height: 1 },
    { type: 'video/mp4', bytes: 6 },
  ]);
  const [picture] = media;
  if (!picture) throw new Error('there is a picture');
  expect(await open(row).bytes(picture)).toEqual(Buffer.from(png));
});

test('the hash covers content, and the files only by name', () => {
  const row = { id: 'q1', answer: 3, files: ['a.png'] };
  expect(open(row).sha256).toBe(open({ ...row }).sha256);
  expect(open(row).sha256).not.toBe(open({ ...row, answer: 4 }).sha256);
});

test.each([
  [['x.png'], 'x.png is missing', 'download it again'],
  [['x.png', 'y.png'], 'so it is with 1 more of 2 files', 'download it again'],
  [['../rows.csv'], 'leads out of', undefined],
  [['/etc/passwd'], 'leads out of', undefined],
])('files %j: %s', (files, message, fix) => {
  const place = { code: 'bad_data', where: 'rows.csv:2 column files', message: expect.stringContaining(message) };
  expect(() => open({ id: 'q1', answer: 3, files })).toThrow(
    expect.objectContaining({ ...place, ...(fix && { fix }) }),
  );
});

test('what is no picture, and two questions of the same name, are refused', async () => {
  const row = { id: 'q1', answer: 3, files: ['c.png'] };
  await expect(open(row).sample(0)).rejects.toMatchObject({ code: 'bad_media', where: join(dir, 'images/c.png') });
  expect(() => open(row, row)).toThrow('two questions have the id q1');
});

test('what is shown is what was described, even where the file changed in between; shown again, it is refused', async () => {
  const path = join(dir, 'images/changing.png');
  writeFileSync(path, png);
  const data = open({ id: 'q1', answer: 3, files: ['changing.png'] });
  const { media } = await data.sample(0);
  const [picture] = media;
  if (!picture) throw new Error('there is a picture');
  writeFileSync(path, 'another');
  expect(await data.bytes(picture)).toEqual(Buffer.from(png));
  await expect(data.bytes(picture)).rejects.toMatchObject({ code: 'bad_media', where: path });
});
