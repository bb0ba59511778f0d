export { Database } from './database.ts';
export { choosePlan, type Plan, plansOf } from './plan.ts';
export { type FleetRunEnd, runOnFleet } from './plan-fleet.ts';
export { type Pulled, pullRun } from './pull.ts';
export { demandFormat, initFleet } from './schema.ts';
export { type FleetStatus, setState, statusOf } from './status.ts';
export { work } from './worker.ts';
