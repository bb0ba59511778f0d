import type { Benchmark, Protocol, RunEvent, RunFile, Sample, Summary, UnitResult } from '../../src/contracts/index.ts';
import { RunScoring, summarise } from '../../src/engine/pure.ts';
import { browserAssets } from '../../src/media/pure.ts';
import { FilePrefetch, lookAhead } from './ahead.ts';

/** What a stored run comes to under some protocol. */
export interface Rescored {
  protocol: Protocol;
  summary: Summary;
  units: UnitResult[];
}

export interface RescoreOptions {
  run: RunFile;
  /** What the run is called, for problems. */
  where: string;
  benchmark: Benchmark;
  protocols: readonly Protocol[];
  journal: AsyncIterable<RunEvent>;
  /** Several at once, in the order asked for. */
  files(hashes: string[]): Promise<(Uint8Array | null)[]>;
  /** Told how many units are scored so far. */
  onProgress(units: number): void;
}

/** How long the page may be busy before it gets to draw and listen again. */
const BUSY_MS = 12;

/** How often progress is told: drawing it takes processor time from what it is about. */
const TELL_MS = 200;

/** Events that are read before their turn, so that what they need is on its way. */
const AHEAD = 1000;

/** Scores a run again, from what is stored, by the code of the command line. */
export async function rescore({
  run,
  where,
  benchmark,
  protocols,
  journal,
  files: fetch,
  onProgress,
}: RescoreOptions): Promise<Rescored[]> {
  const samples = new Map<string, Sample>();
  const files = new FilePrefetch(fetch);
  const assets = browserAssets(async ({ sha256 }) => {
    const found = await files.get(sha256);
    if (!found) throw new Error(`${sha256.slice(0, 12)}… is not among the run’s files`);
    return found;
  });
  const scoring = new RunScoring({ run, benchmark, samples, where, protocols, assets });
  let units = 0;
  let [since, told] = [performance.now(), 0];
  const foresee = (event: RunEvent) => {
    const sample = event.event === 'sample' ? benchmark.schema.safeParse(event.sample).data : undefined;
    for (const { sha256 } of (sample && benchmark.evidence?.(sample)) ?? []) files.foresee(sha256);
  };
  for await (const event of lookAhead(journal, AHEAD, foresee)) {
    if (event.event === 'sample') samples.set(event.sample.id, event.sample);
    await scoring.take(event);
    if (event.event === 'attempt' && event.final) units += 1;
    if (performance.now() - since < BUSY_MS) continue;
    if (since - told > TELL_MS) {
      onProgress(units);
      told = since;
    }
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  const results = scoring.results();
  return protocols.flatMap((protocol, at) => {
    const scored = results[at];
    return scored
      ? [{ protocol, units: scored.units, summary: summarise({ run, benchmark, protocol, results: scored }) }]
      : [];
  });
}
