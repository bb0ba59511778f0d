import type {
  AttemptEvent,
  RunEvent,
  RunFile,
  Sample,
  StoredPrompt,
  Summary,
  UnitResult,
} from '../../src/contracts/index.ts';

/** A run as it stands in the list of runs. */
export interface RunHead {
  /** Opaque and safe in addresses. */
  id: string;
  name: string;
  /** Where it lies, for people. */
  folder: string;
  run: RunFile;
  /** Null when it cannot be scored; `problem` says why. */
  summary: Summary | null;
  problem?: string;
  state: 'running' | 'done' | 'stopped';
  /** ISO time of the last change of its journal. */
  changed: string;
}

/** One row of the list of samples. */
export interface UnitRow {
  result: UnitResult;
  /** The first 300 characters of the question. */
  question: string;
  /** The first 300 characters of the reply. */
  said: string;
}

/** Everything that is stored about one unit. */
export interface UnitView {
  sample: Sample;
  prompt: StoredPrompt | null;
  attempts: AttemptEvent[];
  row: UnitRow;
}

/** Where the page gets its runs from: a server, a packed run on a static host, or the page itself. */
export interface Source {
  kind: 'server' | 'static' | 'embedded';
  runs(): Promise<RunHead[]>;
  /** Scored under the run's own protocol. */
  units(run: string): Promise<UnitRow[]>;
  unit(run: string, id: string, epoch: number): Promise<UnitView>;
  /** Samples and attempts in journal order, for rescoring in the browser. */
  journal(run: string): AsyncIterable<RunEvent>;
  /** An address for <img> and <video>; null when the run does not hold it. */
  url(run: string, ref: { sha256: string; type: string }): Promise<string | null>;
  bytes(run: string, sha256: string): Promise<Uint8Array | null>;
  /** Calls back when something changed; returns how to stop. Absent where nothing can change. */
  watch?(onChange: (run: string) => void): () => void;
}
