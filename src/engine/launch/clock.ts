import type { Clock } from '../run/ask.ts';

/** The machine's own clock. */
export const machineClock: Clock = { now: () => performance.now(), date: () => new Date().toISOString() };
