import { at } from '../../util/index.ts';
import type { Referent, ViewsQuestion } from './ask.ts';
import {
  apart,
  between,
  byHour,
  clockwise,
  compass,
  type Flat,
  middleOf,
  minus,
  offered,
  points,
  sector,
  UNKNOWN,
} from './directions.ts';
import { GroundTruth } from './ground-truth.ts';
import { clockFace } from './positions.ts';
import { idOf } from './shot-graph.ts';
import { type Brief, capital, direction, figures, type Template, wanted, whereShown } from './template.ts';

/** Several steps need several figures, where there may be several. */
const LEAST = 3;

function many(brief: Brief, style: ReturnType<Brief['style']>): number {
  return figures(brief, style, Math.min(LEAST, brief.views));
}

/** On foot from one thing to the next: which way to turn at each. */
export const route: Template = function* (brief) {
  const { graph, random, right, margins } = brief;
  const style = brief.style();
  const count = many(brief, style);
  const stem = style.pick([
    (a: string, b: string, c: string, d: string) =>
      `You walk in a straight line from ${a} to ${b}, then from there to ${c}, and at last to ${d}. Which way do you turn at ${b} and at ${c}?`,
    (a: string, b: string, c: string, d: string) =>
      `A robot drives from ${a} straight to ${b}, then straight to ${c}, then straight to ${d}. How does it have to turn at ${b}, and how at ${c}?`,
    (a: string, b: string, c: string, d: string) =>
      `Plan a tour with four stops: it begins at ${a}, passes ${b}, goes on to ${c} and ends at ${d}. What are the two changes of course, in their order?`,
  ]);
  const sides = ['left', 'right'];
  const wanted = [sides[right >> 1], sides[right & 1]];
  for (const shots of graph.chains(count)) {
    const truth = new GroundTruth(graph.place, shots);
    const shown = graph.shown(shots);
    if (shown.length < 4) continue;
    for (let tries = 0; tries < 40; tries += 1) {
      const stops = random.shuffle(shown).slice(0, 4);
      const spots = stops.map(({ id }): Referent => ({ item: id }));
      const places = spots.map((spot) => truth.middle(spot));
      const legs = places.slice(1).map((place, n) => apart(place, at(places, n)));
      if (legs.some((leg) => leg < graph.near)) continue;
      // A figure that shows one of the corners would tell half of the answer.
      if (graph.together(shots, spots.slice(0, 3)) || graph.together(shots, spots.slice(1))) continue;
      const made = [1, 2].map((n) => sideOf(places.slice(n - 1, n + 2), margins.degrees + 10));
      if (made[0] !== wanted[0] || made[1] !== wanted[1]) continue;
      const [a = '', b = '', c = '', d = ''] = spots.map((spot) => truth.name(spot));
      yield {
        shots,
        stem: stem(a, b, c, d),
        options: ['Left, then left', 'Left, then right', 'Right, then left', 'Right, then right'],
        right,
        named: spots,
        ask: { kind: 'turns', stops: spots },
        thought: `${whereShown(graph, shots, spots)}Coming from ${a}, ${c} is to the ${wanted[0]} of the way on at ${b}; coming from ${b}, ${d} is to the ${wanted[1]} at ${c}.`,
        steps: count + 3,
      };
    }
  }
};

/** Neither nearly straight on nor nearly back. */
function sideOf([from, at, to]: readonly Flat[], margin: number): 'left' | 'right' | null {
  if (!from || !at || !to) return null;
  const angle = clockwise(minus(at, from), minus(to, at));
  if (angle > margin && angle < 180 - margin) return 'right';
  return angle > 180 + margin && angle < 360 - margin ? 'left' : null;
}

/** Where something is after a turn, that the figure did not show before it. */
export const afterTurn: Template = function* (brief) {
  const { graph, random } = brief;
  const { style, scheme, turned, words } = turn(brief);
  const count = many(brief, style);
  const how = at(['', 'turn 90 degrees to the right', 'turn around', 'turn 90 degrees to the left'], turned);
  const stem = style.pick([
    (name: string) =>
      `I take Figure ${count} and then ${how} on the spot. In which direction is ${name} relative to me now?`,
    (name: string) =>
      `You stand where Figure ${count} was taken, facing the same way, and ${how}. Where is ${name} relative to you then?`,
    (name: string) =>
      `After the shutter clicks for Figure ${count}, its photographer must ${how} without taking a step. On which side of them does ${name} lie afterwards?`,
  ]);
  for (const shots of graph.chains(count)) {
    const last = shots.at(-1);
    const truth = new GroundTruth(graph.place, shots);
    for (const to of random.shuffle(wanted(brief, words, shots))) {
      const id = idOf(to);
      if (!last || id === undefined || !graph.absent(last, id)) continue;
      const frame = { at: { figure: count - 1 }, ahead: { view: count - 1 }, turned };
      const asked = `${clockFace(scheme)}${stem(truth.name(to))}`;
      const question = direction(brief, { shots, frame, to, scheme, words, stem: asked, steps: count + 2 });
      if (question) yield question;
    }
  }
};

