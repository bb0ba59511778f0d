import { existsSync } from 'node:fs';
import { type Benchmark, type Dataset, SextantError } from '../contracts/index.ts';
import { dataDir } from '../data/index.ts';
import { say } from './output.ts';

/** The data of a benchmark: from `--data`, or from where `sextant data pull` put it. Never touches the network. */
export async function openDataset(
  benchmark: Benchmark,
  args: Record<string, string>,
  data: string | undefined,
): Promise<Dataset> {
  if (data !== undefined && !benchmark.needsData) {
    throw new SextantError('bad_argument', `${benchmark.id} is made here and takes no --data`);
  }
  const pulled = dataDir(benchmark.id, process.env);
  const dir = data ?? (benchmark.needsData && existsSync(pulled) ? pulled : undefined);
  if (benchmark.needsData && (dir === undefined || !existsSync(dir))) {
    throw new SextantError('bad_argument', `${benchmark.id} needs its files`, {
      ...(dir === undefined ? {} : { where: dir }),
      fix: `name their folder with --data, or fetch them once with \`sextant data pull ${benchmark.id}\``,
    });
  }
  const dataset = await benchmark.load({ args, ...(dir === undefined ? {} : { dir }) });
  for (const warning of dataset.warnings) say(`warning: ${warning}`);
  return dataset;
}
