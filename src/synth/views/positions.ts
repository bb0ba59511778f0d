import { sin } from '../../geometry/index.ts';
import type { Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Referent } from './ask.ts';
import {
  byHour,
  compass,
  diagonal,
  length,
  middleOf,
  minus,
  offered,
  own,
  points,
  type Scheme,
  UNKNOWN,
} from './directions.ts';
import { GroundTruth } from './ground-truth.ts';
import { idOf, inEveryRoom, regionKinds } from './shot-graph.ts';
import { type Brief, direction, figures, type Template, wanted } from './template.ts';

/** What may be asked about, of what some figures show. */
type FindReferents = (
  brief: Brief,
  shots: readonly Shot[],
  words: readonly string[],
  kind: string | undefined,
) => Referent[];

function items(brief: Brief, shots: readonly Shot[]): Referent[] {
  return brief.graph.shown(shots).map(({ id }) => ({ item: id }));
}

function itemsAsked(brief: Brief, shots: readonly Shot[], words: readonly string[]): Referent[] {
  return wanted(brief, words, shots);
}

/**
 * Which kind of region a question names: drawn before anything is looked at, for a door is more often behind somebody than a table, and
 * its name would tell.
 */
function drawnRegion({ graph, names }: Brief): string | undefined {
  return names().shuffle(regionKinds[graph.place.setting])[0];
}

function regions(brief: Brief, shots: readonly Shot[], _: readonly string[], kind: string | undefined): Referent[] {
  return kind === undefined ? [] : brief.graph.shownRegions(shots, kind);
}

/** Where a figure was taken, from where another was. */
export const cameraToCamera: Template = function* (brief) {
  const style = brief.style();
  const count = figures(brief, style);
  const onMap = style.int(2) === 0;
  const scheme = style.pick(onMap ? compass : own);
  const called = onMap ? style.int(4) : undefined;
  const stem = style.pick(
    called === undefined
      ? [
          `In which direction from the place where Figure 1 was taken is the place where Figure ${count} was taken? What Figure 1 looks towards is in front.`,
          `I took Figure 1 and later Figure ${count}. When I was taking Figure 1, in which direction from me was the place where I took Figure ${count}?`,
          `Two photographers work at the same time, one on Figure 1, the other on Figure ${count}. As the first one sees it, where does the other stand?`,
          `Go back to the viewpoint of Figure 1 and look where its lens pointed. Whereabouts is the viewpoint of Figure ${count}?`,
        ]
      : [
          `Suppose I am taking Figure 1, and directly in front of me is ${points[called]}. In approximately which direction from me is the camera that takes Figure ${count}?`,
          `Figure 1 looks ${points[called]}. In which direction from the place where Figure 1 was taken is the place where Figure ${count} was taken?`,
          `Let the optical axis of Figure 1 point ${points[called]}. Which way would one have to walk from there to reach the viewpoint of Figure ${count}?`,
        ],
  );
  for (const shots of brief.graph.chains(count)) {
    const frame = { at: { figure: 0 }, ahead: { view: 0 } };
    const question = direction(brief, {
      shots,
      frame,
      scheme,
      stem,
      steps: count - 1,
      to: { figure: count - 1 },
      ...(called !== undefined && { called }),
    });
    if (question) yield question;
  }
};

const perches = [
  'Higher and to the right',
  'Lower and to the right',
  'Lower and to the left',
  'Higher and to the left',
];

/** The same with heights: to which side of the first camera the last one was, and whether above it. */
export const cameraHeights: Template = function* (brief) {
  const { graph, right, margins } = brief;
  const style = brief.style();
  const count = figures(brief, style);
  const stem = style.pick([
    `Compare the camera of Figure ${count} with the camera of Figure 1: how high was it held, and on which side of the line along which Figure 1 looks?`,
    `Seen by whoever took Figure 1, facing the way it looks: was the lens of Figure ${count} above or below theirs, and was it to their left or right?`,
    `The camera went from the position of Figure 1 to that of Figure ${count}. Did it go up or down, and did it end on the left or right of where it had looked at first?`,
  ]);
  for (const shots of graph.chains(count)) {
    const truth = new GroundTruth(graph.place, shots);
    const [from, to] = [truth.middle({ figure: 0 }), truth.middle({ figure: count - 1 })];
    const { side, rise } = perchOf(truth, count - 1);
    const word = at(perches, right);
    const isRight = word.includes('right') ? side > 0 : side < 0;
    const isHigh = word.includes('Higher') ? rise > 0 : rise < 0;
    // Neither nearly ahead nor nearly behind, and a height that shows.
    const least = Math.max(graph.near / 2, sin(((margins.degrees + 10) * Math.PI) / 180) * length(minus(to, from)));
    if (!isRight || !isHigh || Math.abs(side) < least || Math.abs(rise) < graph.near / 3) continue;
    yield {
      shots,
      stem,
      options: perches,
      right,
      named: [],
      ask: { kind: 'perch' },
      thought: `From the camera of Figure 1, the camera of Figure ${count} is ${Math.abs(side).toFixed(1)} m to the ${side > 0 ? 'right' : 'left'} and ${Math.abs(rise).toFixed(2)} m ${rise > 0 ? 'higher' : 'lower'}.`,
      steps: count,
    };
  }
};