/** The turn, and the words for what is asked after it; the same whenever they are drawn again. */
function turn(brief: Brief) {
  const style = brief.style();
  const scheme = style.pick(byHour);
  const turned = 1 + style.int(3);
  return { style, scheme, turned, words: offered(scheme, style, style.int(3) === 0) };
}

afterTurn.aside = (brief) => {
  const { scheme, turned, words } = turn(brief);
  const word = at(words, brief.right);
  return word === UNKNOWN ? 180 : middleOf(scheme, scheme.words.indexOf(word)) + 90 * turned;
};

/** Four statements about four pairs of things, one of which is true. */
export const claims: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = many(brief, style);
  const called = style.int(4);
  const scheme = compass[1];
  if (!scheme) return;
  const stem = style.pick([
    `Figure 1 looks ${points[called]}. Which of the following statements is correct?`,
    `Take the view of Figure 1 as ${points[called]}. Only one of these descriptions holds; which?`,
    `Somebody noted four facts about this place, three of them wrongly. With Figure 1 facing ${points[called]}, which note is true?`,
  ]);
  for (const shots of graph.chains(count)) {
    const shown = graph.shown(shots);
    const pairs = Array.from({ length: 60 }, () => ({ of: random.pick(shown), from: random.pick(shown) })).flatMap(
      ({ of, from }) => {
        const pair = { of: { item: of.id }, from: { item: from.id } };
        // Figure 1 says where north is: whoever sees two things in it needs no other figure to compare them.
        const isClose = of === from || graph.together(shots.slice(0, 1), [pair.of, pair.from]);
        const word = isClose ? null : wordFor(brief, shots, pair, called);
        return word === null ? [] : [{ ...pair, word, key: [of.id, from.id].sort().join() }];
      },
    );
    const chosen = pairs.filter(({ key }, n) => pairs.findIndex((other) => other.key === key) === n).slice(0, 4);
    if (
      chosen.length < 4 ||
      graph.together(
        shots,
        chosen.flatMap(({ of, from }) => [of, from]),
      )
    )
      continue;
    const truth = new GroundTruth(graph.place, shots);
    const said = chosen.map(({ word }, n) => (n === right ? word : (word + 1 + random.int(3)) % 4));
    const name = (spot: Referent) => truth.name(spot);
    const truths = chosen.map(
      ({ of, from, word }) => `${name(of)} is ${at(scheme.words, word).toLowerCase()} of ${name(from)}`,
    );
    yield {
      shots,
      stem,
      options: chosen.map(({ of, from }, n) =>
        capital(`${name(of)} is ${at(scheme.words, at(said, n)).toLowerCase()} of ${name(from)}`),
      ),
      right,
      named: chosen.flatMap(({ of, from }) => [of, from]),
      ask: {
        kind: 'claims',
        frame: { ahead: { view: 0 }, called: at(points, called) },
        claims: chosen.map(({ of, from }) => ({ of, from })),
      },
      thought: `${whereShown(graph, shots, [])}In truth ${truths.join('; ')}.`,
      steps: count + 4,
    };
  }
};

function wordFor(
  { graph, margins }: Brief,
  shots: ViewsQuestion['shots'],
  { of, from }: { of: Referent; from: Referent },
  called: number,
): number | null {
  const truth = new GroundTruth(graph.place, shots);
  const [at, to] = [truth.middle(from), truth.middle(of)];
  if (apart(at, to) < graph.near) return null;
  const angle = clockwise(truth.ahead({ at: from, ahead: { view: 0 } }), minus(to, at));
  const scheme = compass[1];
  const found = [0, 1, 2, 3].find(
    (word) => scheme && between(angle, middleOf(scheme, word, called)) < sector - margins.degrees,
  );
  return found ?? null;
}
