import { type Command, Option } from 'commander';
import { SextantError } from '../contracts/index.ts';
import {
  exportRun,
  openStored,
  type Publisher,
  type RunFormat,
  readWholeRun,
  runFormats,
  type ScoredRun,
  writeEasiSubmission,
} from '../engine/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { verb, whole } from './verb.ts';

export function exportVerb(): Command {
  return verb('export', abouts.export.about, [
    'sextant export runs/mine --to roborefer-jsonl --data RefSpatial-Bench --out outputs',
    'sextant export runs/easi/* --to easi --model-name org/model --out submission',
    'sextant export runs/mine --to inspect --out logs',
  ])
    .argument('<run...>', 'a run folder; for easi, those of all benchmarks of the submission')
    .requiredOption(
      '--to <format>',
      'the format; see `sextant list formats`; easi or easi-submission for EASI’s leaderboard',
    )
    .requiredOption('--out <dir>', 'where the files go')
    .option('--data <dir>', 'folder with the benchmark’s files')
    .option('--model-name <org/model>', 'what a submission, an archive or a log calls the model')
    .option('--organization <name>', 'with every-eval-ever: who ran it')
    .addOption(
      new Option('--relationship <kind>', 'with every-eval-ever: their relationship to the model')
        .choices(['first_party', 'third_party', 'collaborative', 'other'])
        .default('other'),
    )
    .option('--epoch <n>', 'which repetition', whole(0), 0)
    .action(async (runs: string[], flags: Flags) => {
      const [run = '', ...others] = runs;
      const own =
        flags.to === 'easi' && others.length === 0 ? (await openStored(run)).benchmark.outputs?.easi : undefined;
      // Two benchmarks have files of EASI's own for a single run under this name.
      if (flags.to === 'easi-submission' || (flags.to === 'easi' && own === undefined)) return submit(runs, flags);
      if (others.length > 0)
        throw new SextantError('bad_argument', `${flags.to} takes one run`, { fix: 'export them one by one' });
      const whole = Object.hasOwn(runFormats, flags.to) ? runFormats[flags.to] : undefined;
      if (whole) return writeWhole(run, whole, flags);
      const scored = await openStored(run);
      const dataset = await openDataset(scored.benchmark, scored.run.spec.args, flags.data);
      const done = await exportRun({ scored, dataset, format: flags.to, dir: flags.out, epoch: flags.epoch });
      const { files, units, errors } = done;
      if (errors > 0)
        say(
          `${count(errors)} of ${plural(units, 'unit')} ended in an error: written as ${flags.to} records a failed request`,
        );
      if (flags.json) printJson({ run, format: flags.to, files, errors });
      else for (const file of files) say(file);
    });
}

interface Flags {
  to: string;
  out: string;
  data?: string;
  modelName?: string;
  organization?: string;
  relationship: NonNullable<Publisher['relationship']>;
  epoch: number;
  json?: true;
}

/** A run with all that is known of it. The data are needed for pictures alone, where the run refers to them. */
async function writeWhole(run: string, format: RunFormat, flags: Flags): Promise<void> {
  const { to, out, data, modelName, organization, relationship } = flags;
  const scored = await openStored(run);
  const dataset = data === undefined ? undefined : await openDataset(scored.benchmark, scored.run.spec.args, data);
  const publisher = {
    relationship,
    ...(modelName === undefined ? {} : { model: modelName }),
    ...(organization === undefined ? {} : { organization }),
  };
  const files = await format.write(await readWholeRun(scored, publisher, dataset), out);
  if (flags.json) printJson({ run, format: to, files });
  else for (const file of files) say(file);
}

/** A submission to EASI's leaderboard, from runs of its benchmarks. */
async function submit(folders: readonly string[], { out, modelName, json }: Flags): Promise<void> {
  const runs: ScoredRun[] = [];
  for (const folder of folders) runs.push(await openStored(folder));
  const { files, notes } = writeEasiSubmission({
    runs,
    dir: out,
    ...(modelName === undefined ? {} : { model: modelName }),
  });
  if (json) printJson({ runs: folders, format: 'easi', files, notes });
  else for (const file of files) say(file);
  for (const note of notes) say(`note: ${note}`);
}
