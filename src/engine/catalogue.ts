import { publishedBenchmarks } from '../benchmarks/index.ts';
import { type Benchmark, type DataSource, SextantError } from '../contracts/index.ts';
import { synthBenchmarks } from '../synth/index.ts';
import { assignments, didYouMean, Registry } from '../util/index.ts';
import suites from './launch/suites.json' with { type: 'json' };

/** Every benchmark that comes with Sextant. */
export const benchmarks: readonly Benchmark[] = [...publishedBenchmarks, ...synthBenchmarks];

const hasAlias = (id: string) => benchmarks.some(({ aliases = {} }) => Object.hasOwn(aliases, id));

/** The same, and those that modules of users brought. */
export const benchmarkRegistry = new Registry<Benchmark>(benchmarks, hasAlias);

/**
 * A benchmark as people write it, with what they set; what they did not set has its default.
 * @example findBenchmark('tiny:count=20') // { benchmark: tiny, args: { count: '20', seed: '1' } }
 */
export function findBenchmark(spec: string): { benchmark: Benchmark; args: Record<string, string> } {
  const colon = spec.indexOf(':');
  const id = colon < 0 ? spec : spec.slice(0, colon);
  const all = benchmarkRegistry.all();
  const benchmark = all.find((known) => known.id === id || Object.hasOwn(known.aliases ?? {}, id));
  if (!benchmark) {
    const names = [...all.map((known) => known.id), ...Object.keys(suites)];
    throw new SextantError(
      'unknown_benchmark',
      `there is no benchmark "${id}"`,
      didYouMean(id, names, '`sextant list benchmarks` shows them all'),
    );
  }
  const names = Object.keys(benchmark.args);
  const given = new Map<string, string>();
  for (const part of colon < 0 ? [] : spec.slice(colon + 1).split(',')) {
    const [name = '', ...value] = part.split('=');
    if (!names.includes(name))
      throw new SextantError(
        'bad_argument',
        `${id} takes no "${name}"; it takes: ${names.join(', ') || 'nothing'}`,
        didYouMean(name, names),
      );
    if (value.length === 0 || given.has(name))
      throw new SextantError('bad_argument', `${id} needs ${name} once and with a value`, {
        fix: `for example ${id}:${name}=${benchmark.args[name]}`,
      });
    given.set(name, value.join('='));
  }
  return { benchmark, args: { ...benchmark.args, ...benchmark.aliases?.[id], ...Object.fromEntries(given) } };
}

/** Files that `data pull` fetches: what they are called, and where they are published. */
export interface Files {
  id: string;
  source?: DataSource;
}

/**
 * Whose files somebody means: a benchmark's, a set of files that several share, or published demonstrations.
 * @example findFiles('gsm8k') // { id: 'gsm8k', source: … }
 */
export function findFiles(name: string): Files {
  const shown = demonstrations[name];
  if (shown) return { id: name, source: shown };
  const {
    id,
    dataId = id,
    sources,
  } = benchmarkRegistry.all().find((one) => one.dataId === name) ?? findBenchmark(name).benchmark;
  return { id: dataId, ...(sources?.[0] ? { source: sources[0] } : {}) };
}

/** Published demonstrations, by name. */
const demonstrations: Readonly<Record<string, DataSource>> = Object.assign(
  Object.create(null),
  ...benchmarks.map((benchmark) => benchmark.demonstrations ?? {}),
);

/**
 * The runs that are controls of each other, as names of benchmarks: the condition that was asked for is replaced by each of them.
 * @example controlNames('rsb-math-4:seed=1') // [{ condition: 'direct', benchmark: 'rsb-math-4:seed=1,condition=direct' }, …]
 */
export function controlNames(name: string): { condition: string; benchmark: string }[] {
  const { benchmark, args } = findBenchmark(name);
  if (!benchmark.controls) {
    throw new SextantError('bad_argument', `${benchmark.id} has no controls`, {
      where: '--controls',
      fix: 'choose a robot suite, for example rsb-math-4',
    });
  }
  return Object.entries(benchmark.controls.conditions).map(([condition, made]) => {
    const all = Object.entries({ ...args, ...made }).filter(([key, value]) => benchmark.args[key] !== value);
    const told = assignments(Object.fromEntries(all));
    return { condition, benchmark: told === '' ? benchmark.id : `${benchmark.id}:${told}` };
  });
}
