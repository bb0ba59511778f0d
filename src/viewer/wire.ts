import type { AttemptEvent, RunFile, Sample, StoredPrompt, Summary, UnitResult } from '../contracts/index.ts';

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
  /** What was left out where a run was packed: pictures that were too large, or that nobody has. */
  left?: string[];
}

/** A folder that is a run by its looks and cannot be read. */
export interface BrokenRun {
  name: string;
  folder: string;
  /** What is wrong, and where. */
  problem: string;
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

/** Rows that changed after a version, oldest change first; `more`: ask again with the version given. */
export interface RowPage {
  rows: UnitRow[];
  version: number;
  more: boolean;
}

/** Offset and length of a line in events.ndjson. */
export type LinePlace = readonly [offset: number, length: number];

/** Where everything about a unit stands in the journal. */
export interface UnitPlaces {
  sample: LinePlace | null;
  prompt: LinePlace | null;
  attempts: LinePlace[];
}

/** index.json of a packed run: units by key. A list, because ids may be any text. */
export type PackIndex = (UnitPlaces & { id: string; epoch: number })[];

/** pack.json, the table of contents of packed runs. */
export interface PackFile {
  format: 'sextant-pack-1';
  runs: RunHead[];
}
