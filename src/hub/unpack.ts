import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { byteSize, count, plural } from '../util/index.ts';
import { unpacked } from './compression.ts';
import { type DataManifest, MAX_MANIFEST_BYTES, parseManifest } from './manifest.ts';
import { MANIFEST_NAME, placeFor } from './safe-path.ts';
import { readTar, type TarFile } from './tar-read.ts';

/** Unpacks an archive into an empty folder and checks every file against the manifest, which must come first. */
export async function unpackInto(folder: string, file: string, signal: AbortSignal | undefined): Promise<DataManifest> {
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
