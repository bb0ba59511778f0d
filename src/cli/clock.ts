import type { Clock } from '../engine/index.ts';

/** The machine's own clock. */
export const clock: Clock = { now: () => performance.now(), date: () => new Date().toISOString() };
