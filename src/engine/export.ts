import { type Answered, type Dataset, type Reply, SextantError } from '../contracts/index.ts';
import { readEvents, runPaths } from '../data/index.ts';
import { findFormat } from './formats.ts';
import { unitKey } from './plan.ts';
import type { ScoredRun } from './summarise.ts';

export interface ExportOptions {
  scored: ScoredRun;
  dataset: Dataset;
  format: string;
  dir: string;
  epoch: number;
}

/** Writes a run's answers as another tool would have, so that its own scripts can score them. Returns the paths. */
export async function exportRun({ scored, dataset, format, dir, epoch }: ExportOptions): Promise<string[]> {
  const { benchmark, folder, run, summary } = scored;
  const output = findFormat(benchmark, format, 'write');
  if (dataset.sha256 !== summary.data.sha256) {
    throw new SextantError('bad_data', 'this is not the data that the run was made with', {
      where: dataset.source,
      fix: `name the folder with --data; the run used ${summary.data.source}`,
    });
  }
  const { replies, instructions } = await readAnswers(folder, epoch);
  const results = new Map(scored.units.map((unit) => [unitKey(unit), unit]));
  async function* answered(): AsyncGenerator<Answered> {
    for (const [index, id] of dataset.ids.entries()) {
      const reply = replies.get(id);
      const result = results.get(unitKey({ id, epoch }));
      if (!reply || !result) {
        throw new SextantError('bad_run', `unit ${id} has no answer; other tools would take that for a wrong one`, {
          where: folder,
          fix: 'finish the run first',
        });
      }
      const { text, reasoning } = reply;
      const instruction = instructions.get(id) ?? '';
      yield { sample: await dataset.sample(index), instruction, text, ...(reasoning ? { reasoning } : {}), result };
    }
  }
  return output.write?.(answered(), dir, { model: run.spec.model.id }) ?? [];
}

async function readAnswers(folder: string, epoch: number) {
  const replies = new Map<string, Reply>();
  const instructions = new Map<string, string>();
  for await (const read of readEvents(runPaths(folder).events)) {
    if (!('event' in read)) continue;
    const { event } = read;
    if (event.event === 'prompt') {
      const texts = event.prompt.parts.flatMap((part) => ('text' in part ? [part.text] : []));
      instructions.set(event.unit, texts.join('\n'));
    }
    if (event.event === 'attempt' && event.final && event.reply && event.epoch === epoch) {
      replies.set(event.unit, event.reply);
    }
  }
  return { replies, instructions };
}
