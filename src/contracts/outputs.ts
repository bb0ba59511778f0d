import type { UnitResult } from './answer.ts';
import type { Protocol } from './protocol.ts';
import type { Assets, Dataset, Sample } from './sample.ts';
import type { Usage } from './summary.ts';

/** What a tool recorded for one unit. */
export interface Prediction {
  id: string;
  epoch: number;
  /** Null when the other tool recorded that there was no answer: an error, not an empty answer. */
  text: string | null;
  /** The words that stand there in place of an answer, where there are any: official scripts take them for one. */
  recorded?: string;
  /** The model's own words, where the tool recorded an answer beside them that is not what they say; `text` is that answer. */
  words?: string;
  /** Whoever was asked declined to answer. */
  refused?: true;
  /** The answer was cut off at its longest length. */
  truncated?: true;
  /** How long it took, where that is known. */
  ms?: number;
  /** File and row, for errors. */
  where: string;
}

/** A unit of a run, to be written in another tool's form. */
export interface Answered<S extends Sample = Sample> {
  sample: S;
  /** What was asked: the prompt's texts, joined. */
  instruction: string;
  /** The reply; of a request that failed, what the format's `failed` makes of it. */
  text: string;
  reasoning?: string;
  /** The model's own words, where `text` is an answer that another tool recorded beside them. */
  words?: string;
  usage?: Usage;
  result: UnitResult;
}

/** Outputs as another tool writes and reads them, column for column. Methods, so that formats of one sample type fit all. */
export interface OutputFormat<S extends Sample = Sample> {
  about: string;
  /** `path` is a file or a folder, as the format has it. Throws `bad_data` naming file, row and column. */
  read?(path: string, dataset: Dataset<S>): AsyncIterable<Prediction>;
  /** Writes below `dir` and returns the paths; units come in the data set's order. */
  write?(units: AsyncIterable<Answered<S>>, dir: string, about: WriteAbout): Promise<string[]>;
  /**
   * The text that the tool records for a request that failed; `read` gives null for it. Absent: its files cannot say so, and a
   * run with errors is not written.
   */
  failed?(error: { message: string; attempts: number }): string;
}

/** What a format may need to know beside the units. */
export interface WriteAbout {
  model: string;
  /** When the run was made, for names with a time in them: the same run gives the same files. */
  createdAt: string;
  /** The benchmark's own files, for scoring by the tool's rules. */
  assets: Assets;
}

/** Files that were computed from others. */
export interface Derived {
  made: string[];
  /** Files that were there already. */
  kept: number;
  failed: { path: string; message: string }[];
}

/** Mirror twins of questions, written as a data set of their own. */
export interface Mirrored {
  /** Questions that have a twin. */
  made: number;
  leftOut: { id: string; why: string }[];
}
export interface MirrorOptions extends DeriveOptions {
  /** A folder that is not there yet. */
  out: string;
}
export interface DeriveOptions {
  signal?: AbortSignal;
  /** Called after every file, whether it was made now or before. */
  progress?(state: { done: number; total: number; path: string }): void;
}

/** Where a benchmark's files are published. */
export interface DataSource {
  /** Data set id on the Hugging Face hub. */
  repo: string;
  revision: string;
  /** Which files are needed: exact paths, folders ending in `/`, or what a path begins with, ending in `*`. All where absent. */
  files?: string[];
  licence: string;
}

/** Numbers by name, in the order in which they are shown; null where a script ends before it tells one, or says nan. */
export type Figures = Record<string, number | null>;

/** One start of Python, without a shell. */
export interface ScorerCall {
  args: readonly string[];
  /** The numbers in what it printed. */
  read(stdout: string): Figures;
}

/** Where a scorer is about to run. */
export interface ScorerPlace<S extends Sample = Sample> {
  /** An empty folder but for `files`; the scorer is started in it, and it is gone afterwards. */
  dir: string;
  /** The authors' repository, as the user named it. */
  repo: string;
  /** The run's answers in the form that the scorer reads, below `outputs`. */
  files: readonly string[];
  dataset: Dataset<S>;
}

/** A scorer that others wrote, to be run on a run's answers. Methods, so that those of one sample type fit all. */
export interface OfficialScorer<S extends Sample = Sample> {
  about: string;
  /** Where it can be had, and the commit that this was tried with. */
  repository: string;
  commit: string;
  /** The file that it is in; by it a repository is recognised. */
  script: string;
  /** What Python needs, by the names that pip knows. */
  packages: readonly string[];
  /** Whether it reads answers as this protocol does. */
  fits(protocol: Protocol): boolean;
  /** The form of outputs that it reads, one of the benchmark's own. */
  format: string;
  /** The name to write the answers under, where the scorer chooses its rules by it. */
  modelName?(protocol: Protocol): string;
  /** Lays out what the scorer needs beside the answers. */
  prepare(place: ScorerPlace<S>): Promise<ScorerCall[]>;
  /** The same numbers by our own code. */
  ours(results: readonly UnitResult[]): Figures;
}
