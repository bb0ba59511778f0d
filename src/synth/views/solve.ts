import type { Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Ask, ReferenceFrame, Referent } from './ask.ts';
import { apart, clockwise, type Flat, length, minus, UNKNOWN } from './directions.ts';
import { MeasuredShots } from './measured-shots.ts';
import { type WordVerdict, wordHolds } from './words.ts';

/** What must be clear by how much; see docs/synth.md. */
export interface Margins {
  /** Degrees between a thing and where the next word begins. */
  degrees: number;
  /** How many times as far the next candidate must be. */
  ratio: number;
  /** How much of an item must be seen. */
  visible: number;
}

export interface SolverEvidence {
  shots: readonly Shot[];
  margins: Margins;
  /** Only this figure is looked at; of the others nothing is known. */
  only?: number;
}

/**
 * Answers a question from its pictures: where things are follows from pixels, depths and cameras, and what the options mean from their
 * words. Knows nothing of how the question was made. One verdict per option.
 */
export function solve(ask: Ask, options: readonly string[], evidence: SolverEvidence): WordVerdict[] {
  const seen = new MeasuredShots(evidence.shots, evidence.only);
  const all = (verdict: (option: string, at: number) => WordVerdict) => options.map(verdict);
  const slack = evidence.margins.degrees / 2;
  switch (ask.kind) {
    case 'direction': {
      const north = northOf(ask.frame, seen);
      const at = seen.position(ask.frame.at);
      if (!options.includes(UNKNOWN)) return all((option) => pointing({ seen, at, to: ask.to, north, option, slack }));
      const isShown = seen.position(ask.to) !== null;
      const isLost = !isShown && evidence.only === undefined;
      return all((option) => {
        if (option === UNKNOWN) return isShown ? 'no' : isLost ? 'yes' : 'unsure';
        return isLost ? 'no' : pointing({ seen, at, to: ask.to, north, option, slack });
      });
    }
    case 'claims':
      return all((option, n) => {
        // Of `The red mug is northeast of the chair` only what follows the verb says where.
        const [claim, word] = [ask.claims[n], /is (\S+) of/.exec(option)?.[1]];
        if (!claim || word === undefined) return 'unsure';
        const north = northOf({ ...ask.frame, at: claim.from }, seen);
        return pointing({ seen, at: seen.position(claim.from), to: claim.of, north, option: word, slack });
      });
    case 'turns':
      return turns(ask.stops, seen, options, slack);
    case 'nearest':
    case 'farthest': {
      const from = seen.position(ask.from);
      const places = ask.among.map((spot) => seen.position(spot));
      if (!from) return all(() => 'unsure');
      const far = places.map(
        (place) => place && (ask.kind === 'nearest' ? apart(place, from) : 1 / apart(place, from)),
      );
      return best(far, evidence.margins.ratio);
    }
    case 'ratio': {
      const [a, b, c, d] = [...ask.unit, ...ask.of].map((spot) => seen.position(spot));
      if (!a || !b || !c || !d) return all(() => 'unsure');
      const ratio = apart(c, d) / apart(a, b);
      const off = options.map((option) => Math.abs(Math.log(ratio / Number.parseFloat(option))));
      return off.map((one) => (one < 0.15 ? 'yes' : one > 0.3 ? 'no' : 'unsure'));
    }
    case 'count': {
      const sights = ask.items.map((id) => seenBest(id, evidence));
      const count = sights.filter((sight) => sight === 'yes').length;
      if (evidence.only !== undefined) return all((option) => (Number(option) < count ? 'no' : 'unsure'));
      if (sights.includes('unsure')) return all(() => 'unsure');
      return all((option) => (Number(option) === count ? 'yes' : 'no'));
    }
    case 'turning':
      return evidence.only === undefined ? turning(evidence.shots, options) : all(() => 'unsure');
    case 'moving': {
      const last = evidence.shots.length - 1;
      const [from, to] = [0, last].map((n) =>
        ask.item === undefined ? seen.position({ figure: n }) : seen.middle(ask.item, n),
      );
      const ahead = seen.look(0);
      if (!from || !to || !ahead) return all(() => 'unsure');
      return all((option) => wordHolds(option, minus(to, from), turned(ahead, 0, ask.called), slack));
    }
    case 'perch':
      return perch(seen, evidence.shots.length - 1, options, slack);
    case 'rotated':
      return rotated(ask, seen, evidence.shots.length - 1, options);
  }
}

/** On which side of the first camera's view the last camera is, and whether it is above the first. */
function perch(seen: MeasuredShots, last: number, options: readonly string[], slack: number): WordVerdict[] {
  const [from, to, ahead] = [seen.position({ figure: 0 }), seen.position({ figure: last }), seen.look(0)];
  const [low, high] = [seen.height(0), seen.height(last)];
  if (!from || !to || !ahead || low === null || high === null) return options.map(() => 'unsure');
  return options.map((option) => {
    if (high > low !== /higher/i.test(option)) return 'no';
    const side = /left|right/.exec(option)?.[0];
    return side === undefined ? 'unsure' : wordHolds(side, minus(to, from), ahead, slack, 'half');
  });
}

/** How its front turned: where the camera is from the item, measured, less where it is by the item's own front. */
function rotated(
  { item, facing }: { item: number; facing: readonly [Flat, Flat] },
  seen: MeasuredShots,
  last: number,
  options: readonly string[],
): WordVerdict[] {
  const yaws = [0, last].map((figure, n) => {
    const [at, eye, own] = [seen.middle(item, figure), seen.position({ figure }), facing[n]];
    return at && eye && own ? clockwise(minus(eye, at), own) : null;
  });
  const [before = null, after = null] = yaws;
  if (before === null || after === null) return options.map(() => 'unsure');
  // Clockwise, from above, 0 … 360.
  const turned = (before - after + 720) % 360;
  return options.map((option) => {
    const meant = /counterclockwise/i.test(option)
      ? 270
      : /clockwise/i.test(option)
        ? 90
        : /half/i.test(option)
          ? 180
          : 0;
    const off = Math.abs(((turned - meant + 540) % 360) - 180);
    return off < 30 ? 'yes' : off > 60 ? 'no' : 'unsure';
  });
}

