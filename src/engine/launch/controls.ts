import { SextantError } from '../../contracts/index.ts';
import { assignments } from '../../util/index.ts';
import { findBenchmark } from '../catalogue.ts';

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
