import type { Benchmark, Dataset } from '../contracts/index.ts';
import { findData, openDataset as open } from '../engine/index.ts';
import { type Env, readEnv } from '../host/index.ts';
import { say } from './output.ts';

/** The data of a benchmark, from `--data` or where they were pulled to, with its warnings told. */
export async function openDataset(
  benchmark: Benchmark,
  args: Record<string, string>,
  data: string | undefined,
): Promise<Dataset> {
  return open(benchmark, args, await findData(benchmark, data), (text) => say(`warning: ${text}`));
}

/** What this command may know of its surroundings: the environment, completed by `.env` in the current folder. */
export function environment(): Promise<Env> {
  return readEnv({ env: process.env, cwd: process.cwd() });
}
