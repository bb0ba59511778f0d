import {
  type Needs,
  type Picture,
  type Played,
  type Playing,
  type PlayOptions,
  type Policy,
  PolicyError,
  SextantError,
} from '../../contracts/index.ts';
import type { RenderOptions } from '../../render/index.ts';
import { at } from '../../util/index.ts';
import type { Appearance } from '../cameras/appearance.ts';
import { TabletopCameras } from '../cameras/tabletop-cameras.ts';
import { planFetch } from '../planner/fetch.ts';
import { solveEndEffector } from '../planner/inverse-kinematics.ts';
import { type DriveSamples, driveSamples, type Plan, planActions } from '../planner/plan.ts';
import { timeSteady, timeStraight } from '../planner/time-parameterise.ts';
import { type ArmSide, sides } from '../robot/arms.ts';
import { clutterBox } from '../scene/clutter.ts';
import type { Layout } from '../scene/layout.ts';
import { EventRecorder } from './event-recorder.ts';
import { beginEpisode, type EpisodeTask, type EpisodeWorld, playEpisode } from './play.ts';
import { type Sensed, type SensorNeeds, sense, type TableView } from './sense.ts';
import { armWidth, Tabletop } from './tabletop.ts';
import type { Routes } from './take-action.ts';

/** How large a picture is, and what it has beside colours. */
type PictureSize = { width: number; height: number } & RenderOptions;

const MISSED = 'the expert did not get the block into the zone';

/** What the expert does, movement by movement, and what can be seen of it. */
interface DemonstratedFetch {
  arm: ArmSide;
  /** Six joints per physics step. */
  moves: { positions: Float64Array; velocities: Float64Array }[];
  frames: Iterable<Sensed>;
}

interface TableSetup {
  table: Tabletop;
  cameras: TabletopCameras;
}

