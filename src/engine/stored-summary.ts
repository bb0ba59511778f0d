import type { Benchmark, Protocol, Summary } from '../contracts/index.ts';
import { readRunFile, runPaths, writeJsonAtomic } from '../data/index.ts';
import { scoreRun } from './results.ts';
import { type ScoredRun, summarise } from './summarise.ts';

/** Scores a stored run under several protocols and sums it up; under its own one the summary is also kept in the folder. */
export async function summariseUnder(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
): Promise<ScoredRun[]> {
  const run = readRunFile(folder);
  const scored = await scoreRun(folder, benchmark, protocols);
  return protocols.flatMap((protocol, at) => {
    const results = scored[at];
    if (!results) return [];
    const summary = summarise({ run, benchmark, protocol, results });
    if (summary.protocol.hash === run.spec.protocolHash) keepSummary(folder, summary);
    return [{ folder, benchmark, run, summary, units: results.units }];
  });
}

/** The same under one protocol: the run's own unless another one is named. */
export async function summariseRun(folder: string, benchmark: Benchmark, protocol?: Protocol): Promise<ScoredRun> {
  const [scored] = await summariseUnder(folder, benchmark, [protocol ?? readRunFile(folder).spec.protocol]);
  if (!scored) throw new Error('one protocol gives one result');
  return scored;
}

/** The summary can be computed again at any time: a folder that one may only read is no reason to fail. */
function keepSummary(folder: string, summary: Summary): void {
  try {
    writeJsonAtomic(runPaths(folder).summary, summary);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
  }
}
