export { Database } from './database.ts';
export { choosePlan, plansOf } from './plan.ts';
export { runOnFleet } from './plan-fleet.ts';
export { pullRun } from './pull.ts';
export { demandFormat, initFleet } from './schema.ts';
export { type FleetStatus, setState, statusOf } from './status.ts';
export { work } from './worker.ts';
