import type { Benchmark, Protocol } from '../../../src/contracts/index.ts';
import type { RunHead, UnitView } from '../../source/index.ts';

/** One unit as one run has it. The first one is looked at; others are there to be compared with it. */
export interface Seen {
  run: RunHead;
  view: UnitView;
  /** Undefined when this version does not know the run's benchmark. */
  benchmark: Benchmark | undefined;
  /** How it is read and scored here, where that is not the run's own way. */
  protocol?: Protocol;
}

export function protocolOf({ protocol, run }: Seen): Protocol {
  return protocol ?? run.run.spec.protocol;
}

/** @example letterOf(1) // 'B': what a run is called where several are drawn together */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** The attempt that counts: the last one that the engine was done with, or at least the last one. */
export function lastAttempt({ view: { attempts } }: Seen) {
  return attempts.findLast(({ final }) => final) ?? attempts.at(-1);
}

/** What the model said in the attempt that counts. */
export function textOf(seen: Seen): string {
  return lastAttempt(seen)?.reply?.text ?? '';
}
