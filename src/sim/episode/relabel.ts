import type { ActionLog, ShownFrame } from '../../contracts/index.ts';
import { driveSamples } from '../planner/plan.ts';
import { EventRecorder } from './event-recorder.ts';
import { Expert } from './expert.ts';
import { type SensorNeeds, sense, type TableView } from './sense.ts';
import { armWidth } from './tabletop.ts';
import { kindOf, type Routes, takeAction } from './take-action.ts';

/**
 * Somebody's commands again, and before each of them what the expert would do: what its plan from there tells the drives `every`
 * steps later. Ends when the block is in the zone, as the episode did.
 */
export function* relabel(
  view: TableView & { routes: Routes },
  block: number,
  { actions, every }: ActionLog,
  opts: SensorNeeds & { every: number },
): Generator<ShownFrame> {
  const { table, routes } = view;
  const expert = new Expert(table);
  const recorder = new EventRecorder(table);
  for (const [index, action] of actions.entries()) {
    const sensed = sense(view, opts);
    yield { ...sensed, expertAction: labelOf(expert, block, opts.every) };
    let placed = false;
    const afterStep = () => {
      recorder.record();
      placed ||= recorder.placed().includes(block);
    };
    const timing = every === undefined ? {} : { every };
    takeAction(table, action, { ...timing, kind: kindOf('either', action, `command ${index}`), routes, afterStep });
    if (placed) return;
  }
}

/** Null where the expert sees no way. */
function labelOf(expert: Expert, block: number, every: number): Float64Array | null {
  const fetch = expert.planFromHere(block);
  if ('why' in fetch) return null;
  const { steps, positions } = driveSamples(fetch.plan);
  const step = Math.min(every, steps) - 1;
  return positions.slice(2 * armWidth * step, 2 * armWidth * (step + 1));
}
