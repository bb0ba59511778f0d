import { kindNamed, type Setting, settings } from '../../scenes/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { deal, drawn } from '../drawing.ts';
import { sides, type Viewed, viewed } from './expression.ts';
import { type ReferringWay, waysFor } from './refer.ts';
import { isFoundOnly, type SpaceWay, spaceWaysFor } from './spaces.ts';

export const splits = ['location', 'placement'] as const;
export type PointSplit = (typeof splits)[number];

/**
 * What is wanted of a question, drawn before there is a picture: what it says first, the kind of thing it speaks of, which of the
 * viewer's words it takes, and where in the picture its answer is. Places are made until one fulfils it, so what a
 * question says has nothing to do with where its answer is.
 */
export type Wish = {
  steps: number;
  setting: Setting;
  /** Kinds of things that come many times, in the order in which they are put there. */
  scatter: readonly string[];
  /** What is asked for, or what free space is beside. */
  kind: string;
  /** What it is made of, where that is what is asked for, of any kind. */
  material?: string;
  /** The only one of the viewer's words that the question takes; without it, none. */
  viewed?: Viewed;
  /** From 0 to 1: where between the picture's left and right, and top and bottom, the answer is. */
  at: readonly [across: number, down: number];
  /** Boxes in the picture must not lead to the answer. */
  beyondBoxes: boolean;
  /** From 1: how much farther from its place in the picture an answer may be than in the first places. */
  slack: number;
  /** From 1: how much more often a part of the scene may give the answer away. */
  leak: number;
} & ({ split: 'location'; way: ReferringWay } | { split: 'placement'; way: SpaceWay });

/** How often a number of steps is wanted: all equally often, or as in RefSpatial-Expand-Bench. */
export type StepMix = Readonly<Record<PointSplit, readonly number[]>>;

const published = { location: [54, 129, 58], placement: [3, 86, 75, 29, 7] };

/** @example stepMix('4') // one to four steps, equally often */
export function stepMix(steps: number | 'refspatial'): StepMix {
  if (steps !== 'refspatial') {
    const equal = Array.from({ length: steps }, (_, i) => i + 1);
    return { location: equal, placement: equal };
  }
  const repeated = (counts: readonly number[]) =>
    counts.flatMap((times, i) => Array.from({ length: times }, () => i + 1));
  return { location: repeated(published.location), placement: repeated(published.placement) };
}

/** How a sample is numbered: every split counts from 0. */
export function numberOf(index: number): { split: PointSplit; number: number } {
  return { split: at(splits, index % 2), number: Math.floor(index / 2) };
}

/** Kinds that may come many times: some with a front that everybody agrees on, and some without. */
const manyOf: Readonly<Record<Setting, { fronted: readonly string[]; plain: readonly string[] }>> = {
  tabletop: {
    fronted: ['toy car', 'clock'],
    plain: [
      'mug',
      'bowl',
      'bottle',
      'can',
      'candle',
      'vase',
      'book',
      'gift box',
      'ball',
      'cube',
      'pyramid',
      'cone',
      'plant pot',
    ],
  },
  room: {
    fronted: ['dining chair', 'dining chair', 'person'],
    plain: ['stool', 'waste bin', 'suitcase', 'bucket', 'beach ball', 'cushion'],
  },
  yard: {
    fronted: ['dustbin', 'mailbox', 'bench', 'person'],
    plain: ['barrel', 'crate', 'flower tub', 'bucket', 'beach ball', 'bollard'],
  },
};

/** What comes in several kinds of one material, so that it can be asked for by that. */
const alikeOf: Readonly<Record<Setting, readonly { material: string; kinds: readonly string[] }[]>> = {
  tabletop: [{ material: 'ceramic', kinds: ['mug', 'bowl', 'vase'] }],
  room: [{ material: 'wooden', kinds: ['stool', 'dining chair'] }],
  yard: [
    { material: 'metal', kinds: ['barrel', 'bollard', 'mailbox'] },
    { material: 'wooden', kinds: ['crate', 'bench'] },
  ],
};

