import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { messageOf, SextantError } from '../contracts/index.ts';
import { draftOf, streamRegular } from '../files/index.ts';
import { firstBytes, requireFile } from '../tables/index.ts';
import { byteSize, count, plural } from '../util/index.ts';
import { type DataManifest, MAX_MANIFEST_BYTES, makeManifest, parseManifest, readManifest } from './manifest.ts';
import { MANIFEST_NAME, placeFor } from './safe-path.ts';
import { readTar, TAR_END, type TarFile, tarHeader, tarPadding } from './tar.ts';

/**
 * Writes a data folder into one file, for a machine without network: a tar archive with the manifest first, packed
 * when the name ends in `.zst` or `.gz`. The same data always gives the same bytes.
 * @example await packData('/data/mmsi', 'mmsi.tar')
 */
export async function packData(dir: string, file: string, opts: { signal?: AbortSignal } = {}): Promise<DataManifest> {
  // A folder without a manifest (not downloaded by us) is described as found.
  const manifest = readManifest(dir) ?? (await makeManifest(dir, { repo: basename(resolve(dir)), revision: 'local' }));
  mkdirSync(dirname(file), { recursive: true });
  const draft = draftOf(file);
  try {
    const streams = [Readable.from(archive(dir, manifest)), ...packer(file), createWriteStream(draft)];
    await pipeline(streams, opts.signal ? { signal: opts.signal } : {});
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return manifest;
}

async function* archive(dir: string, manifest: DataManifest): AsyncGenerator<Buffer> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield Buffer.concat([tarHeader(MANIFEST_NAME, text.length), text, tarPadding(text.length)]);
  for (const { path, size, sha256 } of manifest.files) {
    requireFile(join(dir, path));
    yield tarHeader(path, size);
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of streamRegular(join(dir, path), { inside: dir, highWaterMark: 2 ** 20 })) {
      hash.update(chunk);
      read += chunk.length;
      yield chunk;
    }
    if (read !== size || hash.digest('hex') !== sha256) {
      throw new SextantError('bad_data', 'this file is not what the manifest says', {
        where: join(dir, path),
        fix: 'fetch it again, then pack',
      });
    }
    yield tarPadding(size);
  }
  yield TAR_END;
}

/**
 * Unpacks what `packData` wrote into a folder that is new or empty. Every file is checked against the manifest;
 * when anything is wrong, nothing appears.
 * @example await importData('mmsi.tar.zst', '/data/mmsi')
 */
export async function importData(
  file: string,
  dir: string,
  opts: { signal?: AbortSignal } = {},
): Promise<DataManifest> {
  requireFile(file);
  const folder = resolve(dir);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SextantError('bad_argument', 'the folder is not empty', {
      where: dir,
      fix: 'name a new one, or empty it',
    });
  }
  const draft = `${folder}.import-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const manifest = await unpackInto(draft, file, opts.signal);
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(draft, folder);
    return manifest;
  } catch (error) {
    opts.signal?.throwIfAborted();
    if (error instanceof SextantError || (error instanceof Error && 'syscall' in error)) throw error;
    const message = `this is not a pack that can be read: ${messageOf(error)}`;
    throw new SextantError('bad_data', message, { where: file, fix: 'copy it again, or pack again', cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Unpacks an archive into an empty folder and checks every file against the manifest, which must come first. */
async function unpackInto(folder: string, file: string, signal: AbortSignal | undefined): Promise<DataManifest> {
  let manifest: DataManifest | undefined;
  const missing = new Map<string, DataManifest['files'][number]>();
  for await (const entry of readTar(unpacked(file))) {
    signal?.throwIfAborted();
    if (manifest === undefined) {
      manifest = await takeManifest(entry, folder, file);
      for (const expected of manifest.files) missing.set(expected.path, expected);
      continue;
    }
    const expected = missing.get(entry.path);
    const name = JSON.stringify(entry.path.slice(0, 200));
    if (!expected) throw new RangeError(`${name} is not in its manifest, or comes twice`);
    missing.delete(entry.path);
    if (entry.size !== expected.size)
      throw new RangeError(`${name} has ${plural(entry.size, 'byte')}, not ${count(expected.size)}`);
    if ((await save(entry, placeFor(folder, entry.path))) !== expected.sha256) {
      throw new RangeError(`the content of ${name} is not what the manifest says`);
    }
  }
  const [lost] = missing.keys();
  if (manifest === undefined || lost !== undefined) throw new RangeError(`${lost ?? MANIFEST_NAME} is missing`);
  return manifest;
}

async function takeManifest(entry: TarFile, folder: string, file: string): Promise<DataManifest> {
  const isManifest = entry.path === MANIFEST_NAME && entry.size <= MAX_MANIFEST_BYTES;
  if (!isManifest) throw new RangeError(`it does not begin with ${MANIFEST_NAME}`);
  const text = Buffer.concat(await Array.fromAsync(entry.content())).toString('utf8');
  const manifest = parseManifest(text, `${file} ${MANIFEST_NAME}`);
  const needed = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  if (needed > bavail * bsize)
    throw new RangeError(`it needs ${byteSize(needed)}, ${byteSize(bavail * bsize)} are free`);
  writeFileSync(join(folder, MANIFEST_NAME), text);
  return manifest;
}

/** Writes a file that must not be there yet. @returns its sha256 */
async function save(entry: TarFile, path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx');
  try {
    for await (const chunk of entry.content()) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** How a file of this name is to be packed: `.zst`, `.gz` or `.tgz`; anything else stays as it is. */
function packer(file: string): Transform[] {
  if (file.endsWith('.zst')) return [createZstdCompress()];
  return /\.t?gz$/.test(file) ? [createGzip()] : [];
}

/** The unpacked bytes of a file; its first bytes tell how it was packed, not its name. */
function unpacked(file: string): AsyncIterable<Buffer> {
  const stream = streamRegular(file, { highWaterMark: 2 ** 18 });
  const magic = firstBytes(file, 4);
  const unpack = magic === '28b52ffd' ? createZstdDecompress() : magic.startsWith('1f8b') ? createGunzip() : undefined;
  if (!unpack) return stream;
  stream.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => stream.destroy());
  return stream.pipe(unpack);
}