/** How far to the right of the first camera another one is, and how far above it. */
function perchOf(truth: GroundTruth, figure: number): { side: number; rise: number } {
  const [x, y] = truth.ahead({ at: { figure: 0 }, ahead: { view: 0 } });
  const [dx, dy] = minus(truth.middle({ figure }), truth.middle({ figure: 0 }));
  const size = length([x, y]);
  return { side: (dx * y - dy * x) / size, rise: truth.height(figure) - truth.height(0) };
}

/** What is drawn for a question from a camera's place; the same whenever it is drawn again. */
function fromCamera(brief: Brief, schemes: readonly Scheme[], mayBeOpen: boolean) {
  const style = brief.style();
  const scheme = style.pick(schemes);
  const words = offered(scheme, style, mayBeOpen && style.int(3) === 0);
  return { style, scheme, words };
}

/** Where something is that the figure does not show, from where it was taken. */
function cameraTo(targets: FindReferents, schemes: readonly Scheme[], mayBeOpen: boolean): Template {
  const template: Template = function* (brief) {
    const { style, scheme, words } = fromCamera(brief, schemes, mayBeOpen);
    const count = figures(brief, style);
    const vantage = style.int(2) === 0 ? count - 1 : 0;
    const n = vantage + 1;
    const stem = style.pick([
      (name: string) => `When I was taking Figure ${n}, in which direction was ${name} relative to me?`,
      (name: string) =>
        `You are standing where Figure ${n} was taken, facing the same way. Where is ${name} relative to you?`,
      (name: string) =>
        `Figure ${n} does not show ${name}. Which way should its photographer have turned their head to see it?`,
      (name: string) =>
        `Put yourself behind the lens of Figure ${n}. On the basis of all figures, whereabouts is ${name}?`,
    ]);
    const kind = drawnRegion(brief);
    for (const shots of brief.graph.chains(count)) {
      const shot = shots[vantage];
      if (!shot) continue;
      const truth = new GroundTruth(brief.graph.place, shots);
      for (const to of brief.random.shuffle(targets(brief, shots, words, kind))) {
        const id = idOf(to);
        if (id === undefined || !brief.graph.absent(shot, id)) continue;
        const frame = { at: { figure: vantage }, ahead: { view: vantage } };
        const asked = `${clockFace(scheme)}${stem(truth.name(to))}`;
        const question = direction(brief, { shots, frame, to, scheme, words, stem: asked, steps: count });
        if (question) yield question;
      }
    }
  };
  template.aside = (brief) => {
    const { scheme, words } = fromCamera(brief, schemes, mayBeOpen);
    const word = at(words, brief.right);
    return word === UNKNOWN ? 180 : middleOf(scheme, scheme.words.indexOf(word));
  };
  return template;
}

export const cameraToItem = cameraTo(itemsAsked, byHour, true);
export const cameraToRegion = cameraTo(regions, diagonal, false);

