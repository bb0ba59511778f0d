import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DsiSample, type View, views } from '../../benchmarks/index.ts';
import { SextantError } from '../../contracts/index.ts';
import { writeCsv } from '../../tables/index.ts';
import type { Made } from '../family.ts';

const columns = ['cate', 'relative_path', 'video_type', 'question', 'options', 'GT', 'others'];

/** The published benchmark's own form: a table and a folder of clips per view, and one table of all. */
export async function publish(scenes: AsyncIterable<Made<DsiSample>>, dir: string): Promise<void> {
  const rows = new Map<View, (string | null)[][]>(views.map((view) => [view, []]));
  for await (const { samples, files } of scenes) {
    for (const { view, path, category, question, options, answer, media } of samples) {
      const file = files.find(({ ref }) => ref.sha256 === media[0]?.sha256);
      if (!file) throw new SextantError('internal', `${path} has no clip`);
      const target = join(dir, 'videos', view, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, file.bytes);
      rows.get(view)?.push([String(category), path, null, question, options, answer, null]);
    }
  }
  for (const [view, own] of rows) writeCsv(join(dir, 'metadatas', `${view}.csv`), columns, own);
  const all = [...rows].flatMap(([view, own]) => own.map((row) => [...row, view]));
  writeCsv(join(dir, 'metadata_4aug.csv'), [...columns, 'aug'], all);
}
