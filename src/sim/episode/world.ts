import {
  type ActionLog,
  type Needs,
  type Picture,
  type Played,
  type Playing,
  type PlayOptions,
  type Policy,
  PolicyError,
  SextantError,
  type ShownFrame,
} from '../../contracts/index.ts';
import type { RenderOptions } from '../../render/index.ts';
import type { Appearance } from '../cameras/appearance.ts';
import { TabletopCameras } from '../cameras/tabletop-cameras.ts';
import { solveEndEffector } from '../planner/inverse-kinematics.ts';
import { driveSamples, planActions } from '../planner/plan.ts';
import { timeSteady, timeStraight } from '../planner/time-parameterise.ts';
import { clutterNames, smallNames } from '../scene/clutter.ts';
import type { Layout } from '../scene/layout.ts';
import { blockHalf } from '../scene/tabletop.ts';
import { type Demonstrated, type Demonstrating, demonstrate, MISSED } from './demonstrate.ts';
import { Disturbances } from './disturb.ts';
import { Expert } from './expert.ts';
import { beginEpisode, type EpisodeTask, type EpisodeWorld, playEpisode } from './play.ts';
import { relabel } from './relabel.ts';
import type { TableView } from './sense.ts';
import { Tabletop } from './tabletop.ts';
import type { Routes } from './take-action.ts';

/** How large a picture is, and what it has beside colours. */
type PictureSize = { width: number; height: number } & RenderOptions;

interface TableSetup {
  table: Tabletop;
  cameras: TabletopCameras;
}

function setupOf(table: Tabletop): TableSetup {
  return { table, cameras: new TabletopCameras(table.physics) };
}

const nothing: readonly string[] = [];
const everything: readonly string[] = [...clutterNames, ...smallNames];

/** What may lie about on a table like this: a model has all of it or none. */
function thingsFor({ clutter }: Layout): readonly string[] {
  if (!clutter) return nothing;
  return clutter.some(({ thing }) => smallNames.includes(thing)) ? everything : clutterNames;
}

/** How an arm gets from where its drives are to where it is told to be. */
const routes: Routes = {
  joints: (from, to, every) => (every === undefined ? timeStraight(from, to) : timeSteady(from, to, every)),
  hand(side, pose, from) {
    const joints = solveEndEffector(side, pose, from);
    return joints && Float64Array.from(joints);
  },
};

/**
 * A robot at a table with lettered blocks.
 * @example
 * const world = await TabletopWorld.open(4);
 * const why = world.rehearse(layout, 'B'); // undefined: it can be done
 * const played = await world.play(layout, task, policy, opts);
 * world.close();
 */
export class TabletopWorld {
  /** By what may lie about on them. */
  readonly #setups = new Map<readonly string[], TableSetup>();
  readonly #plain: Tabletop;
  #table: Tabletop;
  #cameras: TabletopCameras;

  static async open(blockCount: number): Promise<TabletopWorld> {
    return new TabletopWorld(await Tabletop.open(blockCount));
  }

  private constructor(table: Tabletop) {
    const setup = setupOf(table);
    this.#setups.set(nothing, setup);
    this.#plain = table;
    this.#table = table;
    this.#cameras = setup.cameras;
  }

  /** Which engine computes it: results change between versions. */
  get engine(): string {
    return `mujoco-${this.#table.physics.version}`;
  }

