import { existsSync } from 'node:fs';
import {
  type Benchmark,
  type Dataset,
  isSameData,
  messageOf,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { nearPath } from '../../files/index.ts';
import { readEnv } from '../../host/index.ts';
import { here } from './here.ts';

/** Where a benchmark's files are: in `--data`, or where `sextant data pull` put them; undefined when it needs none. */
export async function findData(
  benchmark: Benchmark,
  data: string | undefined,
  place = here(),
): Promise<string | undefined> {
  if (data !== undefined && !benchmark.needsData && !benchmark.takesData) {
    throw new SextantError('bad_argument', `${benchmark.id} is made here and takes no --data`, {
      fix: 'leave --data (or --source) out',
    });
  }
  if (!benchmark.needsData) return data;
  const name = benchmark.dataId ?? benchmark.id;
  // Imported only when files are needed: it loads the whole download code.
  const { dataDir } = await import('../../hub/index.ts');
  const dir = data ?? dataDir(name, await readEnv(place));
  if (existsSync(dir)) return dir;
  const pull = `fetch them once with \`sextant data pull ${name}\``;
  if (data === undefined)
    throw new SextantError('bad_argument', `${benchmark.id} needs its files, and they are not at ${dir}`, {
      fix: `name their folder with --data, or ${pull}`,
    });
  const near = nearPath(data);
  throw new SextantError('bad_argument', 'there is no such file or folder', {
    where: `--data ${data}`,
    fix: near === undefined ? `name the folder with the files of ${benchmark.id}, or ${pull}` : `did you mean ${near}?`,
  });
}

/** The data of a benchmark. Never touches the network. */
export async function openDataset(
  benchmark: Benchmark,
  args: Record<string, string>,
  dir: string | undefined,
  warn: (text: string) => void,
): Promise<Dataset> {
  const dataset = await benchmark.load({ args, ...(dir === undefined ? {} : { dir }) });
  for (const warning of dataset.warnings) warn(warning);
  return dataset;
}

/** The questions as the benchmark gives them, or why they cannot be had. */
export async function findQuestions(benchmark: Benchmark, spec: RunSpec, data?: string): Promise<Dataset | string> {
  try {
    const dir = await findData(benchmark, data);
    const dataset = await benchmark.load({ args: spec.args, ...(dir === undefined ? {} : { dir }) });
    if (isSameData(dataset, spec.data)) return dataset;
    return `these are other data than the run was made with: ${dataset.source} here, ${spec.data.source} then`;
  } catch (error) {
    return messageOf(error);
  }
}
