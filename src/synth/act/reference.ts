import type { Random } from '../../stats/index.ts';
import { type BlockSpot, COLUMN, type SpotMargins } from './spot.ts';

/** Words that lead to one block, and how many relations one has to follow. */
export interface BlockReference {
  text: string;
  steps: number;
  /** What the last step is: `order`, `distance` or `neighbour`. */
  relation: 'order' | 'distance' | 'neighbour';
  target: BlockSpot;
  /** Blocks it mentions on the way: mentioning one twice would be a circle. */
  past: readonly TablePoint[];
}

/**
 * What the last step is to be. Some relations are impossible in one step, others in four: with these shares in the steps between, each is
 * as often asked as the others, over all numbers of steps up to `most`.
 */
export function drawRelation(dice: Random, steps: number, most: number): BlockReference['relation'] {
  if (steps === 1) return dice.pick(['order', 'distance']);
  if (steps === 4) return dice.pick(['distance', 'neighbour']);
  const between = Math.min(3, most) - 1;
  const last = most === 4 ? 0.5 : 0;
  const order = (most / 3 - 0.5) / between;
  const neighbour = (most / 3 - last) / between;
  const draw = dice.next();
  return draw < order ? 'order' : draw < order + neighbour ? 'neighbour' : 'distance';
}

type TablePoint = Pick<BlockSpot, 'x' | 'y'>;

type BlockSide = 'left' | 'right';
const sides: readonly BlockSide[] = ['left', 'right'];
const ordinals = ['second', 'third', 'fourth', 'fifth'];

/** Everything that can be said about these blocks clearly enough, and to which of them it leads. */
export function allReferences(
  spots: readonly BlockSpot[],
  zone: { x: number; y: number },
  margins: SpotMargins,
): BlockReference[] {
  const ordered = byOrder(spots, margins);
  const anchors: Anchor[] = [...byColour(spots), ...ordered];
  const near = [{ text: 'the grey zone', steps: 0, target: zone }, ...anchors];
  const related = [
    ...near.flatMap((anchor) => byDistance(spots, anchor, margins)),
    ...anchors.flatMap((anchor) => besides(spots, anchor)),
  ];
  const farther = related.flatMap((anchor) =>
    [...byDistance(spots, anchor, margins), ...besides(spots, anchor)].filter(
      ({ target }) => !anchor.past.includes(target),
    ),
  );
  return [...ordered, ...related, ...farther];
}

/** What one starts from. */
interface Anchor {
  text: string;
  steps: number;
  target: BlockSpot;
}

/** The only block of its colour. */
function byColour(spots: readonly BlockSpot[]): Anchor[] {
  return spots
    .filter(({ colour }) => spots.filter((other) => other.colour === colour).length === 1)
    .map((target) => ({ text: `the ${target.colour} block`, steps: 1, target }));
}

/** The n-th from one side, among all blocks, those of a colour, or those of a row. */
function byOrder(spots: readonly BlockSpot[], { across }: SpotMargins): BlockReference[] {
  const colours = [undefined, ...new Set(spots.map(({ colour }) => colour))];
  const rows = [undefined, 'front', 'back'] as const;
  return colours.flatMap((colour) =>
    rows.flatMap((row) => {
      const group = spots.filter((spot) => (colour ?? spot.colour) === spot.colour && (row ?? spot.row) === spot.row);
      // One alone is first from both sides; so is what the narrower group holds.
      if (group.length < 2) return [];
      const steps = 1 + Number(colour !== undefined) + Number(row !== undefined);
      const what = `${colour === undefined ? '' : `${colour} `}block`;
      const where = row === undefined ? '' : ` in the ${row} row`;
      return sides.flatMap((side) => {
        const sorted = group.toSorted((a, b) => (side === 'left' ? a.across - b.across : b.across - a.across));
        return sorted.flatMap((target, n): BlockReference[] => {
          const clear = [sorted[n - 1], sorted[n + 1]].every(
            (other) => !other || Math.abs(other.across - target.across) >= across,
          );
          const ordinal = ordinals[n - 1];
          if (!clear || (n > 0 && (ordinal === undefined || n === sorted.length - 1))) return [];
          const text = n === 0 ? `the ${side}most ${what}${where}` : `the ${ordinal} ${what} from the ${side}${where}`;
          return [{ text, steps, relation: 'order', target, past: [] }];
        });
      });
    }),
  );
}

/** The nearest to something, or the farthest from it. */
function byDistance(
  spots: readonly BlockSpot[],
  anchor: { text: string; steps: number; target: TablePoint },
  { distance }: SpotMargins,
): BlockReference[] {
  const others = spots.filter((spot) => spot !== anchor.target);
  const far = ({ x, y }: BlockSpot) => Math.sqrt((x - anchor.target.x) ** 2 + (y - anchor.target.y) ** 2);
  const sorted = others.toSorted((a, b) => far(a) - far(b));
  const made = (words: string, target: BlockSpot | undefined, next: BlockSpot | undefined): BlockReference[] =>
    target && next && Math.abs(far(next) - far(target)) >= distance
      ? [
          {
            text: `the block ${words} ${anchor.text}`,
            steps: anchor.steps + 1,
            relation: 'distance',
            target,
            past: [anchor.target],
          },
        ]
      : [];
  return [...made('nearest to', sorted[0], sorted[1]), ...made('farthest from', sorted.at(-1), sorted.at(-2))];
}

/** What lies behind, in front of, or next to it. */
function besides(spots: readonly BlockSpot[], { text, steps, target: anchor }: Anchor): BlockReference[] {
  const others = spots.filter((spot) => spot !== anchor);
  const inRow = others.filter(({ row }) => row === anchor.row).toSorted((a, b) => a.across - b.across);
  const column = others.filter(({ row, x }) => row !== anchor.row && Math.abs(x - anchor.x) < COLUMN);
  const found = [
    { where: anchor.row === 'front' ? 'directly behind' : 'directly in front of', target: column[0] },
    { where: 'left', target: inRow.findLast(({ across }) => across < anchor.across) },
    { where: 'right', target: inRow.find(({ across }) => across > anchor.across) },
  ];
  return found.flatMap(({ where, target }): BlockReference[] =>
    target ? [{ text: said(where, text), steps: steps + 1, relation: 'neighbour', target, past: [anchor] }] : [],
  );
}

function said(where: string, anchor: string): string {
  const inRow = where === 'left' || where === 'right';
  return inRow ? `the same-row neighbour to the ${where} of ${anchor}` : `the block ${where} ${anchor}`;
}
