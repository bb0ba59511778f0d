import type { Benchmark, ShownSample } from '../../../src/contracts/index.ts';
import type { UnitView } from '../../source/index.ts';

/** What there is to see of a unit. Of a benchmark that this version does not know: what every sample has. */
export function shownOf({ sample, row }: UnitView, benchmark: Benchmark | undefined): ShownSample {
  const known = benchmark?.schema.safeParse(sample);
  if (benchmark && known?.success) return benchmark.show(known.data);
  const ofKind = (kind: string) => sample.media.filter(({ type }) => type.startsWith(kind));
  return { question: row.question, pictures: ofKind('image/'), clips: ofKind('video/') };
}
