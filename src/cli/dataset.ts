import { existsSync } from 'node:fs';
import { type Benchmark, type Dataset, SextantError } from '../contracts/index.ts';
import { dataDir } from '../hub/index.ts';
import { environment } from './environment.ts';
import { say } from './output.ts';

/** Where a benchmark's files are: in `--data`, or where `sextant data pull` put them; undefined when it needs none. */
export async function findData(benchmark: Benchmark, data: string | undefined): Promise<string | undefined> {
  if (data !== undefined && !benchmark.needsData && !benchmark.takesData) {
    throw new SextantError('bad_argument', `${benchmark.id} is made here and takes no --data`);
  }
  const pulled = dataDir(benchmark.dataId ?? benchmark.id, await environment());
  const dir = data ?? (benchmark.needsData && existsSync(pulled) ? pulled : undefined);
  if (benchmark.needsData && (dir === undefined || !existsSync(dir))) {
    throw new SextantError('bad_argument', `${benchmark.id} needs its files`, {
      ...(dir === undefined ? {} : { where: dir }),
      fix: `name their folder with --data, or fetch them once with \`sextant data pull ${benchmark.dataId ?? benchmark.id}\``,
    });
  }
  return dir;
}

/** The data of a benchmark, with its warnings told. Never touches the network. */
export async function openDataset(
  benchmark: Benchmark,
  args: Record<string, string>,
  data: string | undefined,
): Promise<Dataset> {
  const dir = await findData(benchmark, data);
  const dataset = await benchmark.load({ args, ...(dir === undefined ? {} : { dir }) });
  for (const warning of dataset.warnings) say(`warning: ${warning}`);
  return dataset;
}
