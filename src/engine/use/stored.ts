import { type Benchmark, type RunSpec, SextantError } from '../../contracts/index.ts';
import { extractorRegistry } from '../../extract/index.ts';
import { benchmarkRegistry, findBenchmark } from '../catalogue.ts';
import { modulesOf } from './use.ts';

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