/** Nobody stands on a table, and there alone things are hollow. */
function isIn(way: ReferringWay | SpaceWay, setting: Setting): boolean {
  return way === 'seen' ? setting !== 'tabletop' : way === 'inside' ? setting === 'tabletop' : true;
}

/** Of the questions that could do without, this part takes one of the viewer's words. */
const VIEWED = 0.2;
/** Of longer chains hardly any takes one. */
const MOST_VIEWED = 2;
/** After so many places another wish is made: there are answers that cannot be where they are wanted. */
const PATIENCE = 8;
/** After so many wishes for one place of the picture, another: hardly any camera has things there. */
const WISHES = 4;
/** So many places are held to all demands, and as many more to all but where in the picture the answer is. */
const DEMANDING = 64;

/** Where an answer can be at all that is asked for by the viewer's words: nothing in the lowest rows is behind something. */
const within: Readonly<Record<Viewed, readonly [left: number, top: number, right: number, bottom: number]>> = {
  left: [0, 0, 0.85, 1],
  right: [0.15, 0, 1, 1],
  front: [0, 0.25, 1, 1],
  back: [0, 0, 1, 0.75],
  leftmost: [0, 0, 0.65, 1],
  rightmost: [0.35, 0, 1, 1],
  nearest: [0, 0.3, 1, 1],
  farthest: [0, 0, 1, 0.7],
};

/**
 * Answers are to be everywhere alike: where few wishes come true, more are made. By twelfths down the picture, and by sixteenths across;
 * of free space, what is near the lower edge is seldom near the left or right one.
 */
const wantedDown: Readonly<Record<PointSplit, readonly number[]>> = {
  location: [1.8, 1.1, 1.05, 1.08, 1.12, 1.06, 1.03, 1.16, 1.2, 0.65, 0.8, 1.3],
  placement: [4.4, 1.5, 1.16, 1.28, 1.05, 1.03, 1.07, 0.98, 0.9, 0.75, 0.6, 1.1],
};
const wantedAcross: Readonly<Record<PointSplit | 'low', readonly number[]>> = {
  location: [1.7, 0.8, 1.03, 1.2, 1.1, 1.04, 1.08, 1.08, 1, 1.03, 1.06, 1.1, 1.2, 1.02, 0.8, 1.8],
  placement: [3.4, 0.78, 0.6, 0.8, 1, 0.9, 1.02, 1, 0.97, 0.95, 0.88, 0.99, 0.83, 0.64, 0.84, 3.7],
  low: [5, 1.1, 0.8, 0.95, 1, 0.75, 0.7, 0.62, 0.62, 0.64, 0.67, 0.95, 1, 0.85, 1.2, 5.4],
};
const LOW = 0.75;

/** From 0 to 1: a part as often as its weight says, and anywhere in it. */
function along(dice: Random, weights: readonly number[]): number {
  const part = firstOf(
    dice,
    weights.map((weight, way) => ({ way, weight })),
  );
  return (part + dice.next()) / weights.length;
}

