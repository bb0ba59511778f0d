import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { demand } from '../../util/index.ts';
import { type Features, isVideo } from './features.ts';

export interface ParquetColumn {
  name: string;
  type: 'INT64' | 'FLOAT' | 'DOUBLE' | 'STRING';
  /** How deep its values are nested: 0 for plain ones, 1 for lists, 2 for lists of lists. */
  lists: number;
}

/**
 * A parquet file that grows by whole row groups, compressed with snappy.
 * @example
 * const table = new TableWriter('tasks.parquet', [{ name: 'task', type: 'STRING', lists: 0 }]);
 * table.append({ task: ['stack the blocks'] });
 * table.close();
 */
export class TableWriter {
  readonly #file: ReturnType<typeof fileWriter>;
  readonly #writer: ParquetWriter;
  readonly #columns: readonly ParquetColumn[];

  /** The folder must exist. `metadata` is kept in the file's footer. */
  constructor(path: string, columns: readonly ParquetColumn[], metadata: Readonly<Record<string, string>> = {}) {
    this.#columns = columns;
    this.#file = fileWriter(path);
    this.#writer = new ParquetWriter({
      writer: this.#file,
      schema: [{ name: 'schema', num_children: columns.length }, ...columns.flatMap(elements)],
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    });
  }

  /** Bytes so far, without the footer. */
  get bytes(): number {
    return this.#file.offset;
  }

  /** Adds rows as one row group. Integers are given as numbers. */
  append(values: Readonly<Record<string, readonly unknown[]>>): void {
    const columnData = this.#columns.map(({ name, type }) => {
      const data = demand(values, name);
      return { name, data: type === 'INT64' ? data.map(toBigInt) : [...data] };
    });
    // Here and below: into a file it writes at once, and gives no promise.
    void this.#writer.write({ columnData, rowGroupSize: Math.max(1, columnData[0]?.data.length ?? 0) });
  }

  close(): void {
    void this.#writer.finish();
  }
}

/** The columns of the features that are no videos. */
export function dataColumns(features: Features): ParquetColumn[] {
  return Object.entries(features).flatMap(([name, feature]): ParquetColumn[] => {
    if (isVideo(feature)) return [];
    const type = feature.dtype === 'string' ? 'STRING' : feature.dtype === 'int64' ? 'INT64' : 'FLOAT';
    return [{ name, type, lists: feature.shape[0] === 1 ? 0 : 1 }];
  });
}

function toBigInt(value: unknown): unknown {
  return Array.isArray(value) ? value.map(toBigInt) : typeof value === 'number' ? BigInt(value) : value;
}

/** Three levels for each list, named as Arrow names them. */
function elements({ name, type, lists }: ParquetColumn): SchemaElement[] {
  if (lists > 0) {
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elements({ name: 'element', type, lists: lists - 1 }),
    ];
  }
  if (type !== 'STRING') return [{ name, type, repetition_type: 'OPTIONAL' }];
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
  return [{ name, ...text, repetition_type: 'OPTIONAL' }];
}
