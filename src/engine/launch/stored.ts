import { type Benchmark, isError, type RunSpec, SextantError, type UnitResult } from '../../contracts/index.ts';
import { extractorRegistry } from '../../extract/index.ts';
import { readRunFile } from '../../store/index.ts';
import { benchmarkRegistry, findBenchmark } from '../catalogue.ts';
import { findProtocol } from '../run/spec.ts';
import { type SummariseOptions, summariseRun } from '../score/stored-summary.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { modulesOf } from '../use/use.ts';

/** Reads and scores a stored run, under its own protocol or another one of its benchmark. */
export async function openStored(folder: string, protocol?: string, opts: SummariseOptions = {}): Promise<ScoredRun> {
  const { spec } = readRunFile(folder);
  const benchmark = storedBenchmark(spec);
  const recipe = protocol === undefined ? undefined : findProtocol(benchmark, protocol);
  const { summary, ...scored } = await summariseRun(folder, benchmark, recipe, opts);
  return { ...scored, summary: { ...summary, problems: [...summary.problems, ...otherModules(spec)] } };
}

/** Which units `--from <run>:<kind>` means. */
const kinds: Record<string, (unit: UnitResult) => boolean> = {
  failed: (unit) => unit.score === null || unit.score < 1,
  unparsed: (unit) => unit.outcome === 'unparsed',
  errors: (unit) => isError(unit.outcome),
};

/** Ids of the samples that another run got wrong, could not parse, or has errors for. */
export async function idsFrom(text: string): Promise<string[]> {
  const colon = text.lastIndexOf(':');
  const wanted = kinds[text.slice(colon + 1)];
  if (colon < 1 || !wanted) {
    throw new SextantError('bad_argument', `${text} does not name a run and a kind of units`, {
      where: '--from',
      fix: `write <run folder>:<${Object.keys(kinds).join('|')}>`,
    });
  }
  const { units } = await openStored(text.slice(0, colon));
  const ids = [...new Set(units.filter(wanted).map((unit) => unit.id))];
  if (ids.length > 0) return ids;
  throw new SextantError('bad_argument', `that run has no such units`, { where: `--from ${text}` });
}

/**
 * The benchmark of a stored run. No code is loaded for it: where a module of its author's is missing, the error says which.
 * @example const benchmark = storedBenchmark(readRunFile('runs/theirs').spec)
 */
export function storedBenchmark(spec: RunSpec): Benchmark {
  const { use = [], protocol } = spec;
  const benchmark = benchmarkRegistry.get(spec.benchmark);
  const missing = benchmark ? `the extractor "${protocol.extractor}"` : `the benchmark "${spec.benchmark}"`;
  if (use.length > 0 && !(benchmark && extractorRegistry.get(protocol.extractor))) {
    const modules = use.map(({ file, sha256 }) => `${file} (sha256 ${sha256.slice(0, 12)}…)`).join(' and ');
    throw new SextantError('missing_module', `this run was made with ${modules}, and ${missing} is not known here`, {
      fix: 'name it with --use, if you trust its code',
    });
  }
  return findBenchmark(spec.benchmark).benchmark;
}

/** What to say where a run is read with another version of the code that made it. */
export function otherModules({ benchmark, protocol, use = [] }: RunSpec): string[] {
  const { use: present = [] } = modulesOf([benchmark, protocol.extractor]);
  return present
    .filter(({ sha256 }) => !use.some((made) => made.sha256 === sha256))
    .map(({ file }) => `read with another ${file} than the run was made with: numbers may differ`);
}
