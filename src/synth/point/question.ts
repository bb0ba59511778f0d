import type { Ablations } from '../../contracts/index.ts';
import type { Vec3 } from '../../geometry/index.ts';
import type { Shot, Visibility } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { ablationsOf, expected } from './ablations.ts';
import { type Expression, viewedIn } from './expression.ts';
import { anyOf } from './follow.ts';
import { areaOf, type FreeArea, type SpaceForm } from './free.ts';
import { Ground } from './ground.ts';
import type { Lens } from './lens.ts';
import { isFair, isFairAbout, itemMask } from './mask.ts';
import { type ReferringWay, referBy } from './refer.ts';
import { cornersOf, type Demands, FILLED, peersOf, projected, type SeenItem, type Situation } from './situation.ts';
import { referToSpace, spacesOf } from './spaces.ts';
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

/** What is to be asked for: a thing, or free space, by the numbers of what is spoken of beside it. */
export type Goal = { anchors: readonly number[] } & ({ thing: number } | { form: SpaceForm });

/** What may be asked for in a place as wished, wherever the camera, if there are words for it. */
export function* goalsOf(world: Situation, wish: Wish, dice: Random): Generator<Goal> {
  if (wish.split === 'location') {
    const { way, kind, material } = wish;
    const targets = way === 'on' || material !== undefined ? anyOf(world, material) : peersOf(world, kind);
    for (const { item } of dice.shuffle(targets)) yield { thing: item.id, anchors: [] };
    return;
  }
  const ground = Ground.of(world);
  for (const { form, anchors } of dice.shuffle(spacesOf(world, wish))) {
    const goal: Goal = { form, anchors: anchors.map(({ item }) => item.id) };
    const area = areaOf(world, form, anchors);
    if (area && (isViewed(goal) || ground.offers(area))) yield goal;
  }
}

/** Points all around something, and how much it fills of the rectangle around them. */
export interface Outline {
  points: readonly Vec3[];
  filled: number;
}

/** What is to be asked for, as a camera has it. */
export function outlineOf(goal: Goal, world: Situation, lens: Lens): Outline | undefined {
  if ('thing' in goal) return { points: cornersOf(world.place.item(goal.thing)), filled: FILLED };
  const anchors = seenOf(world, goal.anchors);
  const area = anchors && areaOf({ ...world, lens }, goal.form, anchors);
  if (!area) return undefined;
  const { spots, level = world.place.extent.z } = area;
  return { points: spots.map(([x, y]) => [x, y, level]), filled: FILLED_BY_SPOTS };
}

/** Whether it depends on the camera where it is. */
export function isViewed(goal: Goal): boolean {
  return !('thing' in goal) && goal.form.space === 'beside' && !goal.form.own;
}

function seenOf({ seen }: Situation, ids: readonly number[]): SeenItem[] | undefined {
  const found = ids.flatMap((id) => seen.filter(({ item }) => item.id === id));
  return found.length === ids.length ? found : undefined;
}

/** What is asked for, and how. */
interface Draft {
  meant: Expression;
  /** The thing, or the area. */
  what: SeenItem | FreeArea;
}

/** How far from where it is wished an answer may be, in pixels. */
const NEAR = 40;
/** Of words that lead to a goal, so many are tried. */
const WORDINGS = 3;

/** What can be said of a goal as wished, in several ways, if it is seen where it should be. */
export function* drafts(
  situation: Situation,
  goal: Goal,
  wish: Wish,
  [u, v]: readonly [u: number, v: number],
  dice: Random,
): Generator<Draft> {
  const { steps, viewed: word, slack } = wish;
  const isThere = ({ left, top, right, bottom }: Visibility['box']) => {
    const [across, down] = [(left + right) / 2 - u, (top + bottom) / 2 - v];
    return across * across + down * down < (NEAR * slack) ** 2;
  };
  const isRight = (meant: Expression) => {
    const words = viewedIn(meant);
    return words.size === (word ? 1 : 0) && (!word || words.has(word));
  };
  if (wish.split === 'location') {
    const { way } = wish;
    const [target] = ('thing' in goal && seenOf(situation, [goal.thing])) || [];
    if (!target?.clear || !isThere(target.box) || !hasCandidates(situation, target, way)) return;
    for (let n = 0; n < WORDINGS; n += 1) {
      const meant = referBy(way, { situation, target, steps, dice, used: [], viewed: word });
      if (!meant) return;
      if (isRight(meant)) yield { meant, what: target };
    }
    return;
  }
  const anchors = seenOf(situation, goal.anchors);
  if ('thing' in goal || !anchors?.every(({ clear }) => clear)) return;
  const area = areaOf(situation, goal.form, anchors);
  const sight = area && projected(spotsOf(situation, area), situation.lens, FILLED_BY_SPOTS);
  if (!sight || !isThere(sight.box) || !Ground.of(situation).offers(area)) return;
  for (let n = 0; n < WORDINGS; n += 1) {
    const meant = referToSpace(situation, { form: goal.form, anchors }, wish, dice);
    if (!meant) return;
    if (isRight(meant)) yield { meant, what: area };
  }
}