/** The wish for a question; `attempt` counts the places that did not fulfil it. */
export function wishFor(
  index: number,
  { mix, beyond, seed, attempt }: { mix: StepMix; beyond: number; seed: number; attempt: number },
): Wish {
  const { split, number } = numberOf(index);
  const steps = deal(mix[split], number, seed, 'steps', split);
  const setting = deal(settings, index, seed, 'setting');
  // The place stays: else answers would be where it is easiest to ask for something.
  const where = random(seed, 'where', index, Math.floor(attempt / (PATIENCE * WISHES)));
  const down = along(where, wantedDown[split]);
  const place = [along(where, wantedAcross[split === 'placement' && down > LOW ? 'low' : split]), down] as const;
  const dice = random(seed, 'wish', index, Math.floor(attempt / PATIENCE));
  const slack = 1 + Math.max(0, attempt - DEMANDING) / DEMANDING;
  const leak = Math.max(1, slack - 1);
  // Drawn once: of wishes that were drawn again, those that ask less would come true more often.
  const beyondBoxes = steps > 1 && random(seed, 'beyond', index).next() < beyond && leak === 1;
  const said =
    split === 'location'
      ? {
          split,
          way: firstOf(
            dice,
            waysFor(steps).filter(({ way }) => isIn(way, setting) && (steps > 1 || canBe(way, place))),
          ),
        }
      : {
          split,
          way: firstOf(
            dice,
            spaceWaysFor(steps).filter(({ way }) => isIn(way, setting)),
          ),
        };
  const word = viewedFor(said, steps, place, dice);
  return {
    ...said,
    ...kindsFor(said, setting, dice),
    ...(word ? { viewed: word } : {}),
    steps,
    setting,
    beyondBoxes,
    slack,
    leak,
    at: place,
  };
}

function firstOf<W>(dice: Random, ways: readonly { way: W; weight: number }[]): W {
  const [first] = drawn(dice, ways);
  if (!first) throw new Error('there is nothing to ask');
  return first.way;
}

type SaidWish =
  | Pick<Extract<Wish, { split: 'location' }>, 'split' | 'way'>
  | Pick<Extract<Wish, { split: 'placement' }>, 'split' | 'way'>;

/** Whether an answer can be there that is asked for by one of the viewer's words. */
function canBe(way: string, [across, down]: Wish['at']): boolean {
  const word = viewed.find((each) => each === way);
  if (!word) return true;
  const [left, top, right, bottom] = within[word];
  return across >= left && across <= right && down >= top && down <= bottom;
}

/** Which of the viewer's words is taken. */
function viewedFor({ split, way }: SaidWish, steps: number, place: Wish['at'], dice: Random): Viewed | undefined {
  if (split === 'location' && steps === 1) return viewed.find((each) => each === way);
  if (way === 'side' || way === 'beside') return dice.pick(sides.filter((side) => canBe(side, place)));
  // What is said of the anchor takes so many steps.
  const left = split === 'placement' && isFoundOnly(way) ? steps : steps - 1;
  if (
    left < 1 ||
    left > MOST_VIEWED ||
    way === 'between' ||
    way === 'towards' ||
    way === 'seen' ||
    dice.next() >= VIEWED
  )
    return undefined;
  const orders = viewed.filter((word) => !sides.some((side) => side === word));
  return dice.pick(left > 1 ? viewed : orders);
}

/** What comes many times, most of all the kind that is spoken of first. */
function kindsFor(
  { split, way }: SaidWish,
  setting: Setting,
  dice: Random,
): Pick<Wish, 'kind' | 'scatter' | 'material'> {
  const { fronted, plain } = manyOf[setting];
  const front = way === 'seen' ? 'person' : dice.pick(fronted);
  const others = dice.shuffle(plain);
  if (way === 'material') {
    const { material, kinds } = dice.pick(alikeOf[setting]);
    const [first = '', second = ''] = dice.shuffle(kinds);
    const other = others.find((kind) => !kinds.includes(kind)) ?? front;
    return { kind: first, material, scatter: [first, second, first, other] };
  }
  const carries = way === 'on' || way === 'under' || way === 'top' || way === 'inside';
  const isFit = (kind: string) => (way === 'inside' ? kindNamed(kind).mouth : kindNamed(kind).tops);
  const flat = others.find(isFit) ?? at(others, 0);
  const [first = '', second = ''] = carries ? [flat, ...others.filter((kind) => kind !== flat)] : others;
  const isFront = way === 'facing' || (way === 'own side' && split === 'placement');
  const kind = isFront
    ? front
    : carries || way === 'beside' || way === 'seen'
      ? first
      : dice.pick([first, first, front]);
  const [a = '', b = ''] = [front, first, second].filter((each) => each !== kind);
  return { kind, scatter: [kind, a, kind, b] };
}
