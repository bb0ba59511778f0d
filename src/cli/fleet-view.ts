import { Database, demandFormat, type FleetStatus, plansOf, statusOf } from '../fleet/index.ts';
import type { Member, SharedRun } from '../viewer/index.ts';

/** How often a database is looked at, at most. */
const LOOK_MS = 2000;

/** What a fleet works on, for the viewer's page. */
export interface FleetView {
  look(): Promise<SharedRun[]>;
  close(): Promise<void>;
}

/** Throws at once where nothing can be seen; later trouble is that of a single look. */
export async function openFleetView(url: string): Promise<FleetView> {
  const db = await Database.open(url, { env: process.env, abort: AbortSignal.abort() });
  let last: Promise<SharedRun[]> | undefined;
  let until = 0;
  const look = async () => {
    const begun = performance.now();
    try {
      await demandFormat(db);
      const found: SharedRun[] = [];
      for (const { id } of await plansOf(db)) found.push(sharedRunOf(await statusOf(db, id)));
      return found;
    } finally {
      // Counting a million rows takes its time: it must not become all that the database does.
      until = performance.now() + Math.max(LOOK_MS, 10 * (performance.now() - begun));
    }
  };
  const view: FleetView = {
    look() {
      if (performance.now() >= until) {
        until = Number.POSITIVE_INFINITY;
        last = look();
      }
      return last ?? Promise.resolve([]);
    },
    close: () => db.close(),
  };
  try {
    await view.look();
    return view;
  } catch (error) {
    await db.close();
    throw error;
  }
}

function sharedRunOf({ plan, spec, units, answered, failed, workers }: FleetStatus): SharedRun {
  const going = answered + failed >= units ? 'done' : plan.state === 'active' ? 'going' : 'paused';
  return {
    kind: 'fleet',
    name: `plan ${plan.id.slice(0, 8)}`,
    benchmark: spec.benchmark,
    model: spec.model.id,
    state: plan.state === 'cancelled' ? 'stopped' : going,
    units,
    answered,
    failed,
    waiting: 0,
    members: workers.map(({ id, host, pid, state, done, failed, perSecond, silentSeconds }) => ({
      name: `${host} ${pid} ${id.slice(0, 4)}`,
      state: stateOf(state),
      done,
      failed,
      perSecond,
      silentSeconds,
    })),
  };
}

/** Why a worker ended is in `fleet status`. */
function stateOf(state: string): Member['state'] {
  if (state === 'working' || state === 'slow' || state === 'silent' || state === 'lost' || state === 'done')
    return state;
  return 'stopped';
}
