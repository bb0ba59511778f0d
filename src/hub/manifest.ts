import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { readRegularText, streamRegular, writeJsonAtomic } from '../files/index.ts';
import { checked, parseJson } from '../tables/index.ts';
import { MANIFEST_NAME, PART, safeParts } from './safe-path.ts';

/** sextant-data.json: what a data folder holds and where it came from. */
export const DataManifest = z.object({
  format: z.literal('sextant-data-1'),
  /** A repository of the hub with its commit, or whatever a person says of a folder made by hand. */
  source: z.object({ repo: z.string(), revision: z.string() }),
  createdAt: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** The hub gave no hash of it: when it was downloaded, only its size was compared. */
      unchecked: z.literal(true).exactOptional(),
    }),
  ),
});
export type DataManifest = z.infer<typeof DataManifest>;

/** A larger file is not a manifest: the largest known has about 20 MB. */
export const MAX_MANIFEST_BYTES = 64 * 2 ** 20;

/** Paths of the files whose content nobody could compare with what was published. */
export function uncheckedFiles({ files }: DataManifest): string[] {
  return files.filter(({ unchecked }) => unchecked).map(({ path }) => path);
}

/** Reads a manifest from its text. Every path in it stays inside its folder. */
export function parseManifest(text: string, where: string): DataManifest {
  const manifest = checked(parseJson(text, where), DataManifest, where);
  for (const { path } of manifest.files) safeParts(path);
  if (new Set(manifest.files.map(({ path }) => path)).size === manifest.files.length) return manifest;
  throw new SextantError('bad_data', 'it names a file twice', { where });
}

/** The manifest of a data folder; undefined when it has none. */
export function readManifest(dir: string): DataManifest | undefined {
  const path = join(dir, MANIFEST_NAME);
  return existsSync(path) ? parseManifest(readRegularText(path, { most: MAX_MANIFEST_BYTES }), path) : undefined;
}

export function writeManifest(dir: string, manifest: DataManifest): void {
  writeJsonAtomic(join(dir, MANIFEST_NAME), manifest);
}

/** A manifest of everything that lies in a folder, for data that was not downloaded. */
export async function makeManifest(
  dir: string,
  source: DataManifest['source'],
  opts: { now?: () => Date } = {},
): Promise<DataManifest> {
  const files = [];
  for (const { path, isFile } of listFolder(dir)) {
    if (!isFile)
      throw new SextantError('bad_data', 'this is a link or a device, expected a file', { where: join(dir, path) });
    safeParts(path);
    const { size, sha256 } = await digestFile(join(dir, path));
    files.push({ path, size, sha256 });
  }
  const now = opts.now ?? (() => new Date());
  return { format: 'sextant-data-1', source, createdAt: now().toISOString(), files };
}

/** How a data folder differs from its manifest; all lists are empty when it does not. */
interface DataCheck {
  manifest: DataManifest;
  missing: string[];
  changed: string[];
  extra: string[];
}

/**
 * Reads every file of a data folder again and compares it with the manifest.
 * @example const { missing, changed, extra } = await checkData('/data/mmsi')
 */
export async function checkData(dir: string, opts: { signal?: AbortSignal } = {}): Promise<DataCheck> {
  const manifest = readManifest(dir);
  if (!manifest) {
    throw new SextantError(
      'bad_data',
      'nothing that Sextant downloaded is here: there is no list of files to check against',
      {
        where: dir,
        fix: 'fetch the data with `sextant data pull`, or take in a pack with `sextant data import`',
      },
    );
  }
  const check: DataCheck = { manifest, missing: [], changed: [], extra: [] };
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  for (const { path, isFile } of listFolder(dir)) {
    const file = listed.get(path);
    listed.delete(path);
    if (!file) check.extra.push(path);
    else if (!isFile || !(await isSame(join(dir, path), file, opts.signal))) check.changed.push(path);
  }
  check.missing.push(...listed.keys());
  return check;
}

async function isSame(path: string, file: { size: number; sha256: string }, signal?: AbortSignal): Promise<boolean> {
  if (lstatSync(path).size !== file.size) return false;
  return (await digestFile(path, { signal })).sha256 === file.sha256;
}

/** Everything below a folder but ours and unfinished files, in a fixed order; links are not followed. */
function* listFolder(dir: string, prefix = ''): Generator<{ path: string; isFile: boolean }> {
  const entries = readdirSync(join(dir, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) yield* listFolder(dir, `${path}/`);
    else if (path !== MANIFEST_NAME && !path.endsWith(PART) && !path.endsWith(`${PART}.json`)) {
      yield { path, isFile: entry.isFile() };
    }
  }
}

interface DigestOptions {
  /** The size that the file should have: then git's name of the content is computed too, the hub's mark of small files. */
  gitSize?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** What a file is known by. */
export interface Digest {
  size: number;
  sha256: string;
  gitSha1?: string;
}

/** Reads a file once and tells what it is. */
export async function digestFile(path: string, { gitSize, signal }: DigestOptions = {}): Promise<Digest> {
  const sha256 = createHash('sha256');
  const git = gitSize === undefined ? undefined : createHash('sha1').update(`blob ${gitSize}\0`);
  let size = 0;
  for await (const chunk of streamRegular(path, { highWaterMark: 2 ** 20, signal })) {
    sha256.update(chunk);
    git?.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: sha256.digest('hex'), ...(git && { gitSha1: git.digest('hex') }) };
}
