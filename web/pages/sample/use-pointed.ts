import type { Mark, Mask, ShownSample } from '../../../src/contracts/index.ts';
import { targetMask } from '../../parts/target-mask.ts';
import { useLoad } from '../../shell/use-load.ts';
import type { Source } from '../../source/index.ts';
import { countingValues, type JudgedMark, judgeMarks, markScorer } from './points.ts';
import { protocolOf, type Seen } from './seen.ts';
import { useAssets } from './use-media.ts';

export interface Judged {
  mask?: Mask;
  /** Which values of the mask count, by the first run's scorer. */
  isOn(value: number): boolean;
  /** One list per run. */
  marks: JudgedMark[][];
}

const nothing: Judged = { isOn: (value) => value > 0, marks: [] };

/** Where the answers point, judged by each run's own scorer. Nothing where no points were asked for. */
export function usePointed(source: Source, seen: readonly Seen[], target: ShownSample['target']): Judged {
  const [first] = seen;
  const assets = useAssets(source, first?.run.id ?? '');
  const key = seen.map((one) => JSON.stringify([one.run.id, one.view.row.result, protocolOf(one).scorer])).join();
  const { value } = useLoad(`points ${key}@`, async () => {
    if (!target || !first) return nothing;
    // Without the mask, points can still be seen where they are.
    const mask = await targetMask(target, assets).catch(() => undefined);
    if (!mask) return { ...nothing, marks: seen.map((one) => marksOf(one).map(unjudged(target.size))) };
    const scorers = seen.map((one) =>
      one.benchmark ? markScorer(one.benchmark, protocolOf(one).scorer, one.view.sample, assets) : undefined,
    );
    const [score] = scorers;
    // Of a mask the scorer knows which values count; a region has an inside and no values.
    const drawn = 'mask' in target ? { mask } : { mask, isOn: nothing.isOn };
    return {
      mask,
      isOn: drawn.isOn ?? (score ? await countingValues(mask, score) : nothing.isOn),
      marks: await Promise.all(
        seen.map(async (one, i) => {
          const own = scorers[i];
          return own ? judgeMarks(marksOf(one), drawn, own) : marksOf(one).map(unjudged(target.size));
        }),
      ),
    };
  });
  return value ?? nothing;
}

function marksOf({ view }: Seen): Mark[] {
  const { extraction } = view.row.result;
  return extraction && 'points' in extraction ? extraction.points : [];
}

function unjudged({ width, height }: { width: number; height: number }) {
  return (mark: Mark): JudgedMark => {
    const [x, y] = Array.isArray(mark) ? mark : mark.box;
    return { mark, verdict: x >= 0 && y >= 0 && x < width && y < height ? 'miss' : 'outside' };
  };
}
