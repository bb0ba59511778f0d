import type {
  Comparison,
  Pairing,
  Protocol,
  RunEvent,
  RunFile,
  Summary,
  UnitResult,
} from '../../src/contracts/index.ts';
import type { Rescored } from '../rescore/rescore.ts';

/** A scored run, as it travels: the benchmark is found by its name. */
export interface ScoredSide {
  name: string;
  run: RunFile;
  summary: Summary;
  units: UnitResult[];
}

/** What the page says to the worker: first a job, then what the job needs. */
export type ToWorker =
  | { kind: 'rescore'; run: RunFile; where: string; protocols: readonly Protocol[] }
  | { kind: 'events'; events: RunEvent[] }
  | { kind: 'end' }
  | { kind: 'files'; request: number; files: (Uint8Array | null)[] }
  | { kind: 'no-files'; request: number; message: string }
  | { kind: 'compare'; a: ScoredSide; b: ScoredSide }
  | { kind: 'matrix'; sides: ScoredSide[] };

/** What the worker says to the page. */
export type FromWorker =
  /** It is there. */
  | { kind: 'ready' }
  | { kind: 'wants'; request: number; hashes: string[] }
  /** Units that are scored so far. */
  | { kind: 'progress'; units: number }
  | { kind: 'rescored'; rescored: Rescored[] }
  | { kind: 'compared'; comparison: Comparison }
  | { kind: 'matrix'; matrix: (Pairing | null)[][] }
  | { kind: 'failed'; message: string };
