import type { Random } from '../../stats/index.ts';
import { fairness } from './fairness.ts';
import { type Area, beside, between, Ground } from './free.ts';
import { itemMask, measureMask } from './mask.ts';
import { type Reference, refer } from './refer.ts';
import { type Side, sides } from './relations.ts';
import type { Seen, Situation } from './situation.ts';
import type { Split, Wish } from './wish.ts';

/** A question before it is a sample. */
export interface Question {
  split: Split;
  step: number;
  /** What to point at, without the request. */
  object: string;
  prompt: string;
  mask: Uint8Array;
  /** The thing that is asked for; free space has none. */
  target?: number;
}

/** Free space: enough to hit, not so much that anything hits. Pixels, and half the side of a square that fits in. */
const LEAST_FREE = 900;
const MOST_FREE = 0.12;
const LEAST_THICKNESS = 7;

/**
 * The question of its sort that is nearest to where it is wished, not farther than `tolerance` pixels from there; or why there is
 * none.
 */
export function ask(situation: Situation, wish: Wish, tolerance: number, dice: Random): Question | string {
  const { scale } = situation;
  const there = { ...wish, u: scale * wish.u, v: scale * wish.v };
  return (wish.split === 'location' ? askThing : askSpace)(situation, there, scale * tolerance, dice);
}

function askThing(situation: Situation, { steps, u, v }: Wish, tolerance: number, dice: Random): Question | string {
  const far = (seen: Seen) => Math.sqrt((seen.u - u) ** 2 + (seen.v - v) ** 2);
  const targets = situation.seen.filter((seen) => seen.clear && !seen.item.furniture && far(seen) <= tolerance);
  if (targets.length === 0) return 'nothing where it is wished';
  for (const count of steps) {
    for (const target of targets.toSorted((a, b) => far(a) - far(b))) {
      const found = refer(situation, target, count, { dice, asAnchor: false });
      if (found?.steps !== count) continue;
      const mask = itemMask(situation.shot.picture.segmentation, target.item.id);
      return { ...asked(found.text, found.viewed), split: 'location', step: count, mask, target: target.item.id };
    }
  }
  return 'no thing can be referred to';
}

interface Space {
  area: Area;
  /** Of what it is beside. */
  side?: Side;
  words(dice: Random): { text: string; viewed: boolean } | undefined;
}

function askSpace(situation: Situation, { steps, u, v }: Wish, tolerance: number, dice: Random): Question | string {
  const { scale } = situation;
  const ground = new Ground(situation);
  let why = 'no free space where it is wished';
  for (const count of steps) {
    // Of areas with a name there is but one: it may be farther away.
    const near = count === 1 ? 1.5 * tolerance : tolerance;
    for (const space of dice.shuffle(spacesOf(situation, count))) {
      const [su, sv] = middleOf(space.area, ground);
      if ((su - u) ** 2 + (sv - v) ** 2 > (1.6 * near) ** 2 || !ground.offers(space.area)) continue;
      if (space.side && dice.next() >= fairness(situation, { u: su, v: sv }, space.side)) continue;
      const words = space.words(dice);
      if (!words) continue;
      const mask = ground.mask(space.area);
      const size = measureMask(mask, situation.shot.picture.width);
      const fits =
        size.pixels >= LEAST_FREE * scale * scale &&
        size.pixels <= MOST_FREE * mask.length &&
        size.thickness >= LEAST_THICKNESS * scale;
      if (!fits) why = 'the free space is too small or too large';
      else if ((size.u - u) ** 2 + (size.v - v) ** 2 <= near ** 2)
        return { ...asked(words.text, words.viewed), split: 'placement', step: count, mask };
    }
  }
  return why;
}

function middleOf({ spots }: Area, ground: Ground): [u: number, v: number] {
  const mean = (k: 0 | 1) => spots.reduce((sum, spot) => sum + spot[k], 0) / spots.length;
  return ground.pixel(mean(0), mean(1));
}

/** Every free space that may be spoken of with so many steps. Overhanging furniture makes no clear neighbour. */
function spacesOf(situation: Situation, steps: number): Space[] {
  if (steps === 1) return regionsOf(situation);
  const standing = situation.seen.filter(({ item, clear }) => clear && item.on === null && !item.furniture);
  const name = (anchor: Seen, more: number, dice: Random, used: readonly Seen[] = []): Reference | undefined => {
    const found = refer(situation, anchor, more, { dice, asAnchor: true, used });
    return found?.steps === more ? found : undefined;
  };
  const single = standing.flatMap((anchor) =>
    (anchor.item.front ? [] : sides).map(
      (side): Space => ({
        ...{ area: beside(situation, anchor, side), side },
        words(dice) {
          const found = name(anchor, steps - 1, dice);
          return found && { text: `the free space immediately ${side} ${found.text}`, viewed: true };
        },
      }),
    ),
  );
  if (steps < 3) return single;
  const double = standing.flatMap((a, n) =>
    standing.slice(n + 1).flatMap((b): Space[] => {
      const area = between(situation, a, b);
      if (!area) return [];
      return [
        {
          area,
          words(dice) {
            const first = name(a, 1, dice, [b]);
            const second = name(b, steps - 2, dice, [a]);
            if (!first || !second) return undefined;
            const text = `the free space between ${first.text} and ${second.text}`;
            return { text, viewed: first.viewed || second.viewed };
          },
        },
      ];
    }),
  );
  return [...single, ...double];
}

/** Areas that have a name of their own. A path or a car park reaches from side to side: whoever guesses would hit it. */
function regionsOf({ place }: Situation): Space[] {
  return place.regions.flatMap(({ name, kind, outline, id }): Space[] => {
    if (kind !== 'rug' || id === undefined) return [];
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    const [left, right] = [
      Math.max(Math.min(...xs), -place.extent.half[0]),
      Math.min(Math.max(...xs), place.extent.half[0]),
    ];
    const [near, far] = [Math.min(...ys), Math.max(...ys)];
    const parts = [0.15, 0.38, 0.62, 0.85];
    const spots = parts.flatMap((a) => parts.map((b) => [left + a * (right - left), near + b * (far - near)] as const));
    const area: Area = { includes: () => true, spots, only: id };
    return [{ area, words: () => ({ text: `the free space on the ${name}`, viewed: false }) }];
  });
}

function asked(object: string, viewed: boolean): { object: string; prompt: string } {
  const prompt = viewed ? `From the viewer's perspective, please point out ${object}.` : `Please point out ${object}.`;
  return { object, prompt };
}
