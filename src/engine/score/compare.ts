import {
  type Benchmark,
  type Comparison,
  type ControlReading,
  isSameData,
  type RunSpec,
  SextantError,
  type UnitResult,
} from '../../contracts/index.ts';
import { compareResults } from '../../stats/index.ts';
import { assignments, plural } from '../../util/index.ts';
import { hashOf } from '../run/hash.ts';
import type { ScoredRun } from './summarise.ts';

/** Two scored runs side by side; refused when they are not about the same questions. */
export function compareRuns(a: ScoredRun, b: ScoredRun, opts: { equivalence?: number } = {}): Comparison {
  if (a.benchmark.id !== b.benchmark.id) {
    throw new SextantError('bad_argument', `${a.folder} is ${a.benchmark.id}, ${b.folder} is ${b.benchmark.id}`, {
      fix: 'compare two runs of the same benchmark',
    });
  }
  const warnings: string[] = [];
  if (!isSameData(a.summary.data, b.summary.data)) {
    warnings.push('the runs used different data: units are matched by id, but questions may differ');
  }
  if (a.summary.protocol.hash !== b.summary.protocol.hash) {
    warnings.push('the runs were scored under different protocols: the difference is not the models’ alone');
  } else if (askedHash(a) !== askedHash(b)) {
    warnings.push('the runs were asked under different protocols: the difference is not the models’ alone');
  }
  for (const { folder, summary } of [a, b]) {
    if (summary.missing > 0) warnings.push(`${folder} is not complete: ${plural(summary.missing, 'unit')} missing`);
    if (summary.control !== undefined)
      warnings.push(`${folder} is a control under the condition “${summary.control}”, not the benchmark’s own task`);
    if (summary.readsTruth)
      warnings.push(`${summary.model ?? summary.policy} was told the right answers: it is a ceiling, not a competitor`);
    if (summary.lentHands)
      warnings.push(`${summary.model ?? summary.policy} was lent hands: it only chose, and grasped nothing itself`);
    if (summary.knowsScene)
      warnings.push(`${summary.model} was told part of the scene: it is a yardstick, not a competitor`);
  }
  warnings.push(...argumentWarnings(a, b));
  const sides = [a, b].map(({ folder, summary }) => ({
    run: folder,
    name: summary.model ?? summary.policy ?? folder,
    protocol: { id: summary.protocol.id, hash: summary.protocol.hash },
  }));
  const [sideA, sideB] = sides;
  if (!sideA || !sideB) throw new Error('two runs were given');
  return {
    benchmark: a.benchmark.id,
    a: sideA,
    b: sideB,
    metric: a.summary.metrics[0]?.name ?? 'score',
    ...compareResults(a.units, b.units, { breakdowns: a.benchmark.breakdowns, ...opts }),
    warnings,
  };
}

/** Runs that were asked with other arguments than the benchmark's own; where both were asked with the same, in one sentence. */
function argumentWarnings(...runs: [ScoredRun, ScoredRun]): string[] {
  const told = runs.map(({ summary: { args } }) => args && assignments(args));
  const [first, second] = told;
  const what = 'other arguments than the benchmark’s own';
  if (first !== undefined && first === second) return [`both runs have ${what}: ${first}`];
  return runs.flatMap(({ folder }, at) => (told[at] === undefined ? [] : [`${folder} has ${what}: ${told[at]}`]));
}

/** The first run of each benchmark against its others. */
export function compareAll(runs: readonly ScoredRun[]): Comparison[][] {
  return [...Map.groupBy(runs, ({ benchmark }) => benchmark).values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [others.map((other) => compareRuns(first, other))] : [],
  );
}

function askedHash({ summary }: ScoredRun): string {
  return summary.protocol.asked?.hash ?? summary.protocol.hash;
}

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