function spotsOf({ place }: Situation, { spots, level = place.extent.z }: FreeArea): Vec3[] {
  return spots.map(([x, y]) => [x, y, level]);
}

/** Whether there are enough that could be meant; of what stands on others, three will do. */
function hasCandidates(situation: Situation, { item }: SeenItem, way: ReferringWay): boolean {
  const { candidates } = situation.demands;
  if (way === 'on') return anyOf(situation).length >= Math.min(3, candidates);
  const peers = way === 'material' ? anyOf(situation, item.material) : peersOf(situation, item.kind);
  return peers.length >= candidates;
}

/** Of the rectangle around its spots, which do not reach its edges, a free space is about so much. */
const FILLED_BY_SPOTS = 1.1;

/** How often following only the outermost relation may lead to the answer, by the number of steps. */
const LAST_STEP = [1, 1, 0.34, 0.28, 0.24, 0.2];

/** How often any thing of the kind may be the answer, or any place beside one: as if this many were right of those that there must be. */
const BY_KIND = 1.8;

/** Why a draft must not be asked, as far as those tell who know only part of the scene; nothing if it may be. */
function tooEasy(
  ablations: Ablations,
  { candidates }: Demands,
  { steps, beyondBoxes, leak }: Wish,
  isHit: (u: number, v: number) => boolean,
): string | undefined {
  if (steps > 1 && expected(ablations['last-step'], isHit) > at(LAST_STEP, steps) * leak)
    return 'the last step alone leads there';
  if (steps > 1 && expected(ablations.kind, isHit) > (BY_KIND / candidates) * leak) return 'the kind alone leads there';
  return beyondBoxes && expected(ablations.boxes, isHit) > 0 ? 'boxes lead there' : undefined;
}

/** Whether there are words for a goal, as far as boxes tell what a camera shows. */
export function isSayable(
  boxes: Situation,
  goal: Goal,
  wish: Wish,
  at: readonly [u: number, v: number],
  dice: Random,
): boolean {
  return drafts(boxes, goal, wish, at, dice).next().done !== true;
}

/** Whether a picture seems to allow a question, before it is taken. */
export function isLikely(
  situation: Situation,
  goal: Goal,
  wish: Wish,
  at: readonly [u: number, v: number],
  dice: Random,
): boolean {
  const { lens, place, scale = 1 } = situation;
  for (const { meant, what } of drafts(situation, goal, wish, at, dice)) {
    if (!('item' in what) && !isFairAbout(Ground.of(situation).mask(what, scale), lens.width / scale, scale))
      return false;
    if (wish.steps === 1) return true;
    const isHit = (u: number, v: number) => {
      if ('item' in what) return u === Math.floor(what.u) && v === Math.floor(what.v);
      return what.includes(...lens.meets(u + 0.5, v + 0.5, what.level ?? place.extent.z));
    };
    if (tooEasy(ablationsOf(meant, situation), situation.demands, wish, isHit) === undefined) return true;
  }
  return false;
}

/** Of free space that is worded in several ways, the mask; nothing if it is no fair target. Of the picture that it is looked for in. */
const fairMasks = new WeakMap<FreeArea, Uint8Array | 'unfair'>();

function fairMask(situation: Situation, area: FreeArea): Uint8Array | 'unfair' {
  const known = fairMasks.get(area);
  if (known) return known;
  const mask = Ground.of(situation).mask(area);
  const found = isFair(mask, situation.lens.width) ? mask : 'unfair';
  fairMasks.set(area, found);
  return found;
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
  const mask = isThing ? itemMask(picture, what.item.id, what.box) : fairMask(situation, what);
  if (mask === 'unfair') return 'free space too small, too large, or in pieces';
  const ablations = ablationsOf(meant, situation);
  const easy = tooEasy(ablations, situation.demands, wish, (u, v) => mask[v * picture.width + u] === 255);
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
