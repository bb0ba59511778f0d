import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Figures, OfficialScorer, ScorerCall, ScorerPlace } from '../../contracts/index.ts';
import { safeParts } from '../../hub/index.ts';
import { demand } from '../../util/index.ts';
import { type Edition, taskName } from './edition.ts';
import { accuracy, officialTasks } from './official.ts';
import type { RefspatialSample } from './sample.ts';

/** The script chooses its parser by a word in the model's name. */
const wordFor: Readonly<Record<string, string>> = {
  'refspatial/text-relative': 'RoboRefer',
  'refspatial/text-absolute': 'RoboBrain',
  'refspatial/molmo-xml': 'Molmo',
  'refspatial/gemini-json': 'Gemini',
};

const script = 'Evaluation/summarize_acc.py';

/** `summarize_acc.py`, started once per split as its authors start it. It takes masks from a folder of one fixed name. */
export function summarizeAcc(edition: Edition): OfficialScorer<RefspatialSample> {
  return {
    about: 'the authors’ summarize_acc.py',
    repository: 'https://github.com/Zhoues/RoboRefer',
    commit: 'd97a995ad28376720a4c8beb64915c58ed16c844',
    script,
    packages: ['numpy', 'pillow', 'tqdm'],
    fits: ({ extractor, scorer }) => extractor in wordFor && scorer === 'official',
    format: 'roborefer-jsonl',
    modelName: ({ extractor }) => demand(wordFor, extractor),
    async prepare(place) {
      await writeMasks(place);
      return place.files.map((file) => callFor(place, file));
    },
    ours: (results) =>
      Object.fromEntries(
        officialTasks(results, Object.keys(edition.splits)).flatMap((task) =>
          Object.entries(figures(taskName(task.split), task.aborted ? undefined : task)),
        ),
      ),
  };
}

async function writeMasks({ dir, dataset }: ScorerPlace<RefspatialSample>): Promise<void> {
  for (const index of dataset.ids.keys()) {
    const { split, mask, mask_path } = await dataset.sample(index);
    const path = join(dir, 'RefSpatial-Bench', taskName(split), ...safeParts(mask_path));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await dataset.bytes(mask));
  }
}

/** `outputs/<model>/<Task>.jsonl` */
function callFor({ repo }: ScorerPlace<RefspatialSample>, file: string): ScorerCall {
  const task = basename(file, '.jsonl');
  const model = basename(dirname(file));
  return {
    args: [join(repo, script), '--model_name', model, '--task_name', task],
    read(stdout) {
      const [, value = '', evaluated, total] =
        /^Accuracy: (nan|[\d.]+), Evaluated: (\d+), Total: (\d+)$/m.exec(stdout) ?? [];
      return named(
        task,
        evaluated === undefined ? [null, null, null] : [printed(value), Number(evaluated), Number(total)],
      );
    },
  };
}

function figures(task: string, seen: { scores: number[]; total: number } | undefined): Figures {
  return named(task, seen ? [printed(accuracy(seen)), seen.scores.length, seen.total] : [null, null, null]);
}

function named(task: string, [value, evaluated, total]: [number | null, number | null, number | null]): Figures {
  return { [`${task} accuracy`]: value, [`${task} evaluated`]: evaluated, [`${task} total`]: total };
}

function printed(text: string): number | null {
  return text === 'nan' ? null : Number(text);
}
