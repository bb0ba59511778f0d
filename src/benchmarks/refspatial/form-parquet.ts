import { SextantError } from '../../contracts/index.ts';
import { checked, openParquet, type Parquet } from '../../tables/index.ts';
import { type Entry, type Media, RefspatialRow } from './row.ts';

const columns = ['id', 'object', 'prompt', 'suffix', 'step'];

/** The questions of the hub's parquet files, in which pictures are `{ bytes, path }`. */
export async function* parquetEntries(files: readonly string[]): AsyncGenerator<Entry> {
  for (const file of files) {
    // Stays open: pictures are fetched when they are asked for.
    const parquet = await openParquet(file);
    const wanted = parquet.columns.includes('scene') ? [...columns, 'scene'] : columns;
    for (let index = 0; index < parquet.rowCount; index++) {
      const where = `${file}:${index}`;
      const media = (column: 'image' | 'mask'): Media => ({
        where: `${where} column ${column}`,
        read: () => picture(parquet, index, column, `${where} column ${column}`),
      });
      yield {
        row: checked(await parquet.row(index, wanted), RefspatialRow, where),
        where,
        image: media('image'),
        mask: media('mask'),
      };
    }
  }
}

async function picture(parquet: Parquet, index: number, column: 'image' | 'mask', where: string) {
  const { [column]: cell } = await parquet.row(index, [column]);
  const { bytes, path } = cell && typeof cell === 'object' && 'bytes' in cell ? cell : { bytes: cell, path: null };
  if (!(bytes instanceof Uint8Array)) throw new SextantError('bad_media', 'expected a picture, found none', { where });
  // The file's own name is kept, so that the path in the raw folders can be told.
  const name = typeof path === 'string' ? path.replace(/^.*[\\/]/s, '') : '';
  return { bytes, ...(name !== '' && { path: `${column}/${name}` }) };
}