  /**
   * Whether the expert, driving the joints itself, gets the block into the zone; if not, why. With `others`, there must be a way to
   * fetch every other block too: those who take it for the right one shall do so.
   */
  rehearse(layout: Layout, target: string, { others = false } = {}): string | undefined {
    this.#goTo(layout);
    const unstable = this.#table.lay(layout);
    if (unstable) return unstable;
    const block = this.#blockOf(target);
    const expert = new Expert(this.#table);
    const fetch = expert.plan(block);
    if ('why' in fetch) return fetch.why;
    for (const i of others ? layout.blocks.keys() : []) {
      const other = i === block ? fetch : expert.plan(i);
      if ('why' in other) return `another block: ${other.why}`;
    }
    const samples = driveSamples(fetch.plan);
    for (let step = 0; step < samples.steps; step += 1) expert.follow(samples, step);
    return expert.isPlaced(block) ? undefined : MISSED;
  }

  /**
   * The same, to be looked at: what a policy would see before and after every part of the fetch and every so many steps within.
   * The world goes on as `frames` is read, and colours are overwritten; `PolicyError` at its end when the block is not in the zone.
   */
  demonstrate(layout: Layout, target: string, opts: Demonstrating): Demonstrated {
    const disturbances = opts.perturb && new Disturbances(opts.perturb);
    const unstable = this.#lay(layout, disturbances?.start());
    if (unstable) throw new PolicyError('simulation', unstable);
    return demonstrate(this.#view(), this.#blockOf(target), { ...opts, ...(disturbances ? { disturbances } : {}) });
  }

  /** Carries out somebody's commands again; before each, the expert says what it would tell the drives so many steps later. */
  relabel(layout: Layout, target: string, log: ActionLog, opts: Demonstrating): Iterable<ShownFrame> {
    const unstable = this.#lay(layout);
    if (unstable) throw new PolicyError('simulation', unstable);
    return relabel({ ...this.#view(), routes }, this.#blockOf(target), log, opts);
  }

  /** Lays the table for an episode that the caller steps through. */
  begin(layout: Layout, task: EpisodeTask, needs: Needs, opts: Pick<PlayOptions, 'track'> = {}): Playing {
    const unstable = this.#lay(layout);
    if (unstable) throw new PolicyError('simulation', unstable);
    return beginEpisode(this.#episodeWorld(), task, needs, opts);
  }

  /** Lays the table and lets a policy act. */
  async play(layout: Layout, task: EpisodeTask, policy: Policy, opts: PlayOptions): Promise<Played> {
    const unstable = this.#lay(layout);
    if (unstable) throw new PolicyError('simulation', unstable);
    return playEpisode(this.#episodeWorld(), task, policy, opts);
  }

  /** What a camera sees of a freshly laid table. */
  picture(layout: Layout, camera: string, { width, height, ...wanted }: PictureSize): Picture {
    this.#lay(layout);
    this.#table.physics.kinematics();
    return this.#cameras.picture(camera, { size: { width, height }, ...wanted });
  }

  /** What several cameras see of it, with the arms in a posture of 14 numbers. */
  pictures(
    layout: Layout,
    {
      cameras,
      state,
      ...size
    }: { cameras: readonly string[]; state: ArrayLike<number>; width: number; height: number },
  ): Record<string, Picture> {
    this.#lay(layout, state);
    this.#table.physics.kinematics();
    this.#cameras.light(this.#table.steps);
    return Object.fromEntries(cameras.map((camera) => [camera, this.#cameras.picture(camera, { size })]));
  }

  close(): void {
    for (const { table } of this.#setups.values()) table.close();
  }

  /** To the table for this layout: bodies cannot be added to a model, and those that nobody wants would change its states. */
  #goTo(layout: Layout): void {
    const things = thingsFor(layout);
    const setup = this.#setups.get(things) ?? setupOf(this.#plain.cluttered(things));
    this.#setups.set(things, setup);
    this.#table = setup.table;
    this.#cameras = setup.cameras;
  }

  /** Rehearsals need no looks; everything else does. */
  #lay(layout: Layout, posture?: ArrayLike<number>): string | undefined {
    this.#goTo(layout);
    this.#cameras.dress(layout, appearanceOf(layout));
    return this.#table.lay(layout, posture);
  }

  /** Looks that use the memory of the look before. */
  #view(): TableView {
    const world = this.#episodeWorld();
    const colours = new Map<string, { rgb: Uint8Array }>();
    return {
      ...world,
      look(camera, wanted) {
        const picture = world.look(camera, { ...wanted, into: colours.get(camera) });
        colours.set(camera, { rgb: picture.rgb });
        return picture;
      },
    };
  }

  #episodeWorld(): EpisodeWorld {
    const table = this.#table;
    const blocks = table.layout.blocks.map(({ label, colour, x, y }) => ({ label, extras: { x, y, colour } }));
    return {
      table,
      routes,
      hands: {
        // By their label, so that the order tells nothing about the places.
        blocks: blocks.sort((a, b) => (a.label < b.label ? -1 : 1)),
        fetch: (label) => {
          const fetch = new Expert(table).plan(this.#blockOf(label));
          if ('why' in fetch) throw new PolicyError('simulation', `block ${label} cannot be fetched: ${fetch.why}`);
          return planActions(fetch.plan);
        },
        spots: {
          fetch: (spot) => {
            const fetch = new Expert(table).planAt(spot);
            return 'why' in fetch ? undefined : planActions(fetch.plan);
          },
          height: table.surface + 2 * blockHalf,
        },
      },
      look: (camera, { width, height, ...wanted }) => {
        this.#cameras.light(table.steps);
        return this.#cameras.picture(camera, { size: { width, height }, ...wanted });
      },
      survey: () => {
        this.#cameras.light(table.steps);
        return {
          ...this.#cameras.scene(),
          cameras: this.#cameras.viewpoints(),
          grippers: { left: table.gripper('left'), right: table.gripper('right') },
          joints: armsOf(table.measured()),
        };
      },
    };
  }

  #blockOf(label: string): number {
    const found = this.#table.layout.blocks.findIndex((block) => block.label === label);
    if (found >= 0) return found;
    const labels = this.#table.layout.blocks.map((block) => block.label).join(', ');
    throw new SextantError('bad_argument', `no block is labelled ${label}; there are ${labels}`);
  }
}

/** Of a state of 14 numbers the joints of each arm, without the grippers. */
function armsOf(state: ArrayLike<number>) {
  const numbers = Array.from(state);
  return { left: numbers.slice(0, 6), right: numbers.slice(7, 13) };
}

/** What was drawn for this episode, as the cameras want it. */
function appearanceOf({ headCameraShift, wristPitch, lights, crazyLight, background, cover }: Layout): Appearance {
  return {
    ...(wristPitch === undefined ? {} : { wristPitch }),
    ...(headCameraShift ? { headShift: headCameraShift } : {}),
    ...(lights ? { lights: { sun: lights.sun, points: lights.lamps } } : {}),
    ...(crazyLight === undefined ? {} : { crazyLight }),
    ...(background?.wall ? { wall: { pattern: background.wall.texture } } : {}),
    ...(background?.table ? { table: { pattern: background.table.texture } } : {}),
    ...(cover ? { table: { cover: cover.name, seed: cover.seed } } : {}),
  };
}
