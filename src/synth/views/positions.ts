import type { Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Referent } from './ask.ts';
import { byHour, compass, diagonal, middleOf, own, points, type Scheme } from './directions.ts';
import { GroundTruth } from './ground-truth.ts';
import { idOf } from './shot-graph.ts';
import { type Brief, direction, figures, type Template } from './template.ts';

/** What may be asked about, of what some figures show. */
type Spots = (brief: Brief, shots: readonly Shot[]) => Referent[];

function items({ graph }: Brief, shots: readonly Shot[]): Referent[] {
  return graph.shown(shots).map(({ id }) => ({ item: id }));
}

function regions({ graph }: Brief, shots: readonly Shot[]): Referent[] {
  return graph.shownRegions(shots);
}

/** Where a figure was taken, from where another was. */
export const cameraToCamera: Template = function* (brief) {
  const style = brief.style();
  const count = figures(brief, style);
  const onMap = style.int(2) === 0;
  const scheme = style.pick(onMap ? compass : own);
  const called = onMap ? style.int(4) : undefined;
  const wording = style.int(2);
  const stem =
    called === undefined
      ? [
          `In which direction from the place where Figure 1 was taken is the place where Figure ${count} was taken? What Figure 1 looks towards is in front.`,
          `I took Figure 1 and later Figure ${count}. When I was taking Figure 1, in which direction from me was the place where I took Figure ${count}?`,
        ]
      : [
          `Suppose I am taking Figure 1, and directly in front of me is ${points[called]}. In approximately which direction from me is the camera that takes Figure ${count}?`,
          `Figure 1 looks ${points[called]}. In which direction from the place where Figure 1 was taken is the place where Figure ${count} was taken?`,
        ];
  for (const shots of brief.graph.chains(count)) {
    const frame = { at: { figure: 0 }, ahead: { view: 0 } };
    const question = direction(brief, {
      shots,
      frame,
      scheme,
      stem: at(stem, wording),
      steps: count - 1,
      to: { figure: count - 1 },
      ...(called !== undefined && { called }),
    });
    if (question) yield question;
  }
};

/** Where something is that the figure does not show, from where it was taken. */
function cameraTo(targets: Spots, schemes: readonly Scheme[]): Template {
  const template: Template = function* (brief) {
    const style = brief.style();
    const scheme = style.pick(schemes);
    const count = figures(brief, style);
    const last = style.int(2) === 0;
    const wording = style.int(2);
    for (const shots of brief.graph.chains(count)) {
      const vantage = last ? count - 1 : 0;
      const shot = shots[vantage];
      if (!shot) continue;
      const truth = new GroundTruth(brief.graph.place, shots);
      for (const to of brief.random.shuffle(targets(brief, shots))) {
        const id = idOf(to);
        if (id === undefined || !brief.graph.absent(shot, id)) continue;
        const name = truth.name(to);
        const stem = `${clockFace(scheme)}${
          [
            `When I was taking Figure ${vantage + 1}, in which direction was ${name} relative to me?`,
            `You are standing where Figure ${vantage + 1} was taken, facing the same way. Where is ${name} relative to you?`,
          ][wording]
        }`;
        const frame = { at: { figure: vantage }, ahead: { view: vantage } };
        const question = direction(brief, { shots, frame, to, scheme, stem, steps: count });
        if (question) yield question;
      }
    }
  };
  template.aside = (brief) => middleOf(brief.style().pick(schemes), brief.right);
  return template;
}

export const cameraToItem = cameraTo(items, byHour);
export const cameraToRegion = cameraTo(regions, diagonal);

/** From one thing, with another as landmark: three things that no figure shows together. */
function landmark(targets: Spots, starts: Spots): Template {
  return function* (brief) {
    const style = brief.style();
    const count = figures(brief, style);
    const onMap = style.int(2) === 0;
    const scheme = style.pick(onMap ? compass : own);
    const called = onMap ? style.int(4) : undefined;
    const wording = style.int(2);
    for (const shots of brief.graph.chains(count)) {
      const truth = new GroundTruth(brief.graph.place, shots);
      for (const { at: from, mark, to } of triples(
        brief,
        starts(brief, shots),
        items(brief, shots),
        targets(brief, shots),
      )) {
        if (brief.graph.together(shots, [from, mark, to])) continue;
        const [a, b, c] = [truth.name(from), truth.name(mark), truth.name(to)];
        const stem =
          called === undefined
            ? [
                `Imagine that you stand at ${a} and face ${b}. In which direction is ${c} relative to you?`,
                `Somebody at ${a} looks towards ${b}. Where is ${c} relative to them?`,
              ]
            : [
                `The direction from ${a} to ${b} is ${points[called]}. In which direction is ${c} from ${a}?`,
                `Suppose that ${b} is exactly to the ${points[called]} of ${a}. In which direction from ${a} is ${c}?`,
              ];
        const question = direction(brief, {
          shots,
          frame: { at: from, ahead: { towards: mark } },
          to,
          scheme,
          stem: at(stem, wording),
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
  for (const shots of brief.graph.chains(count)) {
    const truth = new GroundTruth(brief.graph.place, shots);
    const shown = regions(brief, shots);
    for (const at of brief.random.shuffle(shown)) {
      for (const to of brief.random.shuffle(shown)) {
        if (at === to || brief.graph.together(shots, [at, to])) continue;
        const [a, b] = [truth.name(at), truth.name(to)];
        const stem =
          called === undefined
            ? `Somebody at ${a} faces the same way as the camera in Figure 1. In which direction from there is ${b}?`
            : `Figure 1 looks ${points[called]}. In which direction from ${a} is ${b}?`;
        const frame = { at, ahead: { view: 0 } };
        const question = direction(brief, {
          shots,
          frame,
          to,
          scheme,
          stem,
          steps: count + 1,
          ...(called !== undefined && { called }),
        });
        if (question) yield question;
      }
    }
  }
};

export const itemToItem = landmark(items, items);
export const itemToRegion: readonly Template[] = [landmark(regions, items), landmark(items, regions)];

export function clockFace(scheme: Scheme): string {
  return scheme.words[0].includes("o'clock") ? "12 o'clock is straight ahead, 3 o'clock is to the right. " : '';
}
