import type { Assets, Benchmark, Protocol, Sample, ShownSample } from '../../../src/contracts/index.ts';
import { at } from '../../../src/util/index.ts';
import type { RunHead, UnitView } from '../../source/index.ts';

/** One unit as one run has it. The first one is looked at; others are there to be compared with it. */
export interface Seen {
  run: RunHead;
  /** What it is called where several are seen together; empty where it is alone. */
  letter: string;
  view: UnitView;
  /** Undefined when this version does not know the run's benchmark. */
  benchmark: Benchmark | undefined;
  /** How it is read and scored here, where that is not the run's own way. */
  protocol?: Protocol;
}

export function protocolOf({ protocol, run }: Seen): Protocol {
  return protocol ?? run.run.spec.protocol;
}

/**
 * What runs that are seen together are called: by their models, or by their folders where one model made several.
 * Whoever is alone needs no name.
 */
export function namesOf(seen: readonly Seen[]): string[] {
  if (seen.length < 2) return seen.map(() => '');
  const models = seen.map(({ run }) => run.run.spec.model.id);
  const differ = new Set(models).size === models.length;
  return seen.map(({ run, letter }, i) => `${letter} · ${differ ? at(models, i) : run.name}`);
}

/** The attempt that counts: the last one that the engine was done with, or at least the last one. */
export function lastAttempt({ view: { attempts } }: Seen) {
  return attempts.findLast(({ final }) => final) ?? attempts.at(-1);
}

/** What the model said in the attempt that counts. */
export function textOf(seen: Seen): string {
  return lastAttempt(seen)?.reply?.text ?? '';
}

/** What there is to see of a unit. Of a benchmark that this version does not know: what every sample has. */
export function shownOf({ sample, row }: UnitView, benchmark: Benchmark | undefined): ShownSample {
  const known = benchmark?.schema.safeParse(sample);
  if (benchmark && known?.success) return benchmark.show(known.data);
  const ofKind = (kind: string) => sample.media.filter(({ type }) => type.startsWith(kind));
  return { question: row.question, pictures: ofKind('image/'), clips: ofKind('video/') };
}

/** The right letter or number, where the question has one; points have their mask instead. */
export async function truthOf(
  sample: Sample,
  benchmark: Benchmark | undefined,
  assets: Assets,
): Promise<string | undefined> {
  const known = benchmark?.schema.safeParse(sample);
  if (!benchmark || !known?.success || benchmark.space(known.data).size) return undefined;
  const truth = await benchmark.truth(known.data, assets);
  return 'answer' in truth ? String(truth.answer) : undefined;
}
