import {
  type Answered,
  type AttemptEvent,
  type Dataset,
  isSameData,
  type OutputFormat,
  SextantError,
} from '../../contracts/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { readEvents, runPaths } from '../../store/index.ts';
import { unitKey } from '../run/plan.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { findFormat } from './formats.ts';

export interface ExportOptions {
  scored: ScoredRun;
  dataset: Dataset;
  format: string;
  dir: string;
  epoch: number;
  /** The name to write the answers under; the model's own otherwise. */
  model?: string;
}

/** What was written. */
export interface Exported {
  files: string[];
  units: number;
  /** Units that ended in an error, written as the other tool records a failed request. */
  errors: number;
}

/** Writes a run's answers as another tool would have, so that its own scripts can score them. */
export async function exportRun({ scored, dataset, format, dir, epoch, model }: ExportOptions): Promise<Exported> {
  const { benchmark, folder, run, summary } = scored;
  const output = findFormat(benchmark, format, 'write');
  if (!isSameData(dataset, summary.data)) {
    throw new SextantError('bad_data', 'this is not the data that the run was made with', {
      where: dataset.source,
      fix: `name the folder with --data; the run used ${summary.data.source}`,
    });
  }
  const { attempts, instructions } = await readAttempts(folder, epoch);
  const results = new Map(scored.units.map((unit) => [unitKey(unit), unit]));
  const done: Exported = { files: [], units: 0, errors: 0 };
  async function* answered(): AsyncGenerator<Answered> {
    for (const [index, id] of dataset.ids.entries()) {
      const attempt = attempts.get(id);
      const result = results.get(unitKey({ id, epoch }));
      if (!attempt || !result) {
        throw new SextantError('bad_run', `unit ${id} has no answer; other tools would take that for a wrong one`, {
          where: folder,
          fix: 'finish the run first',
        });
      }
      const instruction = instructions.get(id);
      if (instruction === undefined) {
        throw new SextantError('damaged_run', `what unit ${id} was asked is not in the journal`, { where: folder });
      }
      const text = attempt.reply?.text ?? recordFailure(output, attempt, { format, folder });
      done.units += 1;
      if (!attempt.reply) done.errors += 1;
      const { reasoning, words, usage } = attempt.reply ?? {};
      const said = {
        text,
        ...(reasoning ? { reasoning } : {}),
        ...(words === undefined ? {} : { words }),
        ...(usage ? { usage } : {}),
      };
      yield { sample: await dataset.sample(index), instruction, ...said, result };
    }
  }
  const assets = assetsFrom((ref) => dataset.bytes(ref));
  done.files =
    (await output.write?.(answered(), dir, {
      model: model ?? run.spec.model.id,
      createdAt: run.createdAt,
      assets,
    })) ?? [];
  return done;
}

/** What the other tool would have recorded; an error where its files have no word for it. */
function recordFailure(
  output: OutputFormat,
  { unit, attempt, error }: AttemptEvent,
  { format, folder }: { format: string; folder: string },
): string {
  if (output.failed) return output.failed({ message: error?.message ?? '', attempts: attempt });
  throw new SextantError('bad_run', `unit ${unit} ended in an error, and ${format} has no word for that`, {
    where: folder,
    fix: 'run the same command again to ask it once more, or choose a format that holds the answers themselves',
  });
}

/** Of every unit, the attempt that counts and what was asked. */
async function readAttempts(folder: string, epoch: number) {
  const attempts = new Map<string, AttemptEvent>();
  const instructions = new Map<string, string>();
  for await (const read of readEvents(runPaths(folder).events)) {
    if (!('event' in read)) continue;
    const { event } = read;
    if (event.event === 'prompt') {
      const texts = event.prompt.parts.flatMap((part) => ('text' in part ? [part.text] : []));
      instructions.set(event.unit, texts.join('\n'));
    }
    if (event.event === 'attempt' && event.final && event.epoch === epoch) attempts.set(event.unit, event);
  }
  return { attempts, instructions };
}
