import { publishedBenchmarks } from '../benchmarks/index.ts';
import { type Benchmark, nearest, SextantError } from '../contracts/index.ts';
import { synthBenchmarks } from '../synth/index.ts';

/** Every benchmark that Sextant knows. */
export const benchmarks: readonly Benchmark[] = [...publishedBenchmarks, ...synthBenchmarks];

/**
 * A benchmark as people write it, with what they set; what they did not set has its default.
 * @example findBenchmark('tiny:count=20') // { benchmark: tiny, args: { count: '20', seed: '1' } }
 */
export function findBenchmark(spec: string): { benchmark: Benchmark; args: Record<string, string> } {
  const colon = spec.indexOf(':');
  const id = colon < 0 ? spec : spec.slice(0, colon);
  const benchmark = benchmarks.find((known) => known.id === id || Object.hasOwn(known.aliases ?? {}, id));
  if (!benchmark) {
    const ids = benchmarks.map((known) => known.id);
    throw refusal(
      'unknown_benchmark',
      `there is no benchmark "${id}"; known: ${ids.join(', ')}`,
      nearest(id, [...ids, ...benchmarks.flatMap(({ aliases = {} }) => Object.keys(aliases))]),
    );
  }
  const names = Object.keys(benchmark.args);
  const given = new Map<string, string>();
  for (const part of colon < 0 ? [] : spec.slice(colon + 1).split(',')) {
    const [name = '', ...value] = part.split('=');
    if (!names.includes(name))
      throw refusal(
        'bad_argument',
        `${id} takes no "${name}"; it takes: ${names.join(', ') || 'nothing'}`,
        nearest(name, names),
      );
    if (value.length === 0 || given.has(name))
      throw refusal('bad_argument', `${id} needs ${name} once and with a value`, `${name}=${benchmark.args[name]}`);
    given.set(name, value.join('='));
  }
  return { benchmark, args: { ...benchmark.args, ...benchmark.aliases?.[id], ...Object.fromEntries(given) } };
}

/**
 * Whose files somebody means: a benchmark's, or a set of files that several share.
 * @example findFiles('gsm8k') // { id: 'gsm8k', benchmark: the first one that uses them }
 */
export function findFiles(name: string): { id: string; benchmark: Benchmark } {
  const benchmark = benchmarks.find(({ dataId }) => dataId === name) ?? findBenchmark(name).benchmark;
  return { id: benchmark.dataId ?? benchmark.id, benchmark };
}

function refusal(code: 'unknown_benchmark' | 'bad_argument', message: string, guess: string | undefined): SextantError {
  return new SextantError(code, message, guess === undefined ? {} : { fix: `did you mean ${guess}?` });
}
