import type {
  AttemptEvent,
  MediaRef,
  RunFile,
  Sample,
  ShownSample,
  StoredPrompt,
  Summary,
  UnitResult,
} from '../contracts/index.ts';

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

/** A run that several processes work on at the same time: shards, or the workers of a fleet. */
export interface SharedRun {
  kind: 'shards' | 'fleet';
  name: string;
  benchmark: string;
  model: string;
  state: 'going' | 'paused' | 'done' | 'stopped';
  /** Of all together. */
  units: number;
  answered: number;
  failed: number;
  /** Shards that nobody has begun. */
  waiting: number;
  members: Member[];
}

/** One of those who work on it. */
export interface Member {
  name: string;
  /** `slow`: less than half as fast as most; `silent`: nothing is heard of it; `lost`: its process is gone. */
  state: 'working' | 'slow' | 'silent' | 'lost' | 'stopped' | 'done';
  /** The id of its run, where it has one of its own, and how many units it has. */
  run?: string;
  units?: number;
  done: number;
  failed: number;
  perSecond: number;
  silentSeconds: number;
}

export interface SharedRuns {
  runs: SharedRun[];
  /** Whether a fleet is looked at, and why it could not be. */
  fleet: boolean;
  problem?: string;
}

/** What a thumbnail is made of. */
export interface Look {
  /** The first pictures, or the clip. */
  media: Pick<MediaRef, 'sha256' | 'type'>[];
  /** Which pixels of the picture are right. */
  target?: ShownSample['target'];
}

/** One row of the list of samples. */
export interface UnitRow {
  result: UnitResult;
  /** The first 300 characters of the question. */
  question: string;
  /** The first 300 characters of the reply. */
  said: string;
  /** Absent where there is nothing to see. */
  look?: Look;
  /** What its last attempt took, as far as that is known: milliseconds, unless it came from a cache, and tokens of the reply. */
  took?: { ms?: number; tokens?: number };
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

/** What of an address is about the list of samples: filters, search, order. */
export type ListQuery = Readonly<Record<string, string>>;

/** Which part of the list of samples somebody wants to see. */
export interface ListAsk {
  filter: ListQuery;
  /** The first place; where it is not said, `unit` stands in the middle, or the list begins. */
  from?: number;
  count: number;
  /** One whose place is asked for, in any repetition unless told. */
  unit?: { id: string; epoch?: number };
  /** The version that is known: of a run that is being read, the answer waits for a much longer list. */
  known: number;
}

/** What there is to filter by: groups with their values, and how many rows have which outcome and score. */
export interface ListOptions {
  axes: [axis: string, values: string[]][];
  outcomes: [outcome: string, rows: number][];
  scores: [verdict: string, rows: number][];
  /** How most questions begin: a list shows what comes after it. */
  lead: string;
  histograms: Histogram[];
}

/** How the values of one measure are spread over all rows. */
export interface Histogram {
  /** `distance` */
  name: string;
  unit: string;
  /** Where bins begin, and where the last one ends. */
  edges: number[];
  counts: number[];
}

/** A part of the list of samples. */
export interface ListPage {
  version: number;
  /** Places hold among pages of the same state. */
  state: string;
  /** All rows, and those that the filter lets through. */
  total: number;
  found: number;
  from: number;
  rows: UnitRow[];
  /** Of the unit that was asked for; -1 where it is not in the list. */
  place: number;
  options: ListOptions;
  /** How many of those found lie in the bins of each histogram. */
  counts: number[][];
  /** The run to differ from cannot be read. */
  rivalUnread?: boolean;
  /** Not while a long run is being read: ask again. */
  complete: boolean;
}

/** A network that comes with Sextant, and the addresses of its files. */
export interface ReferenceHead {
  id: string;
  about: string;
  ability: 'point' | 'act';
  network: string;
  manifest: string;
}

/** A question to try a network on, with the files that it and its scoring refer to. */
export interface Trial {
  benchmark: string;
  sample: Sample;
  files: { sha256: string; type: string; base64: string }[];
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
  /** There where they are a report to be sent: what its first page says of itself. */
  front?: ReportFront;
}

/** The first page of a report; everything else on it follows from the runs. */
export interface ReportFront {
  title: string;
  author?: string;
  /** Of the day it was written, `2026-01-31`. */
  date: string;
}

/** Files that are asked for at once, at most: their names stand in one address. */
export const FILES_AT_ONCE = 128;

/** The length that stands for a file that is not there. */
const NONE = 0xffffffff;

/** What stands in front of a file: how long it is, or that there is none. */
export function lengthMark(length: number | undefined): Uint8Array {
  const mark = new DataView(new ArrayBuffer(4));
  mark.setUint32(0, length ?? NONE, true);
  return new Uint8Array(mark.buffer);
}

/** The files of one answer. */
export function filesIn(answer: ArrayBuffer): (Uint8Array | null)[] {
  const view = new DataView(answer);
  const files: (Uint8Array | null)[] = [];
  for (let at = 0; at < answer.byteLength; ) {
    const length = view.getUint32(at, true);
    at += 4;
    files.push(length === NONE ? null : new Uint8Array(answer, at, length));
    at += length === NONE ? 0 : length;
  }
  return files;
}
