import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf, SextantError } from '../contracts/index.ts';
import { draftOf, streamRegular } from '../files/index.ts';
import { requireFile } from '../tables/index.ts';
import { packer } from './compression.ts';
import { type DataManifest, makeManifest, readManifest } from './manifest.ts';
import { MANIFEST_NAME } from './safe-path.ts';
import { TAR_END, tarHeader, tarPadding } from './tar-write.ts';
import { unpackInto } from './unpack.ts';

/**
 * Writes a data folder into one file, for a machine without network: a tar archive with the manifest first, packed
 * when the name ends in `.zst` or `.gz`. The same data always gives the same bytes.
 * @example await packData('/data/mmsi', 'mmsi.tar')
 */
export async function packData(dir: string, file: string, opts: { signal?: AbortSignal } = {}): Promise<DataManifest> {
  // A folder that nobody downloaded is described as it is.
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
