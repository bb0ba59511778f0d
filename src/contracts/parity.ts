import type { Protocol } from './protocol.ts';
import type { Dataset, Sample } from './sample.ts';
import type { UnitResult } from './score.ts';

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