function setupOf(table: Tabletop): TableSetup {
  return { table, cameras: new TabletopCameras(table.physics) };
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
  readonly #plain: TableSetup;
  #cluttered: TableSetup | undefined;
  #table: Tabletop;
  #cameras: TabletopCameras;

  static async open(blockCount: number): Promise<TabletopWorld> {
    return new TabletopWorld(await Tabletop.open(blockCount));
  }

  private constructor(table: Tabletop) {
    this.#plain = setupOf(table);
    this.#table = table;
    this.#cameras = this.#plain.cameras;
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
    const fetch = planFetch(this.#fetchTask(block));
    if ('why' in fetch) return fetch.why;
    for (const i of others ? layout.blocks.keys() : []) {
      const other = i === block ? fetch : planFetch(this.#fetchTask(i));
      if ('why' in other) return `another block: ${other.why}`;
    }
    const samples = driveSamples(fetch.plan);
    for (let step = 0; step < samples.steps; step += 1) this.#follow(samples, step);
    return this.#isPlaced(block) ? undefined : MISSED;
  }

  /**
   * The same, to be looked at: what a policy would see before and after every part of the fetch and every so many steps within.
   * The world goes on as `frames` is read, and colours are overwritten; `PolicyError` at its end when the block is not in the zone.
   */
  demonstrate(layout: Layout, target: string, opts: SensorNeeds & { every: number }): DemonstratedFetch {
    const unstable = this.#lay(layout);
    if (unstable) throw new PolicyError('simulation', unstable);
    const block = this.#blockOf(target);
    const fetch = planFetch(this.#fetchTask(block));
    if ('why' in fetch) throw new PolicyError('simulation', fetch.why);
    const { arm } = fetch.plan;
    const parts = inParts(fetch.plan).map(driveSamples);
    const world = this.#episodeWorld();
    const colours = new Map<string, { rgb: Uint8Array }>();
    const view: TableView = {
      ...world,
      look(camera, wanted) {
        const picture = world.look(camera, { ...wanted, into: colours.get(camera) });
        colours.set(camera, { rgb: picture.rgb });
        return picture;
      },
    };
    const frames = function* (this: TabletopWorld) {
      let sensed = sense(view, opts);
      for (const samples of parts) {
        // The last frame of one part is also the first of the next: nothing moves in between.
        yield sensed;
        for (let step = 0; step < samples.steps; step += 1) {
          this.#follow(samples, step);
          if (step % opts.every === 0) yield sense(view, opts);
        }
        sensed = sense(view, opts);
        yield sensed;
      }
      if (!this.#isPlaced(block)) throw new PolicyError('simulation', MISSED);
    };
    return { arm, moves: parts.map((samples) => movesOf(samples, arm)), frames: frames.call(this) };
  }

  /** Lays the table for an episode that the caller steps through. */
  begin(layout: Layout, task: EpisodeTask, needs: Needs): Playing {
    const unstable = this.#lay(layout);
    if (unstable) throw new PolicyError('simulation', unstable);
    return beginEpisode(this.#episodeWorld(), task, needs);
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

  close(): void {
    for (const setting of [this.#plain, this.#cluttered]) setting?.table.close();
  }

  /** To the table for this layout: bodies cannot be added to a model, and those that nobody wants would change its states. */
  #goTo(layout: Layout): void {
    if (layout.clutter) this.#cluttered ??= setupOf(this.#plain.table.cluttered());
    const { table, cameras } = (layout.clutter && this.#cluttered) || this.#plain;
    this.#table = table;
    this.#cameras = cameras;
  }

  /** Rehearsals need no looks; everything else does. */
  #lay(layout: Layout): string | undefined {
    this.#goTo(layout);
    this.#cameras.dress(layout, appearanceOf(layout));
    return this.#table.lay(layout);
  }

  /** Tells the drives what a plan says for this step, and takes it. */
  #follow({ positions, velocities }: DriveSamples, step: number): void {
    for (const [i, side] of sides.entries()) {
      const arm = armWidth * (2 * step + i);
      this.#table.driveArm(side, positions, velocities, arm);
      this.#table.driveGripper(side, positions[arm + 6] ?? 0);
    }
    this.#table.step();
  }

  #isPlaced(block: number): boolean {
    return new EventRecorder(this.#table).placed().includes(block);
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
          const fetch = planFetch(this.#fetchTask(this.#blockOf(label)));
          if ('why' in fetch) throw new PolicyError('simulation', `block ${label} cannot be fetched: ${fetch.why}`);
          return planActions(fetch.plan);
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
        };
      },
    };
  }

  #fetchTask(target: number) {
    const table = this.#table;
    const blocks = table.layout.blocks.map((_, i) => table.blockPose(i).slice());
    const clutter = (table.layout.clutter ?? []).map((place) => clutterBox(place, table.surface));
    return { blocks, target, state: table.commanded, surface: table.surface, clutter };
  }

  #blockOf(label: string): number {
    const found = this.#table.layout.blocks.findIndex((block) => block.label === label);
    if (found >= 0) return found;
    const labels = this.#table.layout.blocks.map((block) => block.label).join(', ');
    throw new SextantError('bad_argument', `no block is labelled ${label}; there are ${labels}`);
  }
}

/** What was drawn for this episode, as the cameras want it. */
function appearanceOf({ headCameraShift, lights, crazyLight, background }: Layout): Appearance {
  return {
    ...(headCameraShift ? { headShift: headCameraShift } : {}),
    ...(lights ? { lights: { sun: lights.sun, points: lights.lamps } } : {}),
    ...(crazyLight === undefined ? {} : { crazyLight }),
    ...(background?.wall ? { wall: { pattern: background.wall.texture } } : {}),
    ...(background?.table ? { table: { pattern: background.table.texture } } : {}),
  };
}

/** A plan for every phase, each beginning where the one before ends. */
function inParts(plan: Plan): Plan[] {
  const state = plan.state.slice();
  return plan.phases.map((phase) => {
    const part = { ...plan, state: state.slice(), phases: [phase] };
    state.splice(plan.arm === 'left' ? 0 : armWidth, armWidth, ...at(phase.joints, -1), phase.gripper);
    return part;
  });
}

/** The columns of one arm's joints. */
function movesOf({ steps, positions, velocities }: DriveSamples, arm: ArmSide): DemonstratedFetch['moves'][number] {
  const offset = arm === 'left' ? 0 : armWidth;
  const columns = (all: Float64Array) =>
    Float64Array.from({ length: 6 * steps }, (_, i) => at(all, 2 * armWidth * Math.floor(i / 6) + offset + (i % 6)));
  return { positions: columns(positions), velocities: columns(velocities) };
}
