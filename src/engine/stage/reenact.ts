import { type Benchmark, type Dataset, describeError, type Episode, type Sample } from '../../contracts/index.ts';
import { Blobs } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { unitKey } from '../run/plan.ts';
import { readRun } from '../score/read-run.ts';
import { differences, requireSameWorld } from '../score/reenactment.ts';
import type { Stage } from './stage.ts';

/** A stored episode: what was asked, what was done. */
export interface StoredEpisode {
  unit: { id: string; epoch: number };
  sample: Sample;
  episode: Episode;
}

/** A unit that is done with; null where an error left no episode. */
type StoredUnit = Omit<StoredEpisode, 'episode'> & { episode: Episode | null };

/** All units of a run, in their order; of several attempts the last one counts. */
export async function storedUnits(
  folder: string,
  benchmark: Benchmark,
): Promise<{ units: StoredUnit[]; problems: string[] }> {
  const units = new Map<string, StoredUnit>();
  const { problems } = await readRun(folder, benchmark, async ({ sample, event }) => {
    const unit = { id: event.unit, epoch: event.epoch };
    units.set(unitKey(unit), { unit, sample, episode: event.reply?.episode ?? null });
  });
  return { units: [...units.values()].sort((a, b) => (unitKey(a.unit) < unitKey(b.unit) ? -1 : 1)), problems };
}

/** No policy is asked in a replay: this is for a world that is stuck. */
const TIMEOUT_MS = 600_000;

/** Does an episode again, from its commands alone. Refused where it took place in a world that this version does not have. */
export async function reenact(
  { unit, sample, episode }: StoredEpisode,
  opts: { folder: string; benchmark: Benchmark; stage: Stage; film?: { camera: string } },
): Promise<{ differences: string[]; film?: Uint8Array }> {
  requireSameWorld(opts.benchmark, episode, opts.folder);
  try {
    const actions = await new Blobs(opts.folder).get(episode.actions.sha256);
    const again = await opts.stage.do({
      do: 'play',
      sample,
      actor: { actions },
      unit,
      seed: 0,
      timeoutMs: TIMEOUT_MS,
      ...(opts.film ? { film: opts.film } : {}),
    });
    return { differences: differences(episode, again.episode), ...(again.film ? { film: again.film } : {}) };
  } catch (error) {
    return { differences: [describeError(error)] };
  }
}

/** Tells whether a stored question is the one that the benchmark gives for its id. */
export function questionCheck(benchmark: Benchmark, dataset: Dataset): (sample: Sample) => Promise<boolean> {
  const positions = new Map(dataset.ids.map((id, index) => [id, index]));
  return async (sample) => {
    const index = positions.get(sample.id);
    if (index === undefined) return false;
    // As a journal would give it back: what JSON or the schema leaves out is no difference.
    const given = benchmark.schema.parse(JSON.parse(JSON.stringify(await dataset.sample(index))));
    return canonicalJson(given) === canonicalJson(sample);
  };
}
