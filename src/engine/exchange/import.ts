import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Benchmark,
  type Dataset,
  type Prediction,
  type Protocol,
  type RunFile,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { demandFile, makeFolder, streamRegular } from '../../files/index.ts';
import { Blobs, isRunFolder, Journal, runPaths, writeRunFile } from '../../store/index.ts';
import type { Clock } from '../run/ask.ts';
import { unitKey } from '../run/plan.ts';
import { composePrompt } from '../run/prompt.ts';
import { runName, specFor } from '../run/spec.ts';
import { findFormat } from './formats.ts';

export interface ImportOptions {
  benchmark: Benchmark;
  args: Record<string, string>;
  dataset: Dataset;
  protocol: Protocol;
  file: string;
  format: string;
  /** What the model is called; the file's name otherwise. */
  modelName?: string;
  /** Folder for runs; the new one is named after its content. */
  runs: string;
  versions: Record<string, string>;
  clock: Clock;
}

/** Whether somebody else's tool recorded a run. */
export function isImported({ model }: RunSpec): boolean {
  return model.id.startsWith('foreign/');
}

/** Makes a run folder of outputs that another tool recorded, so that they are scored, reported and compared like ours. */
export async function importPredictions(opts: ImportOptions): Promise<string> {
  const { benchmark, dataset, file, format } = opts;
  const output = findFormat(benchmark, format, 'read');
  demandFile(file, 'bad_argument');
  return importAnswers({
    ...opts,
    model: {
      id: `foreign/${opts.modelName ?? basename(file)}`,
      settings: { format, sha256: await hashPath(file) },
      readsTruth: false,
    },
    predictions: output.read?.(file, dataset) ?? [],
  });
}

type AnswersToImport = Pick<
  ImportOptions,
  'benchmark' | 'args' | 'dataset' | 'protocol' | 'runs' | 'versions' | 'clock'
> & {
  model: RunSpec['model'];
  predictions: AsyncIterable<Prediction> | Iterable<Prediction>;
  /** Which units were asked; all of them unless it says otherwise. */
  only?: string[];
};

/** Makes a run folder of answers that were given elsewhere. */
export async function importAnswers(opts: AnswersToImport): Promise<string> {
  const { benchmark, dataset, clock, only } = opts;
  const spec = specFor({ ...opts, select: only ? { only } : {}, epochs: 1, seed: 0 });
  const positions = new Map(dataset.ids.map((id, index) => [id, index]));
  const seen = new Map<string, string>();
  const written = new Set<string>();
  let epochs = 1;
  return placeRun(opts.runs, async (draft) => {
    const blobs = new Blobs(draft);
    const journal = new Journal(runPaths(draft).events);
    for await (const { id, epoch, text, recorded, words, where, refused, truncated, ms = 0 } of opts.predictions) {
      const index = positions.get(id);
      if (index === undefined) {
        throw new SextantError('bad_data', `${benchmark.id} has no sample ${id}`, {
          where,
          fix: `ids look like ${dataset.ids.slice(0, 3).join(', ')}`,
        });
      }
      const before = seen.get(unitKey({ id, epoch }));
      if (before) throw new SextantError('bad_data', `sample ${id} is there twice (first in ${before})`, { where });
      seen.set(unitKey({ id, epoch }), where);
      epochs = Math.max(epochs, epoch + 1);
      const sample = await dataset.sample(index);
      for (const ref of benchmark.evidence?.(sample) ?? []) blobs.putRef(ref, await dataset.bytes(ref));
      const at = clock.date();
      const parts = composePrompt(opts.protocol, sample, benchmark.fields(sample));
      const kept = !dataset.onDisk;
      for (const part of parts) if (kept && 'media' in part) blobs.putRef(part.media, await dataset.bytes(part.media));
      if (!written.has(id)) {
        written.add(id);
        const ablations = await dataset.ablations?.(index);
        journal.append({ event: 'sample', sample, ...(ablations && { ablations }) });
        journal.append({
          event: 'prompt',
          unit: id,
          prompt: { parts: parts.map((part) => ('text' in part ? part : { ...part, kept })), decoding: {} },
        });
      }
      const seenAttempt = { event: 'attempt', unit: id, epoch, attempt: 1, at, ms, final: true } as const;
      if (text === null)
        journal.append({
          ...seenAttempt,
          error: {
            kind: 'foreign',
            message: recorded ?? 'no answer was recorded',
            ...(recorded !== undefined && { recorded }),
          },
        });
      else
        journal.append({
          ...seenAttempt,
          reply: {
            text,
            finish: refused ? 'refused' : truncated ? 'length' : 'stop',
            ...(words !== undefined && { words }),
          },
        });
    }
    await blobs.flush();
    await journal.close();
    return {
      format: 'sextant-run-1',
      spec: { ...spec, epochs },
      createdAt: clock.date(),
      versions: opts.versions,
      price: null,
      units: (only ?? dataset.ids).length * epochs,
    };
  });
}

/** Fills a folder beside the runs and gives it the name that its content has; one that is there already stays. */
export async function placeRun(runs: string, fill: (draft: string) => Promise<RunFile>): Promise<string> {
  const draft = join(runs, `.import-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  try {
    makeFolder(draft);
    const run = await fill(draft);
    writeRunFile(draft, run);
    const folder = join(runs, runName(run.spec));
    if (!isRunFolder(folder)) renameSync(draft, folder);
    return folder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What was imported, by content; of a folder, every file in it. */
export async function hashPath(path: string): Promise<string> {
  const hash = createHash('sha256');
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [path];
  for (const file of files) for await (const chunk of streamRegular(file)) hash.update(chunk);
  return hash.digest('hex');
}
