import { SextantError } from '../contracts/index.ts';
import { Stage, storedBenchmark, storedUnits } from '../engine/index.ts';
import { readRunFile } from '../store/index.ts';

/** A run whose episodes are to be done again, and a stage to do it on. */
export async function openReenactment(folder: string) {
  const { spec } = readRunFile(folder);
  const benchmark = storedBenchmark(spec);
  if (!benchmark.openWorld) {
    throw new SextantError('bad_run', `${benchmark.id} is answered, not acted: there is nothing to do again`, {
      where: folder,
      fix: 'use `sextant score` to compute its scores again',
    });
  }
  const { units } = await storedUnits(folder, benchmark);
  const episodes = units.flatMap(({ episode, ...about }) => (episode ? [{ ...about, episode }] : []));
  const stage = new Stage({ benchmark: benchmark.id, args: spec.args, cwd: process.cwd() }, 1);
  return { benchmark, units, episodes, stage };
}
