import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import type { Env } from '../host/index.ts';
import { plural } from '../util/index.ts';
import { fetchFile } from './fetch-file.ts';
import { patiently, type Wait } from './hub-error.ts';
import { openHub } from './hub-http.ts';
import { fileUrl, type HubFile, listFiles, resolveRevision } from './listing.ts';
import { type DataManifest, readManifest, writeManifest } from './manifest.ts';
import { placeFor } from './safe-path.ts';

export interface DownloadOptions {
  /** `owner/name` of a data set on the hub. */
  repo: string;
  /** A branch, a tag or a commit; `main` unless told otherwise. The commit it means is what gets recorded. */
  revision?: string;
  /** The folder that the files go into. */
  dir: string;
  /** Which files; all unless told otherwise. */
  select?: (path: string) => boolean;
  env: Env;
  signal?: AbortSignal;
  onProgress?: (progress: DownloadProgress) => void;
  /** Files at a time; 4 unless told otherwise. */
  parallel?: number;
  wait?: Wait;
  now?: () => Date;
}

export interface DownloadProgress {
  /** Which file moved. */
  file: string;
  bytes: number;
  total: number;
  files: number;
}

/**
 * Downloads a data set and writes its manifest. Running it again continues, and repairs what is missing or wrong.
 * @example await downloadData({ repo: 'RunsenXu/MMSI-Bench', dir: '/data/mmsi', env: process.env, select: (path) => path.endsWith('.parquet') })
 */
export async function downloadData(opts: DownloadOptions): Promise<DataManifest> {
  const { repo, dir, env, wait = patiently, parallel = 4 } = opts;
  // One failure stops the others; what they have so far stays for the next time.
  const stop = new AbortController();
  const signal = opts.signal ? AbortSignal.any([opts.signal, stop.signal]) : stop.signal;
  const hub = await openHub(env);
  try {
    const revision = await resolveRevision(hub, repo, opts.revision ?? 'main', { signal, wait });
    const all = await listFiles(hub, repo, revision, { signal, wait });
    const files = all.filter(({ path }) => opts.select?.(path) ?? true);
    if (files.length === 0) throw nothing(repo, all);
    const progress = tracker(files, opts.onProgress);
    const queue = files.values();
    const fetched: DataManifest['files'] = [];
    const work = async (): Promise<void> => {
      for (const file of queue) {
        const url = fileUrl(hub, repo, revision, file.path);
        const target = placeFor(dir, file.path);
        const onBytes = (bytes: number) => progress(file.path, bytes);
        const { size, sha256 } = await fetchFile({ hub, url, file, target, signal, wait, onBytes });
        const known = file.sha256 !== undefined || file.gitSha1 !== undefined;
        fetched.push({ path: file.path, size, sha256, ...(known ? {} : { unchecked: true }) });
      }
    };
    const workers = Array.from({ length: parallel }, () =>
      work().catch((error) => {
        stop.abort(error);
        throw signal.reason;
      }),
    );
    await Promise.allSettled(workers);
    await Promise.all(workers);
    const manifest = merged(readManifest(dir), {
      format: 'sextant-data-1',
      source: { repo, revision },
      createdAt: (opts.now ?? (() => new Date()))().toISOString(),
      files: fetched,
    });
    writeManifest(dir, manifest);
    return manifest;
  } finally {
    await hub.close();
  }
}

/** Other files of the same commit stay in the manifest: they were downloaded before. */
function merged(old: DataManifest | undefined, fresh: DataManifest): DataManifest {
  const same = old?.source.repo === fresh.source.repo && old.source.revision === fresh.source.revision;
  const files = new Map([...(same ? old.files : []), ...fresh.files].map((file) => [file.path, file]));
  return { ...fresh, files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function tracker(files: readonly HubFile[], tell: ((progress: DownloadProgress) => void) | undefined) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const here = new Map<string, number>();
  let bytes = 0;
  return (file: string, now: number): void => {
    bytes += now - (here.get(file) ?? 0);
    here.set(file, now);
    tell?.({ file, bytes, total, files: files.length });
  };
}

function nothing(repo: string, all: readonly HubFile[]): SextantError {
  const names = all.slice(0, 5).map(({ path }) => path);
  return new SextantError('bad_data', `of its ${plural(all.length, 'file')} none is wanted (${names.join(', ')} …)`, {
    where: repo,
  });
}

/**
 * Where downloaded data lies unless a person says otherwise: `$SEXTANT_DATA`, or the cache folder of this user.
 * @example dataDir('mmsi', process.env) // '/home/me/.cache/sextant/data/mmsi'
 */
export function dataDir(benchmark: string, env: Env, home: string = homedir()): string {
  return join(dataRoot(env, home), benchmark);
}

function dataRoot(env: Env, home: string): string {
  if (env.SEXTANT_DATA) return resolve(env.SEXTANT_DATA);
  // The XDG rules say that a relative path is to be ignored.
  const cache = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(cache, 'sextant', 'data');
}
