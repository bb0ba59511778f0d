import type { Sample } from './sample.ts';

/** One answer as its authors published it. */
export interface RecordedAnswer<S extends Sample = Sample> {
  /** The question, as far as the published files tell it. */
  sample: S;
  /** What the model said. */
  text: string;
  /** What the authors took from it; null where they found no answer. */
  letter: string | null;
  /** Whether the authors recorded it as right; absent where the right answer is not published. */
  right?: boolean;
}

/** A number that was printed for the questions of one group, in percent. */
export interface PrintedGroup {
  by: string;
  key: string;
  percent: number;
}

/** What one model said, and what was printed about it. */
export interface RecordedModel<S extends Sample = Sample> {
  model: string;
  /** Set apart from others of the same model: chain of thought, direct. */
  setting: string;
  answers: readonly RecordedAnswer<S>[];
  /** The printed number in percent, with how many digits behind the point; and those of groups, with as many. */
  printed?: { percent: number; digits: number; groups?: readonly PrintedGroup[] };
}

/** Answers that a benchmark's authors published beside what they read in them. Methods, so that those of one sample type fit all. */
export interface Recordings<S extends Sample = Sample> {
  repository: string;
  commit: string;
  /** Where in the repository they are. */
  folder: string;
  /** Who took the letters from the answers. */
  readBy: string;
  /** Where the printed numbers stand, where there are any. */
  printedIn?: string;
  scorer: string;
  aggregate: string;
  /** Extractors to compare, by id. */
  readers: readonly string[];
  /** Protocols that need more than the published files tell, and what they need. */
  notScored?: Readonly<Record<string, string>>;
  /** @param dir a checkout of the repository */
  read(dir: string): AsyncIterable<RecordedModel<S>>;
}
