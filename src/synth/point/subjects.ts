import type { Random } from '../../stats/index.ts';
import type { Word } from './balance.ts';
import { beside, between, type FreeArea, Ground, onTop } from './free.ts';
import { type ItemReference, referBy, referToAnchor, wordsFor } from './refer.ts';
import { sides } from './relations.ts';
import type { Situation } from './situation.ts';
import type { PointSplit } from './wish.ts';

/** Something that may be asked for. */
export interface Subject {
  /** Its middle in the picture. */
  u: number;
  v: number;
  words(steps: number): readonly Word[];
  name(word: Word, steps: number, dice: Random): ItemReference | undefined;
  /** The pixels to point at: 255 there; undefined if those are no fair target. */
  mask(): Uint8Array | undefined;
  /** The thing's id; free space has none. */
  target?: number;
}

/** Free space: enough to hit, not so much that anything hits. Pixels, and half the side of a square that fits in. */
const LEAST_FREE = 900;
const MOST_FREE = 0.12;
const LEAST_THICKNESS = 7;

export function subjectsOf(situation: Situation): Record<PointSplit, Subject[]> {
  return { location: thingsOf(situation), placement: spacesOf(situation) };
}

function thingsOf(situation: Situation): Subject[] {
  const targets = situation.seen.filter(({ clear, item }) => clear && !item.furniture);
  return targets.map((target) => ({
    u: target.u,
    v: target.v,
    words: wordsFor,
    target: target.item.id,
    name: (word, steps, dice) => referBy(word, { situation, target, steps, dice, used: [] }),
    mask: () => itemMask(situation.shot.picture, target.item.id, target.sight.box),
  }));
}

/** Every free space that may be spoken of. Overhanging furniture makes no clear neighbour. */
function spacesOf(situation: Situation): Subject[] {
  const ground = new Ground(situation);
  const standing = situation.seen.filter(({ item, clear }) => clear && item.on === null && !item.furniture);
  const space = (area: FreeArea, words: Subject['words'], name: Subject['name']): Subject[] => {
    if (!ground.offers(area)) return [];
    const [u, v] = middleOf(area, ground);
    return [{ u, v, words, name, mask: () => fairMask(area, ground, situation) }];
  };
  const single = standing.flatMap((target) =>
    (target.item.front ? [] : sides).flatMap((side) => {
      const words = (steps: number) => (steps < 2 ? [] : [side]);
      return space(beside(situation, target, side), words, (_, steps, dice) => {
        const found = referToAnchor({ situation, target, steps: steps - 1, dice, used: [] });
        return found && { text: `the free space immediately ${side} ${found.text}`, viewed: true };
      });
    }),
  );
  const double = standing.flatMap((a, n) =>
    standing.slice(n + 1).flatMap((b) => {
      const area = between(situation, a, b);
      if (!area) return [];
      const words = (steps: number) => (steps < 3 ? [] : (['between'] as const));
      return space(area, words, (_, steps, dice) => {
        const first = referToAnchor({ situation, target: a, steps: 1, dice, used: [b] });
        const second = first && referToAnchor({ situation, target: b, steps: steps - 2, dice, used: [a] });
        if (!second) return undefined;
        const text = `the free space between ${first.text} and ${second.text}`;
        return { text, viewed: first.viewed || second.viewed };
      });
    }),
  );
  // Finding what has the top is all there is to it: no relation is followed.
  const tops = situation.seen.flatMap((target) => {
    const area = target.clear ? onTop(situation, target) : undefined;
    const words = () => ['on top of'] as const;
    return area
      ? space(area, words, (_, steps, dice) => {
          const found = referToAnchor({ situation, target, steps, dice, used: [] });
          return found && { ...found, text: `the free space on top of ${found.text}` };
        })
      : [];
  });
  const rugs = rugsOf(situation).flatMap(({ area, name }) => {
    const words = (steps: number) => (steps === 1 ? ([`on the ${situation.place.setting}`] as const) : []);
    return space(area, words, () => ({ text: `the free space on the ${name}`, viewed: false }));
  });
  return [...single, ...double, ...tops, ...rugs];
}