/** From one thing, with another as landmark: three things that no figure shows together. */
function landmark(targets: FindReferents, starts: FindReferents, mayBeOpen: boolean): Template {
  return function* (brief) {
    const style = brief.style();
    const count = figures(brief, style);
    const onMap = style.int(2) === 0;
    const scheme = style.pick(onMap ? compass : own);
    const called = onMap ? style.int(4) : undefined;
    const words = offered(scheme, style, mayBeOpen && style.int(3) === 0);
    const stem = style.pick(
      called === undefined
        ? [
            (a: string, b: string, c: string) =>
              `Imagine that you stand at ${a} and face ${b}. In which direction is ${c} relative to you?`,
            (a: string, b: string, c: string) => `Somebody at ${a} looks towards ${b}. Where is ${c} relative to them?`,
            (a: string, b: string, c: string) =>
              `A visitor stops beside ${a}, eyes fixed on ${b}. On which hand, ahead or behind, would they find ${c}?`,
            (a: string, b: string, c: string) =>
              `From ${a}, let straight ahead lead to ${b}. Where does that put ${c}?`,
          ]
        : [
            (a: string, b: string, c: string) =>
              `The direction from ${a} to ${b} is ${points[called]}. In which direction is ${c} from ${a}?`,
            (a: string, b: string, c: string) =>
              `Suppose that ${b} is exactly to the ${points[called]} of ${a}. In which direction from ${a} is ${c}?`,
            (a: string, b: string, c: string) =>
              `On a map of this place, the arrow drawn from ${a} to ${b} points ${points[called]}. Where on that map is ${c}, starting from ${a}?`,
          ],
    );
    const kind = drawnRegion(brief);
    for (const shots of brief.graph.chains(count)) {
      const truth = new GroundTruth(brief.graph.place, shots);
      for (const { at: from, mark, to } of triples(
        brief,
        starts(brief, shots, words, kind),
        items(brief, shots),
        targets(brief, shots, words, kind),
      )) {
        if (brief.graph.together(shots, [from, mark, to])) continue;
        const question = direction(brief, {
          shots,
          frame: { at: from, ahead: { towards: mark } },
          to,
          scheme,
          words,
          stem: stem(truth.name(from), truth.name(mark), truth.name(to)),
          steps: count + 1,
          ...(called !== undefined && { called }),
        });
        if (question) yield question;
      }
    }
  };
}

/** Some of all the ways to choose three things. */
function triples(
  { random }: Brief,
  froms: Referent[],
  marks: Referent[],
  tos: Referent[],
): { at: Referent; mark: Referent; to: Referent }[] {
  if (froms.length === 0 || marks.length === 0 || tos.length === 0) return [];
  return Array.from({ length: 40 }, () => ({
    at: random.pick(froms),
    mark: random.pick(marks),
    to: random.pick(tos),
  })).filter(({ at, mark, to }) => new Set([at, mark, to].map(idOf)).size === 3);
}

/** From one region to another, by the way a figure looks. */
export const regionToRegion: Template = function* (brief) {
  const style = brief.style();
  const count = figures(brief, style);
  const onMap = style.int(2) === 0;
  const scheme = style.pick(onMap ? compass : own);
  const called = onMap ? style.int(4) : undefined;
  const stem = style.pick(
    called === undefined
      ? [
          (a: string, b: string) =>
            `Somebody at ${a} faces the same way as the camera in Figure 1. In which direction from there is ${b}?`,
          (a: string, b: string) =>
            `You wait at ${a}, your eyes parallel to the view of Figure 1. Where do you have to look for ${b}?`,
        ]
      : [
          (a: string, b: string) => `Figure 1 looks ${points[called]}. In which direction from ${a} is ${b}?`,
          (a: string, b: string) =>
            `If the view of Figure 1 runs ${points[called]}, in what compass direction does one leave ${a} to get to ${b}?`,
        ],
  );
  const named = brief.names().shuffle(inEveryRoom);
  const [start, end] = [at(named, 0), at(named, 1)];
  for (const shots of brief.graph.chains(count)) {
    const truth = new GroundTruth(brief.graph.place, shots);
    for (const from of brief.random.shuffle(brief.graph.shownRegions(shots, start))) {
      for (const to of brief.random.shuffle(brief.graph.shownRegions(shots, end))) {
        if (brief.graph.together(shots, [from, to])) continue;
        const question = direction(brief, {
          shots,
          frame: { at: from, ahead: { view: 0 } },
          to,
          scheme,
          stem: stem(truth.name(from), truth.name(to)),
          steps: count + 1,
          ...(called !== undefined && { called }),
        });
        if (question) yield question;
      }
    }
  }
};

export const itemToItem = landmark(itemsAsked, items, true);
export const itemToRegion: readonly Template[] = [landmark(regions, items, false), landmark(items, regions, false)];

export function clockFace(scheme: Scheme): string {
  return scheme.words[0].includes("o'clock") ? "12 o'clock is straight ahead, 3 o'clock is to the right. " : '';
}
