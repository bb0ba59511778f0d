import { availableParallelism } from 'node:os';
import { SextantError } from '../contracts/index.ts';
import { readRunFile } from '../data/index.ts';
import { findBenchmark, Stage, type StoredEpisode, storedUnits } from '../engine/index.ts';

/** A run whose episodes are to be done again, and a stage to do it on. */
export async function openReenactment(folder: string, opts: { threads?: number; dir?: string } = {}) {
  const { spec } = readRunFile(folder);
  const { benchmark } = findBenchmark(spec.benchmark);
  if (!benchmark.openWorld) {
    throw new SextantError('bad_run', `${benchmark.id} is answered, not acted: there is nothing to do again`, {
      where: folder,
      fix: 'use `sextant score` to compute its scores again',
    });
  }
  const { units, problems } = await storedUnits(folder, benchmark);
  const episodes = units.flatMap(({ episode, ...about }) => (episode ? [{ ...about, episode }] : []));
  const { threads = availableParallelism(), dir } = opts;
  const setup = { benchmark: benchmark.id, args: spec.args, cwd: process.cwd() };
  const stage = new Stage({ ...setup, ...(dir === undefined ? {} : { dir }) }, threads);
  return { spec, benchmark, units, episodes, problems, stage, threads };
}

/** `id`, or `id#2` for the third repetition. */
export function unitName({ unit }: StoredEpisode): string {
  return unit.epoch === 0 ? unit.id : `${unit.id}#${unit.epoch}`;
}
