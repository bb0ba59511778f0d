import type { Ablations } from '../../contracts/index.ts';
import type { Shot } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { drawn } from '../drawing.ts';
import { ablationsOf, expected } from './ablations.ts';
import type { Expression } from './expression.ts';
import { type FreeArea, Ground } from './free.ts';
import { isFair, itemMask } from './mask.ts';
import { referBy, type Way, waysFor } from './refer.ts';
import { peersOf, type SeenItem, type Situation } from './situation.ts';
import { referToSpace, spacesNear, spaceWaysFor } from './spaces.ts';
import type { PointSplit, Wish } from './wish.ts';
import { word } from './wording.ts';

/** A question before it is a sample. */
export interface PointingQuestion {
  split: PointSplit;
  step: number;
  /** What to point at, without the request. */
  object: string;
  prompt: string;
  mask: Uint8Array;
  /** The thing that is asked for; free space has none. */
  target?: number;
  ablations: Ablations;
}

/** What is asked for, and how. */
interface Draft {
  meant: Expression;
  /** The thing, or the area. */
  what: SeenItem | FreeArea;
}

/** Everything that might be asked as wished, one after the other. */
export function* drafts(situation: Situation, wish: Wish, dice: Random): Generator<Draft> {
  const { steps } = wish;
  const { at: place, near, alike, area: wanted } = wish;
  const isNear = ([u, v]: readonly [number, number]) => (u - place[0]) ** 2 + (v - place[1]) ** 2 < near * near;
  const isAlike = (pixels: number) => pixels < alike * wanted && wanted < alike * pixels;
  if (wish.split === 'location') {
    for (const target of dice.shuffle(situation.seen)) {
      if (!target.clear || !isNear([target.u, target.v]) || !isAlike(target.pixels)) continue;
      for (const { way } of drawn(dice, waysFor(steps))) {
        if (!hasCandidates(situation, target, way)) continue;
        const meant = referBy(way, { situation, target, steps, dice, used: [] });
        if (meant) yield { meant, what: target };
      }
    }
    return;
  }
  const ground = new Ground(situation);
  const isWanted = (middle: readonly [number, number], area: FreeArea) =>
    isNear(middle) && isAlike(pixelsOf(situation, area));
  for (const { way } of drawn(dice, spaceWaysFor(steps))) {
    for (const space of dice.shuffle(spacesNear(situation, ground, way, isWanted))) {
      const meant = referToSpace(situation, space, steps, dice);
      if (meant) yield { meant, what: space.area };
    }
  }
}

/** Whether there are enough that could be meant; of what stands on others, three will do. */
function hasCandidates(situation: Situation, { item }: SeenItem, way: Way): boolean {
  const { candidates } = situation.demands;
  return way === 'on'
    ? situation.seen.filter((each) => each.item.on !== null).length >= Math.min(3, candidates)
    : peersOf(situation, item.kind).length >= candidates;
}

/** Of the rectangle around its spots, which do not reach its edges, a free space is about so much. */
const FILLED = 1.1;

function pixelsOf({ lens, place }: Situation, { spots, level = place.extent.z }: FreeArea): number {
  const places = spots.map(([x, y]) => lens.project(x, y, level));
  const long = (k: 0 | 1) => Math.max(...places.map((each) => each[k])) - Math.min(...places.map((each) => each[k]));
  return FILLED * long(0) * long(1);
}

/** How often following only the outermost relation may lead to the answer, by the number of steps. */
const LAST_STEP = [1, 1, 0.4, 0.36, 0.32, 0.28];

/** Why a draft must not be asked, as far as those tell who know only part of the scene; nothing if it may be. */
function tooEasy(
  ablations: Ablations,
  { steps, beyondBoxes }: Wish,
  isHit: (u: number, v: number) => boolean,
): string | undefined {
  if (steps > 1 && expected(ablations['last-step'], isHit) > at(LAST_STEP, steps))
    return 'the last step alone leads there';
  return beyondBoxes && expected(ablations.boxes, isHit) > 0 ? 'boxes lead there' : undefined;
}

/** Whether a picture seems to allow a question, before it is taken. */
export function isLikely(situation: Situation, wish: Wish, dice: Random): boolean {
  const { lens, place } = situation;
  for (const { meant, what } of drafts(situation, wish, dice)) {
    const isHit = (u: number, v: number) => {
      if ('item' in what) return u === Math.floor(what.u) && v === Math.floor(what.v);
      return what.includes(...lens.meets(u + 0.5, v + 0.5, what.level ?? place.extent.z));
    };
    if (wish.steps === 1 || tooEasy(ablationsOf(meant, situation), wish, isHit) === undefined) return true;
  }
  return false;
}

/** The question that a draft comes to, with its mask; or why it must not be asked. */
export function pose(
  situation: Situation & { shot: Shot },
  { meant, what }: Draft,
  wish: Wish,
  dice: Random,
): PointingQuestion | string {
  const { picture } = situation.shot;
  const isThing = 'item' in what;
  const mask = isThing ? itemMask(picture, what.item.id, what.box) : new Ground(situation).mask(what);
  if (!isThing && !isFair(mask, picture.width)) return 'free space too small, too large, or in pieces';
  const ablations = ablationsOf(meant, situation);
  const easy = tooEasy(ablations, wish, (u, v) => mask[v * picture.width + u] === 255);
  if (easy !== undefined) return easy;
  return {
    ...word(meant, dice),
    split: wish.split,
    step: wish.steps,
    mask,
    ...(isThing ? { target: what.item.id } : {}),
    ablations,
  };
}
