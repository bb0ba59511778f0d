import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { byteSize, plural } from '../contracts/index.ts';
import { filePart } from './file-part.ts';
import { needsOf } from './needs.ts';
import type { OpenData } from './run-media.ts';
import { type OpenRun, Shelf } from './shelf.ts';
import type { PackFile, RunHead } from './wire.ts';
import { ZipWriter } from './zip-write.ts';

export interface PackOptions {
  /** Run folders, or folders with runs in them. */
  roots: readonly string[];
  out: string;
  openData: OpenData;
  /** Pictures are left out when the file would become larger; what scoring and replay need never is. */
  maxBytes?: number;
  /** What people asked for, where the packed runs are only a part of it. */
  maxTold?: number;
  progress?(done: { run: string; files: number; bytes: number }): void;
}

export interface Packed {
  runs: RunHead[];
  bytes: number;
}

/** Writes runs into one file that the viewer reads from a static host: questions, answers, scores, pictures. */
export async function packRuns(opts: PackOptions): Promise<Packed> {
  const shelf = new Shelf(opts.roots, opts.openData);
  mkdirSync(dirname(opts.out), { recursive: true });
  const zip = new ZipWriter(opts.out);
  try {
    const runs: RunHead[] = [];
    const open: { head: RunHead; run: OpenRun }[] = [];
    for (const id of shelf.folders().keys()) open.push({ head: await shelf.head(id), run: await shelf.run(id) });
    // First what may not be missing, of all runs; pictures share what is left.
    for (const { head, run } of open) await addRecords(zip, head, run);
    const packed = new Set<string>();
    for (const { head, run } of open) runs.push(await addFiles(zip, head, run, packed, opts));
    const contents: PackFile = { format: 'sextant-pack-1', runs };
    await zip.add('pack.json', [Buffer.from(JSON.stringify(contents))]);
    zip.finish();
    return { runs, bytes: zip.size };
  } catch (error) {
    zip.abandon();
    throw error;
  } finally {
    await shelf.close();
  }
}

async function addRecords(zip: ZipWriter, { id, run, summary }: RunHead, { stored }: OpenRun): Promise<void> {
  const { path, bytes } = stored.journal;
  await zip.add(`runs/${id}/run.json`, [Buffer.from(JSON.stringify(run))]);
  await zip.add(`runs/${id}/summary.json`, [Buffer.from(JSON.stringify(summary))]);
  await zip.add(`runs/${id}/units.json`, listed(stored.rows()));
  await zip.add(`runs/${id}/index.json`, listed(stored.index.all));
  await zip.add(`runs/${id}/events.ndjson`, filePart(path, 0, bytes));
}

/** A JSON list, piece by piece. */
function* listed(values: Iterable<unknown>): Generator<Uint8Array> {
  let pieces = ['['];
  let first = true;
  for (const value of values) {
    pieces.push(first ? '' : ',', JSON.stringify(value));
    first = false;
    if (pieces.length < 1000) continue;
    yield Buffer.from(pieces.join(''));
    pieces = [];
  }
  yield Buffer.from(`${pieces.join('')}]`);
}

async function addFiles(
  zip: ZipWriter,
  head: RunHead,
  { stored, media }: OpenRun,
  packed: Set<string>,
  { maxBytes = Number.POSITIVE_INFINITY, maxTold = maxBytes, progress }: PackOptions,
): Promise<RunHead> {
  const left = { large: 0, largeBytes: 0, missing: 0 };
  let files = 0;
  for await (const { hash, bytes, needed } of needsOf(stored)) {
    if (packed.has(hash)) continue;
    if (!needed && zip.size + bytes > maxBytes) {
      left.large += 1;
      left.largeBytes += bytes;
      continue;
    }
    const found = await media.verified(hash);
    if (!found) {
      left.missing += 1;
      continue;
    }
    await zip.add(`blobs/${hash}`, [found]);
    packed.add(hash);
    files += 1;
    progress?.({ run: head.name, files, bytes: zip.size });
  }
  const notes = [
    ...(left.large > 0
      ? [
          `${plural(left.large, 'picture or clip', 'pictures or clips')} (${byteSize(left.largeBytes)}) left out: the file would be larger than ${byteSize(maxTold)}`,
        ]
      : []),
    ...(left.missing > 0
      ? [`${plural(left.missing, 'file')} left out: neither in the run nor in the data at hand`]
      : []),
  ];
  // Where it lay on this machine is nobody else's business.
  return { ...head, folder: basename(head.folder), ...(notes.length > 0 ? { left: notes } : {}) };
}
