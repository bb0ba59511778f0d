import type { z } from 'zod';
import type { Answer, Extraction, Score, UnitResult } from './answer.ts';
import type { Controls } from './comparison.ts';
import type { Episode, World } from './episode.ts';
import type {
  DataSource,
  Derived,
  DeriveOptions,
  Mirrored,
  MirrorOptions,
  OfficialScorer,
  OutputFormat,
} from './outputs.ts';
import type { Protocol } from './protocol.ts';
import type { Recordings } from './recordings.ts';
import type { Published, Sheet } from './report.ts';
import type { AnswerSpace, Assets, Dataset, Fields, LoadOptions, MediaRef, Sample, ShownSample } from './sample.ts';
import type { Metric } from './summary.ts';
import type { OwnVerbs } from './verb.ts';

/** Extraction to score. Pure but for the assets it is handed; runs in the browser too. */
export type Scorer<S extends Sample = Sample> = {
  /** `episode` is there where somebody acted; the extraction is then the label of the block that was put down. */
  score(sample: S, extraction: Extraction, assets: Assets, episode?: Episode): Score | Promise<Score>;
};

/** Scored units to numbers; called for the whole run and again for every group. The first metric is the headline. */
export type Aggregate = (results: readonly UnitResult[]) => Metric[];

/** How a sample's label is read and replaced. Methods, so that `Label<MySample>` is a `Label`. */
export interface Label<S extends Sample = Sample> {
  of(sample: S): string | number | undefined;
  corrected(sample: S, label: string | number): S;
}

/** A benchmark declares what it is; shared code never asks for its name. Methods, so that `Benchmark<MySample>` is a `Benchmark`. */
export interface Benchmark<S extends Sample = Sample> {
  id: string;
  /** Other names for it, as its authors have them, and the arguments each implies. */
  aliases?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whose files it uses, where several benchmarks share them; its own id otherwise. */
  dataId?: string;
  title: string;
  about: string;
  /** Whether `--data` (or a download) is needed. */
  needsData: boolean;
  /** It does without files, and reads them where somebody names them. */
  takesData?: boolean;
  /** What may follow the colon in `tiny:count=20`, with its default. */
  args: Readonly<Record<string, string>>;
  /** The default comes first. */
  protocols: readonly Protocol[];
  /** Breakdowns by these axes of `Sample.groups`: `[['step'], ['step', 'scene']]`. */
  breakdowns: readonly (readonly string[])[];
  /** Reads a stored sample back. */
  schema: z.ZodType<S>;
  load(opts: LoadOptions): Promise<Dataset<S>>;
  /** Other questions of the same make, none of which is ever asked: for models that learn. Their media may be missing. */
  practice?(args: LoadOptions['args']): Promise<Dataset<S>>;
  /** What a prompt's `{fields}` are filled with. */
  fields(sample: S): Fields;
  space(sample: S): AnswerSpace;
  /** What people see of it. */
  show(sample: S): ShownSample;
  /** What scoring needs beside the sample itself (masks): kept in the run, so that it can be scored alone. */
  evidence?(sample: S): MediaRef[];
  /** The right answer, for the oracle. */
  truth(sample: S, assets: Assets): Answer | Promise<Answer>;
  /** The truth as one letter, word or number, where it is one: what `score --errata` may replace. */
  label?: Label<S>;
  /** Where its episodes take place, for benchmarks that are acted and not only answered. */
  openWorld?(): Promise<World<S>>;
  /** The name of that world as it is now. Episodes of another one can be scored, but not done again. */
  world?: string;
  /** What short words in the names of its metrics stand for. */
  terms?: Readonly<Record<string, string>>;
  scorers: Readonly<Record<string, Scorer<S>>>;
  aggregates: Readonly<Record<string, Aggregate>>;
  /** A caveat that must be shown wherever these numbers are. */
  caution?(results: readonly UnitResult[], protocol: Protocol): string | undefined;
  /** What explains a number: letter bias, consistency, pointing error … */
  diagnose?(results: readonly UnitResult[]): Sheet[];
  /** Conditions that tell where a contestant fails. */
  controls?: Controls;
  /** Exactly what the authors' own script prints for these units. */
  printOfficial?(results: readonly UnitResult[]): string;
  published?: readonly Published[];
  /** How many units its authors published, so that a run of fewer is known for one. */
  publishedUnits?(args: LoadOptions['args']): number | undefined;
  /** What the tool that a protocol follows calls the data set, by protocol: models written for that tool may ask. */
  dataNames?: Readonly<Record<string, string>>;
  /** Other tools' forms of outputs, by name. */
  outputs?: Readonly<Record<string, OutputFormat<S>>>;
  /** Scorers that others wrote, for `parity`. */
  scorersOfOthers?(): Promise<readonly OfficialScorer<S>[]>;
  /** Published answers of models, beside what their authors read in them, for `reproduce`. */
  recordings?(): Promise<Recordings<S>>;
  /** Its own verbs on the command line; several benchmarks may share them. */
  verbs?: OwnVerbs;
  sources?: readonly DataSource[];
  /** Sets of demonstrations that its authors published, by the name that `data pull` has for them. */
  demonstrations?: Readonly<Record<string, DataSource>>;
  /** The authors' own statistics, computed from the files at hand beside what their page says. */
  statistics?(dataset: Dataset<S>): Promise<Sheet[]>;
  /** Makes files that can be computed from others (mirrored clips); never a truth. Run again, it continues. */
  derive?(dir: string, opts: DeriveOptions): Promise<Derived>;
  /** Writes the mirror twin of every question that can be mirrored safely, under the same id. */
  mirror?(dir: string, opts: MirrorOptions): Promise<Mirrored>;
  /** What picture `index` of a sample is called when it is written as a file, without extension. */
  mediaName?(sample: S, index: number): string;
}
