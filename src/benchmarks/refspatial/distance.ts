import type { Mark, Mask } from '../../contracts/index.ts';
import { type Bounds, boundsOf } from './bounds.ts';

/** Answers with more points than this are measured by the first ones: what it costs must have a bound. */
const maxMarks = 64;

type IsOn = (value: number) => boolean;

/**
 * Pixels from the nearest of an answer's points to the mask, 0 for a point on it; undefined when there is no point or
 * nothing to point at.
 */
export function distanceToMask(mask: Mask, marks: readonly Mark[], isOn: IsOn): number | undefined {
  const bounds = boundsOf(mask);
  let best = Infinity;
  for (const mark of marks.slice(0, maxMarks))
    best = Math.min(best, squared({ mask, mark, isOn, bounds, limit: best }));
  return best === Infinity ? undefined : Math.sqrt(best);
}

/** Looks through rows from the nearest one outwards, no further than what was found already. */
function squared(opts: { mask: Mask; mark: Mark; isOn: IsOn; bounds: Bounds; limit: number }): number {
  const { mask, mark, isOn, bounds } = opts;
  const [left, top, right, bottom] = Array.isArray(mark)
    ? [mark[0], mark[1], mark[0], mark[1]]
    : [mark.box[0], mark.box[1], mark.box[2] - 1, mark.box[3] - 1];
  if (!(left <= right && top <= bottom)) return Infinity;
  let best = opts.limit;

  /** False: this row is too far away, and so are those behind it. */
  const visit = (y: number): boolean => {
    const dy = Math.max(top - y, y - bottom, 0);
    if (dy * dy >= best) return false;
    const reach = Math.sqrt(best - dy * dy);
    const from = Math.max(bounds.left, Math.ceil(left - reach));
    const to = Math.min(bounds.right, Math.floor(right + reach));
    for (let x = from; x <= to; x++) {
      if (!isOn(mask.values[y * mask.width + x] ?? 0)) continue;
      const dx = Math.max(left - x, x - right, 0);
      best = Math.min(best, dx * dx + dy * dy);
      // Further to the right it can only be further away.
      if (x >= left) break;
    }
    return true;
  };
  const start = Math.min(bounds.bottom, Math.max(bounds.top, Math.floor(top)));
  for (let y = start; y <= bounds.bottom && visit(y); y++);
  for (let y = start - 1; y >= bounds.top && visit(y); y--);
  return best;
}
