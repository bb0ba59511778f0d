import { cos, sin } from '../geometry/index.ts';
import type { Random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import type { Area, Arrangement, ItemDraft } from './arrange.ts';
import { kindNamed, modelOf } from './kinds/index.ts';
import type { SettingPlan } from './settings/surroundings.ts';

/** How many things; the row and the twins come on top of the objects. */
export interface ItemCounts {
  objects: number;
  row: number;
  alike: number;
  twins: number;
  variety: number;
  within: number;
  /** The kinds that are scattered, in turn; drawn where none are named. */
  scatter?: readonly string[];
}

/** Of the objects, at most this part stands on other things. */
const ON_TOPS = 0.3;

/** Fills a place; the indices of the drafts that stand in a row. */
export function populate(
  arrangement: Arrangement,
  plan: SettingPlan,
  { objects, row, alike, twins, variety, within, scatter }: ItemCounts,
): number[] {
  const { dice, drafts } = arrangement;
  const whole = plan.furnish(arrangement);
  const areas = within < 1 ? whole.map((area) => partOf(area, within, dice)) : whole;
  const furniture = drafts.length;
  const inRow = row > 0 ? lineUp(arrangement, plan, dice.pick(areas), row) : [];
  const flock = alike > 0 ? strew(arrangement, plan, areas, alike) : 0;
  const loose = Math.ceil(objects * (1 - ON_TOPS));
  // Some kinds come twice in different colours, so that a kind alone does not name a thing.
  const few = scatter?.map(kindNamed) ?? dice.shuffle(plan.movable).slice(0, Math.max(3, Math.ceil(variety * loose)));
  for (let n = 0; drafts.length < furniture + inRow.length + flock + loose && n < 3 * loose; n += 1) {
    const kind = few[n % few.length];
    if (kind && arrangement.hasName(kind)) arrangement.scatter(kind, dice.pick(areas));
  }
  const tops = drafts.flatMap((draft, n) => (inRow.includes(n) ? [] : topsOf(draft, n)));
  for (
    let n = 0;
    n < 4 * objects && drafts.length < furniture + inRow.length + flock + objects && tops.length > 0;
    n += 1
  ) {
    const kind = kindNamed(dice.pick(plan.onTops));
    if (arrangement.hasName(kind)) arrangement.scatter(kind, dice.pick(tops), { size: 'small' });
  }
  const models = drafts.slice(furniture + inRow.length).filter(({ on }) => on === null);
  for (let n = 0, added = 0; n < 3 * twins && added < twins && models.length > 0; n += 1) {
    const { model, colour, size } = dice.pick(models);
    const twin = arrangement.scatter(model.kind, dice.pick(areas), {
      size,
      ...(colour === undefined ? {} : { colour }),
    });
    if (twin) added += 1;
  }
  return inRow;
}

/** A smaller area anywhere in another. */
function partOf({ centre, half, ...rest }: Area, part: number, dice: Random): Area {
  const aside = (k: 0 | 1) => centre[k] + (1 - part) * half[k] * (2 * dice.next() - 1);
  return { ...rest, centre: [aside(0), aside(1)], half: [part * half[0], part * half[1]] };
}

/** A thing's tops as areas. Only things that stand straight, or are round enough, carry others. */
function topsOf({ model, position: [x, y, z], yaw }: ItemDraft, n: number): Area[] {
  return model.tops.map((top) => {
    const [c, s] = [Math.abs(cos(yaw)), Math.abs(sin(yaw))];
    // The largest rectangle along the axes that lies in the turned one is not needed: the smaller side serves any angle.
    const straight = c < 1e-9 || s < 1e-9;
    const least = Math.min(...top.half);
    const half: [number, number] = straight
      ? [c * top.half[0] + s * top.half[1], s * top.half[0] + c * top.half[1]]
      : [least, least];
    return { centre: [x, y], half, z: z + top.z, on: n };
  });
}

/** Equal things at the two ends of an area, so that hardly a picture shows all; how many found room. */
function strew(arrangement: Arrangement, plan: SettingPlan, areas: readonly Area[], count: number): number {
  const { dice, drafts } = arrangement;
  const kind = kindNamed(dice.pick(plan.rows));
  const colour = arrangement.newColour(kind);
  const look = { size: 'medium', ...(colour === undefined ? {} : { colour }) } as const;
  const first = drafts.length;
  const ends = endsOf(dice.pick(areas));
  for (let n = 0; n < 4 * count && drafts.length < first + count; n += 1) {
    arrangement.scatter(kind, at(ends, n % 2), look);
  }
  return drafts.length - first;
}

/** The outer thirds of an area, along its longer side. */
function endsOf(area: Area): [Area, Area] {
  const along = area.half[0] >= area.half[1] ? 0 : 1;
  const end = (sign: 1 | -1): Area => {
    const [centre, half] = [[...area.centre], [...area.half]];
    centre[along] = at(area.centre, along) + (sign * 2 * at(area.half, along)) / 3;
    half[along] = at(area.half, along) / 3;
    return { ...area, centre: [at(centre, 0), at(centre, 1)], half: [at(half, 0), at(half, 1)] };
  };
  return [end(-1), end(1)];
}

/** Equal things at equal distances, roughly from left to right. */
function lineUp(arrangement: Arrangement, plan: SettingPlan, area: Area, count: number): number[] {
  const { dice, drafts } = arrangement;
  const kind = kindNamed(dice.pick(plan.rows));
  const { half } = modelOf(kind, 'medium', arrangement.setting);
  const step = 2 * Math.max(half[0], half[1]) + 1.4 * plan.gap;
  const colour = arrangement.newColour(kind);
  const length = step * (count - 1);
  const slope = 0.3 * (2 * dice.next() - 1);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const first = drafts.length;
    const left = area.centre[0] - length / 2 + (area.half[0] - length / 2) * 0.6 * (2 * dice.next() - 1);
    const y = area.centre[1] + 0.6 * area.half[1] * (2 * dice.next() - 1);
    const all = Array.from({ length: count }, (_, i) => {
      const x = left + i * step;
      if (Math.abs(x - area.centre[0]) > area.half[0]) return undefined;
      const position = [x, y + slope * (i * step - length / 2), area.z] as const;
      return arrangement.put(kind, { position, yaw: 0 }, { on: area.on, ...(colour === undefined ? {} : { colour }) });
    });
    if (all.every((draft) => draft !== undefined)) return all.map((_, i) => first + i);
    drafts.length = first;
  }
  return [];
}
