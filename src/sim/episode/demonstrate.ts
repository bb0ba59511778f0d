import { type Disturbance, type Perturb, PolicyError, type ShownFrame } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { type ArmPlan, type DriveSamples, driveSamples, type Phase } from '../planner/plan.ts';
import type { ArmSide } from '../robot/arms.ts';
import type { Disturbances } from './disturb.ts';
import { Expert } from './expert.ts';
import { type SensorNeeds, sense, type TableView } from './sense.ts';
import { armWidth } from './tabletop.ts';

export const MISSED = 'the expert did not get the block into the zone';

/** What is looked at, how often, and what gets in the way. */
export type Demonstrating = SensorNeeds & { every: number; perturb?: Perturb };

type ArmSamples = { positions: Float64Array; velocities: Float64Array };

/** What the expert does, movement by movement, and what can be seen of it. */
export interface Demonstrated {
  /** Six joints per physics step; complete once all frames were read, and so is the next. */
  moves: Record<ArmSide, ArmSamples[]>;
  disturbances: Disturbance[];
  frames: Iterable<ShownFrame>;
}

/** The expert fetches a block on a table that is laid, and begins anew from where it is whenever it was disturbed. */
export function demonstrate(
  view: TableView,
  block: number,
  opts: SensorNeeds & { every: number; disturbances?: Disturbances },
): Demonstrated {
  const { table } = view;
  const { every, disturbances } = opts;
  const expert = new Expert(table);
  const first = disturbances ? expert.planFromHere(block) : expert.plan(block);
  if ('why' in first) throw new PolicyError('simulation', first.why);
  const moves: Demonstrated['moves'] = { left: [], right: [] };
  const start: Disturbance['what'] = { kind: 'start', joints: Array.from(table.commanded) };
  const noted: Disturbance[] = disturbances ? [{ what: start, steps: [0, 0], frames: [0, 0] }] : [];
  let count = 0;
  const look = (byExpert: boolean): ShownFrame => {
    return { ...sense(view, opts), ...(disturbances ? { byExpert } : {}) };
  };
  const shown = (frame: ShownFrame): ShownFrame => {
    count += 1;
    return frame;
  };

  /** Carries out a part up to a step; the frame before it is at hand, the one after it is given back. */
  function* carryOut(
    before: ShownFrame,
    { samples, until, byExpert, ahead }: DriveStretch,
  ): Generator<ShownFrame, ShownFrame> {
    // What a frame shows until the next is the expert's only when nothing comes in between.
    const isOwn = (step: number) => byExpert && (until === samples.steps || step + every < until);
    yield shown({ ...before, ...(disturbances ? { byExpert: isOwn(0) } : {}) });
    for (let step = 0; step < until; step += 1) {
      ahead?.(step);
      expert.follow(samples, step);
      if (step % every === 0) yield shown(look(isOwn(step)));
    }
    return look(byExpert);
  }

  const frames = function* (): Generator<ShownFrame> {
    let sensed = look(true);
    let plan: ArmPlan | undefined = first.plan;
    while (plan) {
      const { arm }: ArmPlan = plan;
      let interrupted = false;
      for (const { phase, samples } of inParts(plan)) {
        const coming = disturbances?.next(phase, samples.steps);
        const until = coming?.step ?? samples.steps;
        // The last frame of one part is also the first of the next: nothing moves in between.
        sensed = yield* carryOut(sensed, { samples, until, byExpert: true });
        moves[arm].push(movesOf(samples, arm, until));
        if (!coming) {
          yield shown(sensed);
          continue;
        }
        const happening = disturbances?.take(table, expert, plan, block);
        if (happening) {
          const from = { step: table.steps, frame: count };
          const { samples: pushed, before: ahead, about: what } = happening;
          sensed = yield* carryOut(sensed, {
            samples: pushed,
            until: pushed.steps,
            byExpert: false,
            ...(ahead ? { ahead } : {}),
          });
          noted.push({ what, steps: [from.step, table.steps], frames: [from.frame, count] });
        }
        interrupted = true;
        break;
      }
      plan = interrupted ? planned(expert.planFromHere(block)) : undefined;
    }
    if (!expert.isPlaced(block)) throw new PolicyError('simulation', MISSED);
  };
  return { moves, disturbances: noted, frames: frames() };
}

interface DriveStretch {
  samples: DriveSamples;
  until: number;
  byExpert: boolean;
  /** To be done before each step. */
  ahead?(step: number): void;
}

function planned(fetch: ReturnType<Expert['planFromHere']>): ArmPlan {
  if ('why' in fetch) throw new PolicyError('simulation', `there is no way to recover: ${fetch.why}`);
  return fetch.plan;
}

/** What to tell the drives in every phase, each beginning where the one before ends. */
function inParts(plan: ArmPlan): { phase: Phase['name']; samples: DriveSamples }[] {
  const state = plan.state.slice();
  return plan.phases.map((phase) => {
    const part = { ...plan, state: state.slice(), phases: [phase] };
    state.splice(plan.arm === 'left' ? 0 : armWidth, armWidth, ...at(phase.joints, -1), phase.gripper);
    return { phase: phase.name, samples: driveSamples(part) };
  });
}

/** The columns of one arm's joints, up to a step. */
function movesOf({ positions, velocities }: DriveSamples, arm: ArmSide, until: number): ArmSamples {
  const offset = arm === 'left' ? 0 : armWidth;
  const columns = (all: Float64Array) =>
    Float64Array.from({ length: 6 * until }, (_, i) => at(all, 2 * armWidth * Math.floor(i / 6) + offset + (i % 6)));
  return { positions: columns(positions), velocities: columns(velocities) };
}
