import type { Shot } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import type { Ask, ReferenceFrame, Referent, ViewsQuestion } from './ask.ts';
import {
  apart,
  between,
  clockwise,
  middleOf,
  minus,
  points,
  type Scheme,
  sector,
  turn,
  UNKNOWN,
} from './directions.ts';
import { GroundTruth } from './ground-truth.ts';
import { idOf, type ShotGraph } from './shot-graph.ts';
import type { Margins } from './solve.ts';

/** What a template is asked for. */
export interface Brief {
  graph: ShotGraph;
  /**
   * The option that is to be right, by its place in the list as the template has it: dealt before anything is looked at, so that
   * no answer is commoner for being easier to find.
   */
  right: 0 | 1 | 2 | 3;
  /** The same choices however often it is tried: wording, words for directions, number of figures. */
  style(): Random;
  /** What is to be spoken of: the same choices in many tries. */
  names(): Random;
  /** Other choices each time. */
  random: Random;
  views: number;
  margins: Margins;
}

/** Questions that fit, as many as there are among the pictures taken so far; the first that the solver agrees with is used. */
export interface Template {
  (brief: Brief): Iterable<ViewsQuestion>;
  /** Where more pictures should not show something, in degrees clockwise from where they look. */
  aside?: (brief: Brief) => number;
}

/** How many figures a question shows. */
export function figures({ views }: Pick<Brief, 'views'>, style: Random, least = 2): number {
  const more = views - least;
  // As in MMSI-Bench, most questions have no more than they need.
  return more <= 0 || style.int(2) === 0 ? least : least + 1 + style.int(more);
}

export interface AskedDirection {
  shots: readonly Shot[];
  frame: Omit<ReferenceFrame, 'called'>;
  to: Referent;
  scheme: Scheme;
  /** The options: the scheme's words, or some of them and `UNKNOWN`. */
  words?: readonly string[];
  /** What straight ahead is called, in quarter turns from north; where people speak of left and right, nothing. */
  called?: number;
  stem: string;
  steps: number;
}

/** A question about a direction, if it is the one that was dealt, and clearly so. */
export function direction({ graph, right, margins }: Brief, asked: AskedDirection): ViewsQuestion | null {
  const { shots, frame, to, scheme, words = scheme.words, called, stem, steps } = asked;
  const truth = new GroundTruth(graph.place, shots);
  const [from, target] = [truth.middle(frame.at), truth.middle(to)];
  if (apart(from, target) < graph.near) return null;
  if ('towards' in frame.ahead && apart(from, truth.middle(frame.ahead.towards)) < graph.near) return null;
  const ahead = truth.ahead(frame);
  const angle = clockwise(ahead, minus(target, from)) - 90 * (frame.turned ?? 0);
  const word = at(words, right);
  const landmarks = [frame.at, ...('towards' in frame.ahead ? [frame.ahead.towards] : [])];
  const ask: Ask = {
    kind: 'direction',
    frame: { ...frame, ...(called !== undefined && { called: at(points, called) }) },
    to,
  };
  const question = { shots, stem, options: words, right, ask, steps };
  if (word === UNKNOWN) {
    const thought = `${whereShown(graph, shots, landmarks)}No figure shows ${truth.name(to)}. That is "${word}".`;
    return isShown(graph, shots, to) ? null : { ...question, named: landmarks, thought };
  }
  const middle = middleOf(scheme, scheme.words.indexOf(word), called);
  if (between(angle, middle) > Math.min(scheme.within, sector - margins.degrees)) return null;
  const corner = (angle: number) => between(angle - 90 * (frame.turned ?? 0), middle) < sector;
  if (!truth.corners(to).every((point) => corner(clockwise(ahead, minus(point, from))))) return null;
  const named = [...landmarks, to];
  const thought = `${whereShown(graph, shots, named)}${reckoned(truth, asked, angle)} That is "${word}".`;
  return { ...question, named, thought };
}

function isShown(graph: ShotGraph, shots: readonly Shot[], spot: Referent): boolean {
  const id = idOf(spot);
  return id === undefined || shots.some((shot) => !graph.absent(shot, id));
}

/** What may be asked for, of items: those that are shown, or those that are not where nobody can tell. */
export function wanted({ graph, right }: Brief, words: readonly string[], shots: readonly Shot[]): Referent[] {
  const isOpen = words[right] === UNKNOWN;
  const items = isOpen
    ? graph.items.filter(({ id }) => shots.every((shot) => graph.absent(shot, id)))
    : graph.shown(shots);
  return items.map(({ id }) => ({ item: id }));
}

/** Which figures show what. */
export function whereShown(graph: ShotGraph, shots: readonly Shot[], spots: readonly Referent[]): string {
  const truth = new GroundTruth(graph.place, shots);
  const seen = spots.flatMap((spot) => {
    if ('figure' in spot) return [];
    const id = 'item' in spot ? spot.item : spot.region;
    const numbers = shots.flatMap((shot, n) => (graph.clear(shot, id) ? [n + 1] : []));
    return numbers.length > 0 ? [`${truth.name(spot)} is in Figure ${listed(numbers)}`] : [];
  });
  const links = shots.slice(1).flatMap((shot, n) => {
    const before = shots[n];
    const shared = graph.items.filter(({ id }) => before && graph.clear(before, id) && graph.clear(shot, id));
    const [a, b] = shared;
    return a && b ? [`the ${a.name} and the ${b.name} tie Figures ${n + 1} and ${n + 2} together`] : [];
  });
  return [...seen, ...links].map((fact) => `${capital(fact)}. `).join('');
}

function reckoned(truth: GroundTruth, { frame, to, called }: AskedDirection, angle: number): string {
  const name = (spot: Referent) =>
    'figure' in spot ? `the place where ${truth.name(spot)} was taken` : truth.name(spot);
  const ahead =
    'view' in frame.ahead
      ? `the way Figure ${frame.ahead.view + 1} looks`
      : `the direction from ${name(frame.at)} to ${name(frame.ahead.towards)}`;
  const turned = ['', 'a quarter to the right', 'half way round', 'a quarter to the left'][frame.turned ?? 0];
  const start = called === undefined ? 'straight ahead' : at(points, called);
  const from = `${turned ? `After turning ${turned}, ` : ''}from ${name(frame.at)}`;
  return `Take ${ahead} as ${start}. ${capital(from)}, ${name(to)} lies ${Math.round(turn(angle))}° clockwise from ${turned || called === undefined ? 'straight ahead' : 'there'}.`;
}

/** `1`, `1 and 2`, `1, 2 and 3`. */
export function listed(numbers: readonly (number | string)[]): string {
  return numbers.length < 2 ? numbers.join() : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
