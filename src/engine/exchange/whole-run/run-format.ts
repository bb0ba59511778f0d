import {
  type Answer,
  type AttemptEvent,
  type MediaRef,
  type Sample,
  SextantError,
  type ShownSample,
  type StoredPrompt,
  type UnitResult,
} from '../../../contracts/index.ts';
import { assetsFrom } from '../../../media/index.ts';
import { Blobs, readEvents, runPaths } from '../../../store/index.ts';
import { demand } from '../../../util/index.ts';
import { unitKey } from '../../run/plan.ts';
import { readRun } from '../../score/read-run.ts';
import type { ScoredRun } from '../../score/summarise.ts';

/** Who publishes a run, as archives of results ask. */
export interface Publisher {
  /** What they call the model; its own id otherwise. */
  model?: string;
  organization?: string;
  relationship?: 'first_party' | 'third_party' | 'collaborative' | 'other';
}

/** A unit with all that the run folder knows of it. */
export interface WholeUnit {
  sample: Sample;
  shown: ShownSample;
  /** The right answer in words; empty where what it takes is gone from the folder. */
  truth: string;
  prompt: StoredPrompt | undefined;
  attempt: AttemptEvent;
  result: UnitResult;
}

/** A run that is about to be written as a whole. */
export interface WholeRun {
  scored: ScoredRun;
  publisher: Publisher;
  /** In the order of the data. */
  units: readonly WholeUnit[];
  /** Undefined where neither the run folder nor the data at hand have it. */
  media(ref: MediaRef): Promise<Uint8Array | undefined>;
}

/** A form in which whole runs are exchanged: its numbers, its recipe and every reply. It needs nothing but the run folder. */
export interface RunFormat {
  about: string;
  /** Writes below `dir` and returns the paths. The same run gives the same files. */
  write(run: WholeRun, dir: string): Promise<string[]>;
}

/** Reads a run as a whole. @param dataset for pictures that a run refers to without keeping them */
export async function readWholeRun(
  scored: ScoredRun,
  publisher: Publisher,
  dataset?: { bytes(ref: MediaRef): Promise<Uint8Array> },
): Promise<WholeRun> {
  const { folder, benchmark } = scored;
  const prompts = new Map<string, StoredPrompt>();
  for await (const read of readEvents(runPaths(folder).events))
    if ('event' in read && read.event.event === 'prompt') prompts.set(read.event.unit, read.event.prompt);
  const found = new Map<string, { sample: Sample; event: AttemptEvent }>();
  await readRun(folder, benchmark, async ({ sample, event }) => {
    found.set(unitKey({ id: event.unit, epoch: event.epoch }), { sample, event });
  });
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  const units: WholeUnit[] = [];
  for (const result of scored.units) {
    const { sample, event } = demand(found, unitKey(result));
    const truth = await Promise.resolve(benchmark.truth(sample, assets)).then(inWords, () => '');
    units.push({
      sample,
      shown: benchmark.show(sample),
      truth,
      prompt: prompts.get(sample.id),
      attempt: event,
      result,
    });
  }
  return {
    scored,
    publisher,
    units,
    media: async (ref) => {
      if (blobs.has(ref)) return blobs.get(ref.sha256);
      return dataset?.bytes(ref).catch(() => undefined);
    },
  };
}

/** An answer as a text. */
function inWords(answer: Answer): string {
  return 'answer' in answer ? String(answer.answer) : JSON.stringify(answer.points);
}

/** What was asked, without pictures. */
export function wordsAsked({ prompt, shown }: WholeUnit): string {
  const texts = prompt?.parts.flatMap((part) => ('text' in part ? [part.text] : [])) ?? [];
  return texts.length > 0 ? texts.join('\n') : (shown.told ?? shown.question);
}

/** What was read in the reply, as a text; undefined where nothing was. */
export function readAnswer({ extraction }: UnitResult): string | undefined {
  if (extraction === null || 'error' in extraction) return undefined;
  if ('points' in extraction) return extraction.points.length > 0 ? inWords(extraction) : undefined;
  return extraction.answer === null ? undefined : String(extraction.answer);
}

/** Refuses what a bare number would hide: units without an answer. */
export function requireComplete({ folder, summary }: ScoredRun, format: string): void {
  if (summary.missing === 0 && summary.damaged === 0 && !summary.metrics.some(({ errors = 0 }) => errors > 0)) return;
  throw new SextantError('bad_run', `the run is not complete, and ${format} holds bare numbers that could not say so`, {
    where: folder,
    fix: 'run the same command again until nothing is missing',
  });
}
