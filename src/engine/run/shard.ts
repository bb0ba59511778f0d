import { createHash } from 'node:crypto';
import { type Dataset, type RunFile, SextantError, type Shard, type ShardChoice } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { selectSamples } from './plan.ts';

/** Positions of the samples that a folder is about: those of the whole run, or those of its shard. */
export async function chosenSamples(
  dataset: Dataset,
  { spec, shard }: { spec: RunFile['spec']; shard?: ShardChoice | undefined },
): Promise<{ chosen: number[]; shard?: Shard }> {
  const all = selectSamples(dataset, spec.select);
  if (!shard) return { chosen: all };
  const chosen: number[] = [];
  for (const index of all)
    if (shardOf(await clusterKey(dataset, index), shard.count) === shard.index) chosen.push(index);
  const { index, count } = shard;
  return { chosen, shard: { index, count, units: all.length * spec.epochs } };
}

/** The shard that everything of a cluster belongs to, on any machine: a number from 1 to `count`. */
function shardOf(key: string, count: number): number {
  // 48 bits: far more than there are shards, so that none is favoured.
  return (createHash('sha256').update(key).digest().readUIntBE(0, 6) % count) + 1;
}

/** What a sample must not be parted from. */
export async function clusterKey(dataset: Dataset, index: number): Promise<string> {
  if (dataset.together) return dataset.together(index);
  try {
    return (await dataset.sample(index)).cluster;
  } catch (error) {
    // Asking it tells what is wrong with it.
    if (error instanceof SextantError) return at(dataset.ids, index);
    throw error;
  }
}
