import {
  type Benchmark,
  type ControlReading,
  type RunSpec,
  SextantError,
  type UnitResult,
} from '../../contracts/index.ts';
import { hashOf } from '../run/hash.ts';

/** Under which condition a run was made; undefined for benchmarks without controls. */
export function conditionOf({ controls }: Benchmark, { args }: Pick<RunSpec, 'args'>): string | undefined {
  return Object.entries(controls?.conditions ?? {}).find(([, made]) =>
    Object.entries(made).every(([name, value]) => args[name] === value),
  )?.[0];
}

/** The same where it is not the benchmark's own task. */
export function controlOf(benchmark: Benchmark, spec: Pick<RunSpec, 'args'>): string | undefined {
  const condition = conditionOf(benchmark, spec);
  return condition === conditionOf(benchmark, benchmark) ? undefined : condition;
}

/** Arguments that are not the benchmark's default, but for those that make it a control. */
export function changedArgs(benchmark: Benchmark, { args }: Pick<RunSpec, 'args'>): Record<string, string> {
  const made = conditionArgs(benchmark);
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => !made.has(name) && benchmark.args[name] !== value),
  );
}

function conditionArgs({ controls }: Benchmark): Set<string> {
  return new Set(Object.values(controls?.conditions ?? {}).flatMap((args) => Object.keys(args)));
}

/** The same for runs that differ in nothing but the condition: they are controls of each other. */
export function controlSet(benchmark: Benchmark, spec: RunSpec): string | undefined {
  if (conditionOf(benchmark, spec) === undefined) return undefined;
  const made = conditionArgs(benchmark);
  const args = Object.fromEntries(Object.entries(spec.args).filter(([name]) => !made.has(name)));
  const { benchmark: id, model, protocolHash, select, epochs, seed } = spec;
  return hashOf({ id, args, model, protocolHash, select, epochs, seed });
}

/** What the runs of one set show together. Where a condition was run twice, the first one counts. */
export function readControls(
  benchmark: Benchmark,
  runs: readonly { spec: RunSpec; units: readonly UnitResult[] }[],
): ControlReading {
  const { controls } = benchmark;
  if (!controls) {
    throw new SextantError('bad_argument', `${benchmark.id} has no controls`, {
      fix: 'choose a robot suite, for example rsb-math-4',
    });
  }
  const sets = new Set(runs.map(({ spec }) => controlSet(benchmark, spec)));
  if (sets.size > 1)
    throw new SextantError('bad_argument', 'these runs differ in more than their condition: they are no controls');
  const results: Record<string, readonly UnitResult[]> = {};
  for (const { spec, units } of runs) {
    const condition = conditionOf(benchmark, spec);
    if (condition !== undefined) results[condition] ??= units;
  }
  return controls.read(results);
}