/** The way that is called north, or ahead where nothing is called so. */
function northOf(frame: ReferenceFrame, seen: MeasuredShots): Flat | null {
  const way = aheadOf(frame, seen);
  if (!way) return null;
  return turned(way, frame.turned, frame.called);
}

/** The direction of north, or of ahead, after so many quarter turns to the right, where straight ahead may have another name. */
function turned(way: Flat, quarters = 0, called = 'north'): Flat {
  let [x, y] = way;
  for (let n = quarters & 3; n > 0; n -= 1) [x, y] = [y, -x];
  for (let n = ['north', 'east', 'south', 'west'].indexOf(called); n > 0; n -= 1) [x, y] = [-y, x];
  return [x, y];
}

function aheadOf({ at, ahead }: ReferenceFrame, seen: MeasuredShots): Flat | null {
  if ('view' in ahead) return seen.look(ahead.view);
  const [from, to] = [seen.position(at), seen.position(ahead.towards)];
  if (!from || !to) return null;
  const size = apart(from, to);
  return [(to[0] - from[0]) / size, (to[1] - from[1]) / size];
}

interface Pointing {
  seen: MeasuredShots;
  at: Flat | null;
  to: Referent;
  north: Flat | null;
  option: string;
  slack: number;
}

/** A word holds for a thing when it holds for its middle, and for nearly all of what is seen of it. */
function pointing({ seen, at, to, north, option, slack }: Pointing): WordVerdict {
  const target = seen.position(to);
  if (!at || !target || !north) return 'unsure';
  const middle = wordHolds(option, minus(target, at), north, slack);
  if (middle !== 'yes' || 'figure' in to) return middle;
  const points = seen.points('item' in to ? to.item : to.region);
  const fitting = points.filter((point) => wordHolds(option, minus(point, at), north, 0) === 'yes').length;
  return fitting >= 0.9 * points.length ? 'yes' : 'unsure';
}

/** From stop to stop: which way one turns at each of those between. */
function turns(
  stops: readonly Referent[],
  seen: MeasuredShots,
  options: readonly string[],
  slack: number,
): WordVerdict[] {
  const places = stops.map((stop) => seen.position(stop));
  return options.map((option) => {
    const wanted = option.toLowerCase().match(/left|right|back/g) ?? [];
    if (wanted.length !== stops.length - 2) return 'unsure';
    const verdicts = wanted.map((word, n): WordVerdict => {
      const [from, at, to] = places.slice(n, n + 3);
      if (!from || !at || !to) return 'unsure';
      const size = apart(from, at);
      return wordHolds(word, minus(to, at), [(at[0] - from[0]) / size, (at[1] - from[1]) / size], slack, 'half');
    });
    if (verdicts.includes('no')) return 'no';
    return verdicts.includes('unsure') ? 'unsure' : 'yes';
  });
}

/** The smallest by a factor; of those that are not known, none is ruled out, nor is the least of the others sure. */
function best(values: readonly (number | null)[], factor: number): WordVerdict[] {
  const isComplete = !values.includes(null);
  return values.map((value, n) => {
    if (value === null) return 'unsure';
    const others = values.flatMap((other, at) => (other === null || at === n ? [] : [other]));
    const least = Math.min(...others);
    if (value * factor <= least) return isComplete ? 'yes' : 'unsure';
    return least < value ? 'no' : 'unsure';
  });
}

function seenBest(id: number, { shots, margins, only }: SolverEvidence): WordVerdict {
  const looked = only === undefined ? shots : shots.slice(only, only + 1);
  const sights = looked.flatMap(({ visible }) => visible.get(id) ?? []);
  if (sights.length === 0) return 'no';
  return sights.some(({ pixels, whole }) => pixels >= margins.visible * whole) ? 'yes' : 'unsure';
}

/** A camera that turns right has everything move left in its pictures. */
function turning(shots: readonly Shot[], options: readonly string[]): WordVerdict[] {
  const [first, last] = [at(shots, 0), at(shots, -1)];
  const shifts = [...first.visible].flatMap(([id, before]) => {
    const after = last.visible.get(id);
    // What a picture's edge cuts has another middle.
    if (!after || Math.min(before.pixels / before.whole, after.pixels / after.whole) < 0.7) return [];
    const x = after.box.left + after.box.right - before.box.left - before.box.right;
    const y = after.box.top + after.box.bottom - before.box.top - before.box.bottom;
    return [[-x / 2, y / 2] as const];
  });
  if (shifts.length === 0) return options.map(() => 'unsure');
  const shift: Flat = [median(shifts.map(([right]) => right)), median(shifts.map(([, up]) => up))];
  if (length(shift) < 0.06 * first.picture.width) return options.map(() => 'unsure');
  return options.map((option) => wordHolds(sideMeant(option), shift, [0, 1], 15));
}

/** Up is like front, and down like rear; about Y a positive angle turns to the left, about X up. */
function sideMeant(option: string): string {
  const axis = /^(Positive|Negative) about ([XY])$/.exec(option);
  if (axis)
    return axis[2] === 'Y' ? (axis[1] === 'Positive' ? 'Left' : 'Right') : axis[1] === 'Positive' ? 'Front' : 'Rear';
  return option.replace('Up', 'Front').replace('Down', 'Rear');
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    values.length >> 1,
  );
}
