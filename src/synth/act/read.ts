import { at, demand } from '../../util/index.ts';
import { type BlockSpot, COLUMN } from './spot.ts';

const places: Readonly<Record<string, number>> = { second: 1, third: 2, fourth: 3, fifth: 4 };

/**
 * Follows a reference word by word and says which block it leads to, or nothing when it leads nowhere. It knows nothing of how
 * references are made, so that it can tell whether one is right.
 * @example follow('the block nearest to the leftmost red block', spots, zone)?.label
 */
export function follow(
  text: string,
  spots: readonly BlockSpot[],
  zone: { x: number; y: number },
): BlockSpot | undefined {
  const away =
    /^the block (nearest to|closest to|at the shortest distance from|farthest from|most distant from|at the greatest distance from) (.+)$/.exec(
      text,
    );
  if (away) {
    const from = away[2] === 'the grey zone' ? zone : follow(at(away, 2), spots, zone);
    if (!from) return undefined;
    const measured = spots
      .filter((spot) => spot !== from)
      .map((spot) => ({ spot, far: (spot.x - from.x) ** 2 + (spot.y - from.y) ** 2 }));
    const best = /nearest|closest|shortest/.test(at(away, 1)) ? Math.min : Math.max;
    const found = best(...measured.map(({ far }) => far));
    return measured.find(({ far }) => far === found)?.spot;
  }
  const next =
    /^the (?:same-row neighbour to the|next block on the|adjacent block) (left|right)(?:ward)?(?: of| in the row of| in the line of) (.+)$/.exec(
      text,
    );
  if (next) {
    const anchor = follow(at(next, 2), spots, zone);
    return anchor && inRow(next[1] === 'right' ? 1 : -1, anchor, spots);
  }
  const column =
    /^the block (?:directly |straight )?(behind|right at the back of|in front of|immediately before) (.+)$/.exec(text);
  if (column) {
    const anchor = follow(at(column, 2), spots, zone);
    return anchor && inColumn(/behind|back/.test(at(column, 1)) ? 1 : -1, anchor, spots);
  }
  const order =
    /^the (?:(left|right)most|(second|third|fourth|fifth)) (?:(\w+) )?block(?: from the (left|right))?(?: (?:in|of) the ((?:front|back|closer|remoter) (?:row|line)|row (?:near|far from) you))?$/.exec(
      text,
    );
  if (order) {
    const [, first, nth, colour, from, where] = order;
    const row = where && (/front|closer|near/.test(where) ? 'front' : 'back');
    const group = spots.filter((spot) => (!colour || spot.colour === colour) && (!row || spot.row === row));
    group.sort((a, b) => a.across - b.across);
    const n = nth === undefined ? 0 : demand(places, nth);
    return (first ?? from) === 'left' ? group[n] : group[group.length - 1 - n];
  }
  const colour = /^the (\w+) block$/.exec(text)?.[1];
  const same = spots.filter((spot) => spot.colour === colour);
  return same.length === 1 ? same[0] : undefined;
}

function inRow(sign: 1 | -1, anchor: BlockSpot, spots: readonly BlockSpot[]): BlockSpot | undefined {
  const there = spots.filter(({ row, across }) => row === anchor.row && sign * (across - anchor.across) > 0);
  return there.sort((a, b) => sign * (a.across - b.across))[0];
}

function inColumn(sign: 1 | -1, anchor: BlockSpot, spots: readonly BlockSpot[]): BlockSpot | undefined {
  const there = spots.filter(({ x, y }) => sign * (y - anchor.y) > COLUMN && Math.abs(x - anchor.x) < COLUMN);
  return there.length === 1 ? there[0] : undefined;
}
