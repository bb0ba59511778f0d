import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Dataset, MediaRef } from '../../contracts/index.ts';
import { draftOf, makeFolder } from '../../files/index.ts';

/** Endings by type. */
const ENDINGS: Record<MediaRef['type'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * Writes a benchmark as ordinary files: every picture or clip by name, and `samples.jsonl` that refers to them.
 * @returns how many samples and files were written
 */
export async function unpackData(opts: {
  benchmark: Benchmark;
  dataset: Dataset;
  dir: string;
  progress?(done: number, total: number): void;
}): Promise<{ samples: number; files: number }> {
  const { benchmark, dataset, dir, progress } = opts;
  makeFolder(dir);
  const list = join(dir, 'samples.jsonl');
  const draft = draftOf(list);
  const fd = openSync(draft, 'w');
  let files = 0;
  const put = async (ref: MediaRef, name: string): Promise<string> => {
    // Ids come from data sets: only harmless characters become part of a path.
    const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '_')}.${ENDINGS[ref.type]}`;
    writeFileSync(join(dir, file), await dataset.bytes(ref));
    files += 1;
    return file;
  };
  try {
    for (const [index, id] of dataset.ids.entries()) {
      const sample = await dataset.sample(index);
      const names = [];
      for (const [at, ref] of sample.media.entries()) {
        names.push(await put(ref, benchmark.mediaName?.(sample, at) ?? `${id}_${at}`));
      }
      const evidence = [];
      for (const [at, ref] of (benchmark.evidence?.(sample) ?? []).entries()) {
        evidence.push(await put(ref, `${id}_evidence_${at}`));
      }
      writeSync(fd, `${JSON.stringify({ ...sample, files: names, ...(evidence.length > 0 ? { evidence } : {}) })}\n`);
      progress?.(index + 1, dataset.ids.length);
    }
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(draft, list);
  return { samples: dataset.ids.length, files };
}
