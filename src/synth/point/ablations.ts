import type { Ablations, Guess } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { byBoxes, footOf } from './boxes.ts';
import type { Expression, SpaceExpression, ThingExpression } from './expression.ts';
import { sides } from './expression.ts';
import { candidatesOf, combinations, follow, inSpace, regionNamed } from './follow.ts';
import { areaOf, type SpaceForm } from './free.ts';
import { Ground } from './ground.ts';
import { pixelOf } from './mask.ts';
import type { SeenItem, Situation } from './situation.ts';

type Pixel = readonly [u: number, v: number];

/**
 * What those would point at who know only part of a scene: `kind` takes any thing of the asked kind, or free space on any side of any
 * thing of the anchor's kind; `boxes` follows every word by boxes in the picture; `last-step` follows only the outermost relation,
 * in space, from any thing of its anchor's kind. Where they are led nowhere, they take any thing of the kind.
 */
export function ablationsOf(meant: Expression, situation: Situation): Ablations {
  const guesses = 'space' in meant ? guessesOfSpace(meant, situation) : guessesOfThing(meant, situation);
  return Object.fromEntries(Object.entries(guesses).map(([name, pixels]) => [name, merged(pixels)]));
}

type Weighed = { pixel: Pixel; weight: number };

/** How often somebody is right who guesses so. */
export function expected(guesses: readonly Guess[] | undefined, isHit: (u: number, v: number) => boolean): number {
  let [right, all] = [0, 0];
  for (const { answer, weight } of guesses ?? []) {
    const [mark] = 'points' in answer ? answer.points : [];
    all += weight;
    if (Array.isArray(mark) && isHit(mark[0], mark[1])) right += weight;
  }
  return all === 0 ? 0 : right / all;
}

function merged(pixels: readonly Weighed[]): Guess[] {
  const all = Map.groupBy(pixels, ({ pixel }) => pixel.join());
  return [...all.values()].flatMap((same) => {
    const weight = same.reduce((sum, each) => sum + each.weight, 0);
    return same.slice(0, 1).map(({ pixel: [u, v] }) => ({ answer: { points: [[u, v]] }, weight }) satisfies Guess);
  });
}

function equally<T>(list: readonly T[], use: (each: T) => Weighed[]): Weighed[] {
  return list.flatMap((each) => use(each).map(({ pixel, weight }) => ({ pixel, weight: weight / list.length })));
}

function guessesOfThing(meant: ThingExpression, situation: Situation): Record<string, Weighed[]> {
  const pixels = new Map<SeenItem, Pixel>();
  const pixel = (each: SeenItem): Pixel => {
    const known = pixels.get(each) ?? pixelOf(situation, each);
    pixels.set(each, known);
    return known;
  };
  const any = (list: readonly SeenItem[]) => equally(list, (each) => [{ pixel: pixel(each), weight: 1 }]);
  const space = inSpace(situation);
  const boxes = byBoxes(situation);
  const kind = any(candidatesOf(meant, { ...space, isOn: () => false }));
  const orKind = (found: readonly SeenItem[]) => (found.length > 0 ? any(found) : kind);
  const lastStep =
    meant.by === 'relation'
      ? equally(combinations(meant.to.map((each) => candidatesOf(each, space))), (anchors) =>
          orKind(space.fitting(meant.relation, candidatesOf(meant, space), anchors)),
        )
      : orKind(follow(meant, space));
  return { kind, boxes: orKind(follow(meant, boxes)), 'last-step': lastStep.length > 0 ? lastStep : kind };
}

function guessesOfSpace(meant: SpaceExpression, situation: Situation): Record<string, Weighed[]> {
  const ground = Ground.of(situation);
  const space = inSpace(situation);
  const at = (form: SpaceForm, anchors: readonly SeenItem[]): Weighed[] => {
    const area = areaOf(situation, form, anchors);
    const pixel = area && ground.aim(area);
    return pixel ? [{ pixel, weight: 1 }] : [];
  };
  const anchors = combinations(meant.to.map((each) => candidatesOf(each, space)));
  const forms = formsLike(meant);
  const known = equally(anchors, (some) => equally(forms, (form) => at(form, some)));
  const boxes = equally(combinations(meant.to.map((each) => follow(each, byBoxes(situation)))), (some) => [
    { pixel: pointByBoxes(meant, some, situation), weight: 1 },
  ]);
  return {
    kind: known,
    boxes: boxes.length > 0 ? boxes : known,
    'last-step': equally(anchors, (some) => at(meant, some)),
  };
}

/** What could be meant if only the kinds of things were known, and not on which side. */
function formsLike(form: SpaceForm): SpaceForm[] {
  return form.space === 'beside' ? sides.map((side) => ({ ...form, side })) : [form];
}

/** Where free space is, by boxes: beside the box's foot, by its width; on the upper quarter of it; amid two feet. */
function pointByBoxes(meant: SpaceExpression, anchors: readonly SeenItem[], { place, lens }: Situation): Pixel {
  const [first, second] = anchors;
  const inside = ([u, v]: Pixel): Pixel => [
    Math.min(lens.width - 1, Math.max(0, Math.round(u))),
    Math.min(lens.height - 1, Math.max(0, Math.round(v))),
  ];
  if (meant.space === 'region' || meant.space === 'corner' || meant.space === 'edge') {
    const { outline } = regionNamed(place.regions, meant.region);
    const corners = outline.map(([x, y]) => lens.project(x, y, place.extent.z));
    const mean = (k: 0 | 1) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length;
    const [mu, mv] = [mean(0), mean(1)];
    if (!first) return inside([mu, mv]);
    const [u, v] = footOf(first);
    if (meant.space === 'edge') {
      const middles = corners.map((corner, n): Pixel => {
        const next = at(corners, (n + 1) % corners.length);
        return [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2];
      });
      const closest = at(
        middles.toSorted((a, b) => away(a, [u, v]) - away(b, [u, v])),
        0,
      );
      return inside([0.8 * closest[0] + 0.2 * mu, 0.8 * closest[1] + 0.2 * mv]);
    }
    const byDistance = corners.toSorted((a, b) => away(a, [u, v]) - away(b, [u, v]));
    const nearest = at(byDistance, 0);
    return inside([0.8 * nearest[0] + 0.2 * mu, 0.8 * nearest[1] + 0.2 * mv]);
  }
  if (!first) throw new Error('free space beside nothing');
  const [u, v] = footOf(first);
  const [wide, high] = [first.box.right - first.box.left, first.box.bottom - first.box.top];
  if (meant.space === 'top' || meant.space === 'inside') return inside([u, first.box.top + high / 4]);
  if (second) {
    const [u2, v2] = footOf(second);
    if (meant.space === 'between') return inside([(u + u2) / 2, (v + v2) / 2]);
    const far = Math.sqrt(away([u, v], [u2, v2]));
    return inside([u + (wide * (u2 - u)) / far, v + (wide * (v2 - v)) / far]);
  }
  const side = meant.space === 'beside' ? meant.side : 'front';
  const way = { left: [-1, 0], right: [1, 0], front: [0, 0.4], back: [0, -1] }[side];
  const [across = 0, along = 0] = way;
  // What is behind begins where the box's foot ends: about a third of its width up.
  return inside([u + across * wide, v - 0.15 * wide + along * 0.7 * wide]);
}

function away(a: Pixel, b: Pixel): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}
