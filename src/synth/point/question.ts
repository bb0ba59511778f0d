import { type Random, random } from '../../stats/index.ts';
import { type Area, beside, between, Ground } from './free.ts';
import { itemMask, measureMask } from './mask.ts';
import { type Reference, refer } from './refer.ts';
import { sides } from './relations.ts';
import type { Seen, Situation } from './situation.ts';

export const splits = ['location', 'placement'] as const;
export type Split = (typeof splits)[number];

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

/** What is wanted of the next question: so many steps, and a right answer near a place of the picture. */
export interface Wish {
  split: Split;
  steps: number;
  u: number;
  v: number;
}

/** Free space: enough to hit, not so much that anything hits. Pixels, and half the side of a square that fits in. */
const LEAST_FREE = 900;
const MOST_FREE = 0.12;
const LEAST_THICKNESS = 7;

/** The first question of its sort that passes, the nearest to where it is wished first; or why there is none. */
export function ask(situation: Situation, wish: Wish, seed: readonly (string | number)[]): Question | string {
  const dice = random(...seed);
  return wish.split === 'location' ? askThing(situation, wish, dice) : askSpace(situation, wish, dice);
}

function askThing(situation: Situation, { steps, u, v }: Wish, dice: Random): Question | string {
  const near = (seen: Seen) => (seen.u - u) ** 2 + (seen.v - v) ** 2;
  const targets = situation.seen
    .filter(({ clear, item }) => clear && !item.furniture)
    .toSorted((a, b) => near(a) - near(b));
  for (const target of targets) {
    const found = refer(situation, target, steps, { dice, asAnchor: false });
    if (!found || found.steps !== steps) continue;
    const mask = itemMask(situation.shot.picture.segmentation, target.item.id);
    return {
      split: 'location',
      step: steps,
      object: found.text,
      prompt: request(found.text, found.viewed),
      mask,
      target: target.item.id,
    };
  }
  return 'no thing can be referred to';
}

interface Space {
  area: Area;
  words(dice: Random): { text: string; viewed: boolean } | undefined;
}

function askSpace(situation: Situation, { steps, u, v }: Wish, dice: Random): Question | string {
  const ground = new Ground(situation);
  const middle = ({ area: { spots } }: Space) => {
    const [x, y] = [0, 1].map((k) => spots.reduce((sum, spot) => sum + (spot[k] ?? 0), 0) / spots.length);
    const [pu, pv] = ground.pixel(x ?? 0, y ?? 0);
    return (pu - u) ** 2 + (pv - v) ** 2;
  };
  const spaces = dice.shuffle(spacesOf(situation, steps)).map((space) => ({ space, far: middle(space) }));
  let why = 'no free space can be referred to';
  for (const { space } of spaces.toSorted((a, b) => a.far - b.far)) {
    const words = ground.offers(space.area) ? space.words(dice) : undefined;
    if (!words) continue;
    const mask = ground.mask(space.area);
    const { pixels, thickness } = measureMask(mask, situation.shot.picture.width);
    if (pixels >= LEAST_FREE && pixels <= MOST_FREE * mask.length && thickness >= LEAST_THICKNESS)
      return { split: 'placement', step: steps, object: words.text, prompt: request(words.text, words.viewed), mask };
    why = 'the free space is too small or too large';
  }
  return why;
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
        area: beside(situation, anchor, side),
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

/** Areas that have a name of their own and are small enough to be pointed at. */
function regionsOf({ place }: Situation): Space[] {
  return place.regions.flatMap(({ name, kind, outline, id }): Space[] => {
    if ((kind !== 'rug' && kind !== 'path') || id === undefined) return [];
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

function request(object: string, viewed: boolean): string {
  return viewed ? `From the viewer's perspective, please point out ${object}.` : `Please point out ${object}.`;
}
