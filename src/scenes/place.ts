import { turnZ } from '../geometry/index.ts';
import type { Scene, Thing } from '../render/index.ts';
import { random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import { Arrangement, type ItemDraft } from './arrange.ts';
import { populate } from './populate.ts';
import { coloured } from './prop.ts';
import { room } from './settings/room.ts';
import type { SettingPlan, Surroundings } from './settings/surroundings.ts';
import { tabletop } from './settings/tabletop.ts';
import { yard } from './settings/yard.ts';
import type { Item, Place, Setting, Stand } from './types.ts';

const plans: Readonly<Record<Setting, SettingPlan>> = { tabletop, room, yard };

interface PlaceOptions {
  /** Names the random stream. */
  seed: readonly (string | number)[];
  setting: Setting;
  /** Movable things, beside furniture; fewer where there is no room for more. */
  objects: number;
  /** How many of them stand in a row, alike: 0 unless it says otherwise. Those share a name. */
  row?: number;
  /** How many things of one kind stand about, alike, each where there is room: 0 unless it says otherwise. Those share a name. */
  alike?: number;
  /** How many more things look exactly like another one; 0 unless it says otherwise. They share its name. */
  twins?: number;
  /** How many kinds there are among things on the floor, as a part of their number: the smaller, the more of each kind. */
  variety?: number;
  /** The kinds of things on the floor, in turn, instead of drawn ones. */
  scatter?: readonly string[];
  /** They all stand in one part of the place, whose sides are such a part of the whole's: 1 unless it says otherwise. */
  within?: number;
}

/**
 * A place with things in it, each resting on what is below it. The same options give the same place on every machine.
 * @example makePlace({ seed: [7, 'scene', 0], setting: 'room', objects: 8 })
 */
export function makePlace({
  seed,
  setting,
  objects,
  row = 0,
  alike = 0,
  twins = 0,
  variety = 0.7,
  scatter,
  within = 1,
}: PlaceOptions): Place {
  const plan = plans[setting];
  const dice = random(...seed, 'place', setting);
  const around = plan.surroundings(dice);
  const arrangement = new Arrangement(dice, setting, plan);
  const inRow = populate(arrangement, plan, {
    objects,
    row,
    alike,
    twins,
    variety,
    within,
    ...(scatter && { scatter }),
  });
  return build(setting, around, arrangement.drafts, inRow);
}

function build(setting: Setting, around: Surroundings, drafts: readonly ItemDraft[], row: readonly number[]): Place {
  const items = drafts.map(itemOf);
  const ids = new Map(around.regions.map(({ name }, n) => [name, items.length + 1 + n]));
  const hidden = new Set<number>();
  // Most places are thrown away before a picture is taken.
  let shapes: Shapes | undefined;
  const made = () => {
    shapes ??= shapesOf(around, ids, drafts, items);
    return shapes;
  };

  function item(id: number): Item {
    const found = items[id - 1];
    if (!found) throw new Error(`the place has no item ${id}`);
    return found;
  }

  return {
    setting,
    scene: around.scene,
    items,
    extent: around.extent,
    get drawn() {
      return made().drawn;
    },
    item,
    regions: around.regions.map((region) => {
      const id = around.surfaces.some((surface) => surface.region === region.name) ? ids.get(region.name) : undefined;
      return { ...region, ...(id === undefined ? {} : { id }) };
    }),
    row: row.map((n) => n + 1),
    move(id, to) {
      Object.assign(item(id), { position: to.position, yaw: to.yaw });
      pose(at(made().own, id - 1), to);
    },
    show(id, shown) {
      if (shown) hidden.delete(id);
      else hidden.add(id);
      const { drawn, still, own } = made();
      drawn.things = [...still, ...own.filter((_, n) => !hidden.has(n + 1)).flat()];
    },
  };
}

/** What there is to draw: all of it, what is no item, and what belongs to each item. */
interface Shapes {
  drawn: { -readonly [K in keyof Scene]: Scene[K] };
  still: readonly Thing[];
  own: readonly (readonly Thing[])[];
}

function shapesOf(
  { lights, sky, surfaces, regions }: Surroundings,
  ids: ReadonlyMap<string, number>,
  drafts: readonly ItemDraft[],
  items: readonly Item[],
): Shapes {
  const still = surfaces.map(({ mesh, position, rotation, colour, texture, gloss, castsShadow, region }): Thing => {
    const id = region === undefined ? undefined : ids.get(region);
    return {
      mesh,
      colour,
      position: Float64Array.from(position),
      rotation: Float64Array.from(rotation ?? turnZ(0)),
      ...(texture ? { texture } : {}),
      ...(gloss ? { gloss } : {}),
      // What is no region shares the number after all regions.
      id: id ?? items.length + regions.length + 1,
      castsShadow: castsShadow ?? false,
      shelters: true,
    };
  });
  const own = drafts.map((draft, n) => thingsOf(draft, n + 1));
  for (const item of items) pose(at(own, item.id - 1), item);
  return { drawn: { lights, sky, things: [...still, ...own.flat()] }, still, own };
}

function itemOf({ model, colour, size, position, yaw, on }: ItemDraft, n: number): Item {
  const { kind, material, worn, front = false, furniture = false } = model.kind;
  return {
    id: n + 1,
    kind,
    size,
    position,
    yaw,
    front,
    furniture,
    half: model.half,
    ...(colour === undefined ? {} : { colour }),
    ...(material === undefined ? {} : { material }),
    ...(model.top ? { top: model.top } : {}),
    ...(model.mouth ? { mouth: model.mouth } : {}),
    name: worn && colour !== undefined ? `${kind} in ${colour}` : [colour ?? material ?? [], kind].flat().join(' '),
    on: on === null ? null : on + 1,
  };
}

function thingsOf({ model, colour }: ItemDraft, id: number): Thing[] {
  return model.parts.map(({ mesh, paint }) => ({
    ...coloured(model.kind, paint, colour),
    mesh,
    id,
    castsShadow: true,
    shelters: true,
    position: new Float64Array(3),
    rotation: new Float64Array(9),
  }));
}

function pose(things: readonly Thing[], { position, yaw }: Stand): void {
  const turned = turnZ(yaw);
  for (const thing of things) {
    thing.position.set(position);
    thing.rotation.set(turned);
  }
}
