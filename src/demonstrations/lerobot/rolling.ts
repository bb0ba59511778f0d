import { fillPath } from './features.ts';
import { placeFor } from './staging.ts';
import { type ParquetColumn, TableWriter } from './table-write.ts';

/** Which of the numbered files of a v3 dataset. */
export interface FilePlace {
  chunk: number;
  file: number;
}

/** Files in a folder. */
export const CHUNK_FILES = 1000;

export function nextPlace({ chunk, file }: FilePlace): FilePlace {
  return file + 1 < CHUNK_FILES ? { chunk, file: file + 1 } : { chunk: chunk + 1, file: 0 };
}

export function fileAt(template: string, { chunk, file }: FilePlace, key = ''): string {
  return fillPath(template, { chunk_index: chunk, file_index: file, video_key: key });
}

/** Row groups over as many files as they need: a new one begins before the limit is reached. */
export class RollingTable {
  readonly #opts: { dir: string; template: string; columns: readonly ParquetColumn[]; limit: number };
  #place: FilePlace = { chunk: 0, file: 0 };
  #table: TableWriter | undefined;
  #rows = 0;

  constructor(opts: { dir: string; template: string; columns: readonly ParquetColumn[]; limit: number }) {
    this.#opts = opts;
  }

  /** Where the next row group goes, by the size of the rows before it. */
  place(rows: number): FilePlace {
    if (this.#table && this.#table.bytes * (1 + rows / this.#rows) >= this.#opts.limit) {
      this.close();
      this.#place = nextPlace(this.#place);
    }
    return this.#place;
  }

  /** Adds a row group where `place` said. */
  append(values: Readonly<Record<string, readonly unknown[]>>, rows: number): void {
    const { dir, template, columns } = this.#opts;
    this.#table ??= new TableWriter(placeFor(dir, fileAt(template, this.#place)), columns);
    this.#table.append(values);
    this.#rows += rows;
  }

  close(): void {
    this.#table?.close();
    this.#table = undefined;
    this.#rows = 0;
  }
}
