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
import { plural, wordsFor } from './vocabulary.ts';

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

const ownSides = [
  'Own sides are those of the thing itself, by the way that its front looks.',
  "A thing's own left is that of somebody who is in its place and faces where its front faces.",
  'Where it says "own", left and right are meant as the thing itself would have them, looking ahead.',
];

/** What to point at, and the whole request. */
export function word(meant: Expression, dice: Random): { object: string; prompt: string } {
  const object = 'space' in meant ? space(meant, dice) : thing(meant, dice);
  const request = dice.pick(requests);
  const sentence =
    viewedIn(meant).size > 0 ? `${dice.pick(perspectives)} ${request} ${object}.` : `${capital(request)} ${object}.`;
  return { object, prompt: isOwn(meant) ? `${sentence} ${dice.pick(ownSides)}` : sentence };
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
    return kindNamed(meant.kind).worn ? `the ${noun} in ${meant.adjective}` : `the ${meant.adjective} ${noun}`;
  if (meant.by === 'extreme') {
    const rank = at(ordinals, meant.rank - 1);
    const to = { nearest: ['closest', 'nearest'], farthest: ['farthest', 'most distant'] };
    if (meant.which === 'nearest') return `the ${noun} that is ${rank}${dice.pick(to.nearest)} to the ${viewer(dice)}`;
    if (meant.which === 'farthest')
      return `the ${noun} that is ${rank}${dice.pick(to.farthest)} from the ${viewer(dice)}`;
    const size = { largest: ['largest', 'biggest'], smallest: ['smallest', 'tiniest'] };
    if (meant.which === 'largest' || meant.which === 'smallest')
      return dice.pick([
        `the ${noun} that is really the ${rank}${dice.pick(size[meant.which])}`,
        `the ${noun} that is the ${rank}${dice.pick(size[meant.which])} in reality`,
      ]);
    if (meant.rank === 1) return `the ${meant.which} ${noun}`;
    return `the ${rank}${noun} from the ${meant.which === 'leftmost' ? 'left' : 'right'}`;
  }
  if (meant.off !== undefined) {
    const on = dice.pick(['on', 'standing on', 'placed on']);
    return `of the ${plural(noun)} that are not ${on} the ${meant.off}, the one ${related(meant, dice)}`;
  }
  return `the ${nearestFirst(meant) ? dice.pick(['nearest ', 'closest ', 'first ']) : ''}${noun} ${related(meant, dice)}`;
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

/** What a thing has on a side of its own. */
const owned: Readonly<Record<Side, readonly string[]>> = {
  left: ['on its own left', 'to its own left', 'on its own left-hand side'],
  right: ['on its own right', 'to its own right', 'on its own right-hand side'],
  front: ['before its own front', 'ahead of its own front'],
  back: ['behind its own back', 'at its own rear'],
};

/** What one sits on, facing where its front does. */
const seats: ReadonlySet<string> = new Set(['dining chair', 'bench']);

/** `that the red toy car has on its own left`, of a thing or of free space. */
function ownedBy(anchor: ThingExpression, side: Side, dice: Random, { near = '' } = {}): string {
  const owner = thing(anchor, dice);
  const [who, where] = [dice.next(), dice.pick(owned[side])];
  const isSitter = seats.has(anchor.kind) && who < 0.6;
  const theirs = isSitter || anchor.kind === 'person' ? where.replace('its', 'their') : where;
  return `${dice.pick(['that', 'which'])} ${isSitter ? 'somebody sitting on ' : ''}${owner} has ${near}${theirs}`;
}

/** For whom the sides are meant. */
function seenBy(viewer: string): string[] {
  return [
    `as seen from where ${viewer} stands`,
    `as somebody in the place of ${viewer} sees it`,
    `for somebody who looks there from where ${viewer} is`,
    `from the point of view of ${viewer}`,
  ];
}

function related(meant: ThingExpression, dice: Random): string {
  if (meant.by !== 'relation') throw new Error('nothing is related');
  const { relation, to } = meant;
  const things = to.map((each) => thing(each, dice));
  const first = at(things, 0);
  const that = dice.pick(['that is ', 'which is ', '']);
  switch (relation.by) {
    case 'side':
      return relation.own
        ? ownedBy(at(meant.to, 0), relation.side, dice)
        : `${that}${dice.pick(viewed[relation.side])} ${first}`;
    case 'seen':
      return `${that}${dice.pick(viewed[relation.side])} ${first}, ${at(seenBy(at(things, 1)), dice.int(4))}`;
    case 'closest':
      return `${dice.pick(['that is ', 'which is ', 'located '])}${dice.pick(['closest to', 'nearest to', 'least far from'])} ${first}`;
    case 'farthest':
      return `${dice.pick(['that is ', 'which is ', 'located '])}${dice.pick(['farthest from', 'farthest away from', 'most distant from'])} ${first}`;
    case 'between':
      return `${that}${dice.pick(['between', 'in between', 'somewhere between'])} ${first} and ${at(things, 1)}`;
    case 'facing':
      return `${dice.pick(['facing', 'that faces', 'which looks towards', 'turned towards', 'whose front points at'])} ${first}`;
    case 'on':
      return `${dice.pick(['on top of', 'that stands on', 'resting on', 'supported by', 'that sits on top of'])} ${first}`;
    case 'under':
      return `${dice.pick(['under', 'directly below', 'underneath', 'that carries', 'that supports'])} ${first}`;
  }
}

/** What free space is for: nothing more is said of what would be put there than that it is small. */
const purposes = [
  'the place where one could put a coin so that it lies',
  'the spot where a coin would have to be put to lie',
  'a place for a coin that is to lie',
];

function space(meant: SpaceExpression, dice: Random): string {
  // What is put into something lies on its bottom; of its walls, which are meant too, that is not true.
  const isPurpose = !(meant.space === 'beside' && meant.own) && meant.space !== 'inside';
  const free = dice.pick([
    'the free space',
    'the empty space',
    'the vacant area',
    'the unoccupied spot',
    'the clear area',
    ...(isPurpose ? purposes : []),
  ]);
  const near = dice.pick(['immediately', 'directly', 'just']);
  const [first, second] = meant.to.map((each) => thing(each, dice));
  switch (meant.space) {
    case 'beside':
      return meant.own
        ? `${free} ${ownedBy(meant.to[0], meant.side, dice, { near: `${near} ` })}`
        : `${free} ${near} ${dice.pick(viewed[meant.side])} ${first}`;
    case 'towards':
      return dice.pick([
        `${free} next to ${first}, on its side towards ${second}`,
        `${free} beside ${first}, in the direction of ${second}`,
        `${free} adjacent to ${first}, on the side where one finds ${second}`,
      ]);
    case 'between':
      return `${free} ${dice.pick(['between', 'in between', 'in the gap between'])} ${first} and ${second}`;
    case 'top':
      return `${free} ${dice.pick(['on top of', 'on the upper surface of', 'on the top face of'])} ${first}`;
    case 'inside':
      return `${free} ${dice.pick(['inside', 'within', 'in the hollow of'])} ${first}`;
    case 'edge':
      return `${free} ${dice.pick(['along', 'on', 'all along'])} the edge of the ${meant.region} ${dice.pick(['that is closest to', 'nearest to', 'that lies closest to'])} ${first}`;
    case 'corner':
      return `${free} ${dice.pick(['in', 'at', 'within'])} the corner of the ${meant.region} ${dice.pick(['that is closest to', 'nearest to', 'that lies closest to'])} ${first}`;
    case 'region':
      return `${free} ${dice.pick(['on', 'inside the outline of', 'within', 'within the edges of'])} the ${meant.region}`;
  }
}