function middleOf({ spots, level }: FreeArea, ground: Ground): [u: number, v: number] {
  const mean = (k: 0 | 1) => spots.reduce((sum, spot) => sum + spot[k], 0) / spots.length;
  return ground.pixel(mean(0), mean(1), level);
}

function fairMask(area: FreeArea, ground: Ground, { scale, shot }: Situation): Uint8Array | undefined {
  const mask = ground.mask(area);
  const { pixels, thickness } = measureMask(mask, shot.picture.width);
  const isLarge = pixels >= LEAST_FREE * scale * scale && thickness >= LEAST_THICKNESS * scale;
  return isLarge && pixels <= MOST_FREE * mask.length ? mask : undefined;
}

/** Areas that have a name of their own. Paths and car parks are left out: they are so wide that a guess would hit them. */
function rugsOf({ place: { regions, extent } }: Situation): { name: string; area: FreeArea }[] {
  return regions.flatMap(({ name, kind, outline, id }) => {
    if (kind !== 'rug' || id === undefined) return [];
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    const [left, right] = [Math.max(Math.min(...xs), -extent.half[0]), Math.min(Math.max(...xs), extent.half[0])];
    const [near, far] = [Math.min(...ys), Math.max(...ys)];
    const parts = [0.15, 0.38, 0.62, 0.85];
    const spots = parts.flatMap((a) => parts.map((b) => [left + a * (right - left), near + b * (far - near)] as const));
    return [{ name, area: { includes: () => true, spots, only: id } }];
  });
}

/** What a mask covers. */
interface Extent {
  pixels: number;
  /** The pixel nearest to the middle: what the oracle points at. */
  u: number;
  v: number;
  /** Half the side of the largest square within, in pixels. */
  thickness: number;
}

/** Measures a mask; only the rows that have some of it are looked at. */
function measureMask(mask: Uint8Array, width: number): Extent {
  const [first, end] = [mask.indexOf(255), mask.lastIndexOf(255) + 1];
  let [pixels, sumU, sumV, most] = [0, 0, 0, 0];
  // Side of the largest square that ends at each pixel of the row above and of this one.
  let above = new Uint16Array(width + 1);
  let here = new Uint16Array(width + 1);
  for (let v = Math.floor(first / width); first >= 0 && v * width < end; v += 1) {
    for (let u = 0; u < width; u += 1) {
      here[u + 1] = 0;
      if (mask[v * width + u] === 0) continue;
      pixels += 1;
      sumU += u;
      sumV += v;
      const side = 1 + Math.min(here[u] ?? 0, above[u] ?? 0, above[u + 1] ?? 0);
      here[u + 1] = side;
      if (side > most) most = side;
    }
    [above, here] = [here, above];
  }
  let [bestU, bestV, shortest] = [0, 0, Infinity];
  for (let i = Math.max(0, first); i < end; i += 1) {
    if (mask[i] === 0) continue;
    const u = i % width;
    const v = (i - u) / width;
    const far = (u - sumU / pixels) * (u - sumU / pixels) + (v - sumV / pixels) * (v - sumV / pixels);
    if (far < shortest) [bestU, bestV, shortest] = [u, v, far];
  }
  return { pixels, u: bestU, v: bestV, thickness: most / 2 };
}

/**
 * The pixels of one item, all of which are in a box.
 * @internal exported for its test
 */
export function itemMask(
  { segmentation, width }: { segmentation: Uint16Array; width: number },
  id: number,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): Uint8Array {
  const mask = new Uint8Array(segmentation.length);
  for (let v = top; v < bottom; v += 1) {
    for (let i = v * width + left; i < v * width + right; i += 1) if (segmentation[i] === id) mask[i] = 255;
  }
  return mask;
}
