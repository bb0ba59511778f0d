import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Small files that unpack to hundreds of megabytes. Each is read in a process of its own, whose memory is measured.

const dir = mkdtempSync(join(tmpdir(), 'sextant-bombs-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Of zeros, claimed and really there. */
function png(side: number, depth: number, channels: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = depth;
  head[9] = channels === 4 ? 6 : 0;
  const rows = deflateSync(Buffer.alloc((1 + (side * channels * depth) / 8) * side));
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A zip archive with one file. */
function zip(files: Record<string, Buffer>): Buffer {
  const [parts, table]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(name.length, 22);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed);
    table.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, where, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A workbook whose sheet repeats one piece of XML. */
function workbook(piece: string, times: number): Buffer {
  const between = (before: string, after: string) =>
    Buffer.concat([Buffer.from(before), Buffer.alloc(piece.length * times, piece), Buffer.from(after)]);
  return zip({
    'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': Buffer.from('<R><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/></R>'),
    'xl/sheet.xml': between('<sheetData>', '</sheetData>'),
  });
}

const text = (rows: number, length: number) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [{ name: 'x', data: Array(rows).fill('a'.repeat(length)), type: 'STRING', encoding: 'PLAIN' }],
      codec: 'GZIP',
      compressors: { GZIP: gzipSync },
      rowGroupSize: rows,
    }),
  );

/** How a file is read, as code for another process; `path` is the file. */
const readers = {
  png: `(await import('../media/mask.ts')).decodeMask(readFileSync(path))`,
  xlsx: `(await import('../tables/xlsx-read.ts')).readXlsx(path)`,
  parquet: `(await (await import('../tables/parquet.ts')).openParquet(path)).column('x')`,
};

/** What reading says, and how many megabytes the process took at most. */
function read(kind: keyof typeof readers, content: Uint8Array): { said: string; megabytes: number } {
  const path = join(dir, `bomb.${kind}`);
  writeFileSync(path, content);
  const code = `
    import { readFileSync } from 'node:fs';
    const path = ${JSON.stringify(path)};
    let said = 'read';
    try { await ${readers[kind]} } catch (error) { said = error.code + ' ' + (error.where ?? '') + ' ' + error.message }
    console.log(JSON.stringify({ said, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  const args = ['--input-type=module-typescript', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }));
}

let bare: number;
beforeAll(() => {
  bare = read('png', png(8, 8, 1)).megabytes;
});

const bombs: [name: string, kind: keyof typeof readers, make: () => Uint8Array, says: RegExp][] = [
  [
    'a mask of 5000 × 5000 pixels with 64 bits each',
    'png',
    () => png(5000, 16, 4),
    /bad_media.*200\.0 MB, at most 134/,
  ],
  [
    'a sheet of 3 million rows',
    'xlsx',
    () => workbook('<row><c><v>1</v></c></row>', 3_000_000),
    /bomb\.xlsx.*78\.0 MB/,
  ],
  [
    'a sheet of 300,000 rows',
    'xlsx',
    () => workbook('<row><c><v>1</v></c></row>', 300_000),
    /row 250001.*250,000 rows/,
  ],
  ['a column of one text 70,000 times', 'parquet', () => text(70_000, 1000), /bomb\.parquet column x.*unpack to/],
  ['a column of 1.1 million empty texts', 'parquet', () => text(1_100_000, 0), /1100000 rows .*at most 1000000/],
];

test.each(bombs)('%s is refused by name and size, and takes little memory', (_name, kind, make, says) => {
  const content = make();
  expect(content.length).toBeLessThan(800_000);
  const { said, megabytes } = read(kind, content);
  expect(said).toMatch(says);
  expect(megabytes - bare).toBeLessThan(250);
});

test('what is large and honest is read', () => {
  expect(read('png', png(4000, 8, 4)).said).toBe('read');
  expect(read('xlsx', workbook('<row><c><v>1</v></c></row>', 20_000)).said).toBe('read');
  expect(read('parquet', text(20_000, 1000)).said).toBe('read');
});
