import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../../contracts/index.ts';
import { openParquet, type Parquet } from '../../tables/index.ts';
import type { Report } from './finding.ts';

/** A dataset that is being read, and where to say what is wrong with it. */
export interface FolderReading {
  dir: string;
  report: Report;
  signal?: AbortSignal | undefined;
}

/** Reads a file of the dataset; that it is missing or cannot be read is reported, and the result is undefined. */
export async function withFile<T>(
  { dir, report, signal }: FolderReading,
  file: string,
  read: (path: string) => T | Promise<T>,
): Promise<T | undefined> {
  signal?.throwIfAborted();
  const path = join(dir, file);
  if (!existsSync(path)) {
    report({ code: 'file_missing', file, message: 'there is no such file' });
    return undefined;
  }
  try {
    return await read(path);
  } catch (error) {
    report({ code: 'file_unreadable', file, message: describeError(error) });
    return undefined;
  }
}

/** The same for a table, which is open until it has been read. */
export function withTable<T>(
  reading: FolderReading,
  file: string,
  read: (table: Parquet) => Promise<T>,
): Promise<T | undefined> {
  return withFile(reading, file, async (path) => {
    const table = await openParquet(path);
    try {
      return await read(table);
    } finally {
      table.close();
    }
  });
}
