import { type FileHandle, open } from 'node:fs/promises';
import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { at } from '../util/index.ts';

/** Rows of a parquet file in the bytes that they will have there, and where these begin in each other. Plain data: it crosses threads. */
export interface EncodedRows {
  bytes: Uint8Array;
  groups: RowGroup[];
}

/** What a parquet file begins with. */
const HEAD = 4;

/** Encodes some rows as one group. Takes long where there are pictures among them, so threads do it. */
export function encodeRows(schema: SchemaElement[], columns: readonly ColumnSource[]): EncodedRows {
  const writer = new ByteWriter();
  const parquet = openParquet(writer, schema);
  const rowGroupSize = at(columns, 0).data.length;
  // In memory it is done at once. Nobody seeks in groups as small as these.
  void parquet.write({ columnData: columns.map((column) => ({ ...column, offsetIndex: false })), rowGroupSize });
  return { bytes: new Uint8Array(writer.getBuffer()).slice(HEAD), groups: parquet.row_groups };
}

function openParquet(writer: ByteWriter, schema: SchemaElement[], kvMetadata?: KeyValue[]): ParquetWriter {
  return new ParquetWriter({
    writer,
    schema,
    // Pictures are compressed already, and the largest of them says nothing.
    codec: 'UNCOMPRESSED',
    statistics: false,
    ...(kvMetadata && { kvMetadata }),
  });
}

/** A parquet file of encoded rows, put one after the other. */
export class RowGroupFile {
  readonly #file: FileHandle;
  readonly #writer = new ByteWriter();
  readonly #parquet: ParquetWriter;

  static async create(path: string, schema: SchemaElement[], kvMetadata?: KeyValue[]): Promise<RowGroupFile> {
    const made = new RowGroupFile(await open(path, 'w'), schema, kvMetadata);
    await made.#flush();
    return made;
  }

  private constructor(file: FileHandle, schema: SchemaElement[], kvMetadata?: KeyValue[]) {
    this.#file = file;
    this.#parquet = openParquet(this.#writer, schema, kvMetadata);
  }

  async add({ bytes, groups }: EncodedRows): Promise<void> {
    const by = this.#writer.offset - HEAD;
    for (const group of groups) {
      this.#parquet.row_groups.push(moved(group, BigInt(by)));
      this.#parquet.num_rows += group.num_rows;
    }
    this.#writer.offset += bytes.length;
    await this.#file.write(bytes);
  }

  async close(): Promise<void> {
    await this.#parquet.finish();
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    await this.#file.write(new Uint8Array(this.#writer.buffer, 0, this.#writer.index));
    this.#writer.index = 0;
  }
}

/** A group that begins so many bytes later. */
function moved(group: RowGroup, by: bigint): RowGroup {
  return {
    ...group,
    columns: group.columns.map((chunk) => {
      const { meta_data: data } = chunk;
      const { data_page_offset: page, dictionary_page_offset: dictionary } = data ?? {};
      return {
        ...chunk,
        file_offset: chunk.file_offset + by,
        ...(data && {
          meta_data: {
            ...data,
            ...(page !== undefined && { data_page_offset: page + by }),
            ...(dictionary !== undefined && { dictionary_page_offset: dictionary + by }),
          },
        }),
      };
    }),
  };
}
