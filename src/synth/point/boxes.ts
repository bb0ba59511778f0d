import { at } from '../../util/index.ts';
import type { Relation, Side, Superlative } from './expression.ts';
import { type RelationReading, regionNamed } from './follow.ts';
import type { SeenItem, Situation } from './situation.ts';

/** Ground that one looks at from above at some 30° is seen half as long as it is: who knows no camera may as well reckon with that. */
const FORESHORTENED = 2;
/** A direction holds within 60°. */
const HOLDS = 0.5;

/** How somebody reads a question who has a box around every thing in the picture, and its kind, colour and nothing else. */
export function byBoxes({ seen, place, lens }: Situation): RelationReading {
  return {
    seen,
    inOrder,
    fitting,
    isOn(each, region) {
      const corners = regionNamed(place.regions, region).outline.map(([x, y]) => lens.project(x, y, place.extent.z));
      const [u, v] = footOf(each);
      const within = (k: 0 | 1, value: number) =>
        value >= Math.min(...corners.map((corner) => corner[k])) &&
        value <= Math.max(...corners.map((corner) => corner[k]));
      return within(0, u) && within(1, v);
    },
  };
}

/** Where its box stands. */
export function footOf({ u, box }: SeenItem): [u: number, v: number] {
  return [u, box.bottom];
}

/** In the picture, as if depth were height. */
function apart(a: SeenItem, b: SeenItem): { across: number; up: number; far: number } {
  const [across, up] = [a.u - b.u, FORESHORTENED * (b.box.bottom - a.box.bottom)];
  return { across, up, far: Math.sqrt(across * across + up * up) };
}

function least(list: readonly SeenItem[], rank: (each: SeenItem) => number): SeenItem[] {
  return list.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

function fitting(relation: Relation, candidates: readonly SeenItem[], anchors: readonly SeenItem[]): SeenItem[] {
  const anchor = at(anchors, 0);
  const others = candidates.filter((each) => !anchors.includes(each));
  const far = (each: SeenItem) => apart(each, anchor).far;
  switch (relation.by) {
    case 'side':
    case 'seen': {
      // Nothing tells where a thing's own front is, or where somebody stands: it is taken for the viewer's.
      const there = others.filter((each) => towards(each, anchor, relation.side) >= HOLDS * far(each));
      return least(there, far);
    }
    case 'closest':
      return least(others, far);
    case 'farthest':
      return least(others, (each) => -far(each));
    case 'between': {
      const second = at(anchors, 1);
      const whole = apart(anchor, second).far;
      return least(others, (each) => far(each) + apart(each, second).far - whole);
    }
    case 'facing':
      return others;
    case 'on':
      return least(others, (each) => Math.abs(each.u - anchor.u) + Math.abs(each.box.bottom - anchor.box.top));
    case 'under':
      return least(others, (each) => Math.abs(each.u - anchor.u) + Math.abs(each.box.top - anchor.box.bottom));
  }
}

function towards(each: SeenItem, anchor: SeenItem, side: Side): number {
  const { across, up } = apart(each, anchor);
  return { left: -across, right: across, front: -up, back: up }[side];
}

function inOrder(which: Superlative, candidates: readonly SeenItem[]): SeenItem[] {
  const area = ({ box }: SeenItem) => (box.right - box.left) * (box.bottom - box.top);
  const rankOf = (each: SeenItem) =>
    ({
      leftmost: each.u,
      rightmost: -each.u,
      nearest: -each.box.bottom,
      farthest: each.box.bottom,
      largest: -area(each),
      smallest: area(each),
    })[which];
  return candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
}
