import { kindNamed } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import {
  type Expression,
  isOwn,
  type Side,
  type SpaceExpression,
  type ThingExpression,
  viewedIn,
} from './expression.ts';
import { wordsFor } from './vocabulary.ts';

/** Every choice among words is drawn by itself: none says anything of the answer. */

const requests = [
  'please point out',
  'please point to',
  'point at',
  'mark',
  'show me',
  'please indicate',
  'locate',
  'find',
  'pick out',
  'please identify',
  'highlight',
  'single out',
  'please touch',
  'put a finger on',
  'give the position of',
];

const perspectives = ["From the viewer's perspective,", 'As seen in the picture,', "From the camera's point of view,"];

/** Which way one looks who is where a thing is. */
const ownFronts = [
  'You would be facing in the same direction.',
  'Imagine yourself there, facing the way that the front faces.',
  'In that place, you would look where the front faces.',
];

/** What to point at, and the whole request. */
export function word(meant: Expression, dice: Random): { object: string; prompt: string } {
  const object = 'space' in meant ? space(meant, dice) : thing(meant, dice);
  const request = dice.pick(requests);
  const sentence =
    viewedIn(meant).size > 0 ? `${dice.pick(perspectives)} ${request} ${object}.` : `${capital(request)} ${object}.`;
  return { object, prompt: isOwn(meant) ? `${sentence} ${dice.pick(ownFronts)}` : sentence };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const ordinals = ['', 'second ', 'third '];

function thing(meant: ThingExpression, dice: Random): string {
  if (meant.kind === '') {
    const material = meant.by === 'relation' && meant.material !== undefined ? `${meant.material} ` : '';
    return `the ${material}${dice.pick(['object', 'thing', 'item'])} ${related(meant, dice)}`;
  }
  const noun = dice.pick(wordsFor(meant.kind));
  if (meant.by === 'name')
    return isWorn(meant) ? `the ${noun} in ${meant.adjective}` : `the ${meant.adjective} ${noun}`;
  if (meant.by === 'extreme') {
    const rank = at(ordinals, meant.rank - 1);
    const is = isWorn(meant) ? 'who is' : 'that is';
    const to = { nearest: ['closest', 'nearest'], farthest: ['farthest', 'most distant'] };
    if (meant.which === 'nearest') return `the ${noun} ${is} ${rank}${dice.pick(to.nearest)} to the ${viewer(dice)}`;
    if (meant.which === 'farthest')
      return `the ${noun} ${is} ${rank}${dice.pick(to.farthest)} from the ${viewer(dice)}`;
    const size = { largest: dice.pick(['largest', 'biggest']), smallest: 'smallest' };
    if (meant.which === 'largest' || meant.which === 'smallest')
      return dice.pick([
        `the ${noun} ${is} really the ${rank}${size[meant.which]}`,
        `the ${noun} ${is} the ${rank}${size[meant.which]} in reality`,
      ]);
    if (meant.rank === 1) return `the ${meant.which} ${noun}`;
    return `the ${rank}${noun} from the ${meant.which === 'leftmost' ? 'left' : 'right'}`;
  }
  const said = `the ${nearestFirst(meant) ? dice.pick(['nearest ', 'closest ']) : ''}${noun} ${related(meant, dice)}`;
  if (meant.off === undefined) return said;
  const others = dice.pick(['any on', 'those on', 'those standing on']);
  return `${said}, ${dice.pick(['not counting', 'leaving aside', 'ignoring'])} ${others} the ${meant.off}`;
}

/** Of people one says `who`. */
function isWorn({ kind }: ThingExpression): boolean {
  return kind !== '' && kindNamed(kind).worn === true;
}

function viewer(dice: Random): string {
  return dice.pick(['camera', 'viewer', 'observer', 'photographer']);
}

/** Of several on one side, the nearest is meant, and it says so. */
function nearestFirst(meant: ThingExpression): boolean {
  return meant.by === 'relation' && (meant.relation.by === 'side' || meant.relation.by === 'seen');
}

const viewed: Readonly<Record<Side, readonly string[]>> = {
  left: ['to the left of', 'on the left of', 'left of'],
  right: ['to the right of', 'on the right of', 'right of'],
  front: ['in front of', 'on the near side of'],
  back: ['behind', 'beyond', 'on the far side of'],
};

/** A thing's own sides, as somebody would have them who is where it is. */
const owned: Readonly<Record<Side, readonly string[]>> = {
  left: ['on your left', 'to your left', 'on your left-hand side'],
  right: ['on your right', 'to your right', 'on your right-hand side'],
  front: ['in front of you', 'ahead of you'],
  back: ['behind you', 'behind your back', 'at your back'],
};

/** What one sits on, facing where its front does. */
const seats: ReadonlySet<string> = new Set(['dining chair', 'bench', 'sofa', 'armchair']);
const sitting = ['sat on', 'were sitting on', 'were seated on'];
const being = ['were', 'took the place of', 'were in the place of'];

/** `on your left if you were the red toy car`: read on without looking back, however much is said of the car. */
function ownedBy(anchor: ThingExpression, side: Side, dice: Random): string {
  const where = dice.pick(owned[side]);
  return `${where} if you ${dice.pick(seats.has(anchor.kind) ? sitting : being)} ${thing(anchor, dice)}`;
}

/** For whom the sides are meant. */
function seenBy(viewer: string): string[] {
  return [
    `as seen from where ${viewer} stands`,
    `as seen from the position of ${viewer}`,
    `when looking at it from where ${viewer} is`,
    `from the point of view of ${viewer}`,
  ];
}

function related(meant: ThingExpression, dice: Random): string {
  if (meant.by !== 'relation') throw new Error('nothing is related');
  const { relation, to } = meant;
  const things = to.map((each) => thing(each, dice));
  const first = at(things, 0);
  const that = dice.pick(isWorn(meant) ? ['', 'who is '] : ['', 'that is ', 'which is ']);
  // Where something is, not which way it is turned, nor what it carries.
  const located = dice.next() < 0.25 ? (isWorn(meant) ? 'standing ' : 'located ') : that;
  switch (relation.by) {
    case 'side':
      return relation.own
        ? `${dice.pick(['', isWorn(meant) ? 'who would be ' : 'that would be '])}${ownedBy(at(to, 0), relation.side, dice)}`
        : `${located}${dice.pick(viewed[relation.side])} ${first}`;
    case 'seen':
      return `${located}${dice.pick(viewed[relation.side])} ${first}, ${at(seenBy(at(things, 1)), dice.int(4))}`;
    case 'closest':
      return `${located}${dice.pick(['closest to', 'nearest to', 'at the shortest distance from'])} ${first}`;
    case 'farthest':
      return `${located}${dice.pick(['farthest from', 'farthest away from', 'at the greatest distance from'])} ${first}`;
    case 'between':
      return `${located}${dice.pick(['between', 'in between', 'somewhere between'])} ${first} and ${at(things, 1)}`;
    case 'facing':
      return `${that}${dice.pick(['facing', 'turned towards', 'oriented towards'])} ${first}`;
    case 'on':
      return `${dice.pick(['on top of', 'that stands on', 'resting on', 'supported by', 'that sits on top of'])} ${first}`;
    case 'under':
      return `${dice.pick(['under', 'directly below', 'underneath', 'directly beneath', 'that supports'])} ${first}`;
  }
}

/** What free space is for: nothing more is said of what would be put there than that it is small. */
const purposes = [
  'a spot where you could put a coin so that it lies',
  'a place where a coin would lie',
  'a free spot for a coin',
];

function space(meant: SpaceExpression, dice: Random): string {
  // What is put into something lies on its bottom; of its walls, which are meant too, that is not true.
  const isPurpose = !(meant.space === 'beside' && meant.own) && meant.space !== 'inside';
  const free = dice.pick([
    'the free space',
    'the empty space',
    'the vacant area',
    'the unoccupied area',
    'the clear area',
    ...(isPurpose ? purposes : []),
  ]);
  const near = dice.pick(['immediately', 'directly', 'just']);
  const [first, second] = meant.to.map((each) => thing(each, dice));
  switch (meant.space) {
    case 'beside':
      return meant.own
        ? `${free} ${dice.pick(['', 'that would be '])}${near} ${ownedBy(meant.to[0], meant.side, dice)}`
        : `${free} ${near} ${dice.pick(viewed[meant.side])} ${first}`;
    case 'towards':
      return dice.pick([
        `${free} next to ${first}, on the side towards ${second}`,
        `${free} beside ${first}, in the direction of ${second}`,
        `${free} adjacent to ${first}, on the side closer to ${second}`,
      ]);
    case 'between':
      return `${free} ${dice.pick(['between', 'in between', 'in the gap between'])} ${first} and ${second}`;
    case 'top':
      return `${free} ${dice.pick(['on top of', 'on the upper surface of', 'on the top of'])} ${first}`;
    case 'inside':
      return `${free} ${dice.pick(['inside', 'within', 'in the interior of'])} ${first}`;
    case 'edge':
      return `${free} ${dice.pick(['along', 'at'])} the edge of the ${meant.region} ${dice.pick(['that is closest to', 'nearest to', 'that lies closest to'])} ${first}`;
    case 'corner':
      return `${free} ${dice.pick(['in', 'at'])} the corner of the ${meant.region} ${dice.pick(['that is closest to', 'nearest to', 'that lies closest to'])} ${first}`;
    case 'region':
      return `${free} ${dice.pick(['on', 'on the surface of', 'inside the outline of', 'within the edges of'])} the ${meant.region}`;
  }
}
