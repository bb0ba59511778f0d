import { type Answer, type AnswerSpace, type Sample, SextantError } from '../contracts/index.ts';
import { assetsFrom } from '../media/index.ts';
import { expectedScores } from '../stats/index.ts';
import { at, demand } from '../util/index.ts';
import type { Family, Made } from './family.ts';
import type { SynthBenchmark } from './mirror.ts';

/** A scene cut to so many samples and ready to be published. The threads that make scenes do it: whoever writes them has enough to do. */
export async function prepare<S extends Sample>(
  benchmark: SynthBenchmark<S>,
  family: Family<S>,
  made: Made<S>,
  most: number,
): Promise<Made<S>> {
  const kept = cut(benchmark, made, most);
  const answers: string[] = [];
  const ablated: Record<string, number>[] = [];
  for (const [n, sample] of kept.samples.entries()) {
    const assets = assetsOf(kept);
    answers.push(placeOf(await benchmark.truth(sample, assets), benchmark.space(sample)));
    const scorer = demand(benchmark.scorers, at(benchmark.protocols, 0).scorer);
    ablated.push(await expectedScores(kept.ablations?.[n] ?? {}, (answer) => scorer.score(sample, answer, assets)));
    assets.free();
  }
  return { ...kept, ablated, published: { answers, ...family.encode?.(kept) } };
}

/** The last scene may have more questions than were asked for; their files go with them. */
function cut<S extends Sample>(benchmark: SynthBenchmark<S>, made: Made<S>, most: number): Made<S> {
  if (made.samples.length <= most) return made;
  const samples = made.samples.slice(0, most);
  const refs = samples.flatMap((sample) => [...sample.media, ...(benchmark.evidence?.(sample) ?? [])]);
  const used = new Set(refs.map(({ sha256 }) => sha256));
  return { ...made, samples, files: made.files.filter(({ ref }) => used.has(ref.sha256)) };
}

/** A scene's own files. */
export function assetsOf({ files }: Pick<Made, 'files'>) {
  return assetsFrom(async ({ sha256 }) => {
    const file = files.find(({ ref }) => ref.sha256 === sha256);
    if (file) return file.bytes;
    throw new SextantError('internal', 'a sample refers to a file that was not made');
  });
}

/** A letter, or which ninth of the picture a point lies in. */
function placeOf(truth: Answer, { size }: AnswerSpace): string {
  if ('answer' in truth) return String(truth.answer);
  const [point] = truth.points;
  if (!size || !point) return 'none';
  const [x, y] = 'box' in point ? point.box : point;
  const third = (at: number, of: number) => Math.min(2, Math.floor((3 * at) / of));
  return `${['top', 'middle', 'bottom'][third(y, size.height)]} ${['left', 'centre', 'right'][third(x, size.width)]}`;
}
