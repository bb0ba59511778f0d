import type { Benchmark, Dataset } from '../contracts/index.ts';
import { findData, openDataset as open } from '../engine/index.ts';
import { say } from './output.ts';

/** The data of a benchmark, from `--data` or where they were pulled to, with its warnings told. */
export async function openDataset(
  benchmark: Benchmark,
  args: Record<string, string>,
  data: string | undefined,
): Promise<Dataset> {
  return open(benchmark, args, await findData(benchmark, data), (text) => say(`warning: ${text}`));
}
