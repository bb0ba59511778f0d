import type { RunEvent } from '../../src/contracts/index.ts';
import type {
  BrokenRun,
  ListAsk,
  ListPage,
  ReferenceHead,
  ReportFront,
  RunHead,
  SharedRuns,
  Trial,
  UnitRow,
  UnitView,
} from '../../src/viewer/pure.ts';

export type {
  BrokenRun,
  Histogram,
  ListAsk,
  ListPage,
  Look,
  Member,
  ReferenceHead,
  ReportFront,
  RunHead,
  SharedRun,
  SharedRuns,
  Trial,
  UnitRow,
  UnitView,
} from '../../src/viewer/pure.ts';

export interface SourceListener {
  changed(run: string): void;
  /** Whether the server answers. After it was gone it may hold other runs. */
  connected(isThere: boolean): void;
}

/** Where the page gets its runs from: a server, a packed run on a static host, or the page itself. */
export interface Source {
  kind: 'server' | 'static' | 'embedded';
  /** There where the runs are a report to be read from its first page. */
  readonly front?: ReportFront | undefined;
  runs(): Promise<RunHead[]>;
  /** Folders that look like runs and cannot be read. Absent where there can be none. */
  broken?(): Promise<BrokenRun[]>;
  /** Runs that several work on, and how each of them does. Absent where nothing can change. */
  shared?(): Promise<SharedRuns>;
  /** A part of the list of samples, scored under the run's own protocol. */
  list(run: string, ask: ListAsk, signal?: AbortSignal): Promise<ListPage>;
  /** All samples, likewise: for what is about all of them. */
  units(run: string): Promise<UnitRow[]>;
  unit(run: string, id: string, epoch: number): Promise<UnitView>;
  /** Samples and attempts in journal order, for rescoring in the browser. */
  journal(run: string): AsyncIterable<RunEvent>;
  /** An address for <img> and <video>; null when the run does not hold it. */
  url(run: string, ref: { sha256: string; type: string }): Promise<string | null>;
  /** The same for a small picture of it; where nobody makes one, of all of it. */
  thumb(run: string, ref: { sha256: string; type: string }): Promise<string | null>;
  bytes(run: string, sha256: string): Promise<Uint8Array | null>;
  /** Several at once, in the order asked for: much faster than one by one. */
  files(run: string, hashes: readonly string[]): Promise<(Uint8Array | null)[]>;
  /** Networks that can be tried, and questions to try them on. Absent where nobody makes questions. */
  trials?: {
    references(): Promise<ReferenceHead[]>;
    /** @param benchmark as on the command line @param index which question of it */
    make(benchmark: string, index: number): Promise<Trial>;
  };
  /** Address of the documentation. Absent where no server has it. */
  manual?: string;
  /** Tells what changes; returns how to stop. Absent where nothing can change. */
  watch?(listener: SourceListener): () => void;
}
