import type { Benchmark } from './benchmark.ts';
import type { Showing } from './demonstration.ts';
import type { Episode } from './episode.ts';
import type { RunSpec, ShardChoice } from './run.ts';
import type { Json, Sample } from './sample.ts';

/** A benchmark's own verbs on the command line, below one name: `sextant rsb …`. Loaded when they are called. */
export interface OwnVerbs {
  name: string;
  about: string;
  load(): Promise<VerbGroup>;
}

export interface VerbGroup {
  name: string;
  about: string;
  /** What stands below its help. */
  examples?: readonly string[];
  verbs: readonly (Verb | VerbGroup)[];
}

/** What one does, as data: the command line makes help and checks of it. All take `--json`. */
export interface Verb<F extends VerbFlags = VerbFlags> {
  name: string;
  about: string;
  examples: readonly string[];
  arguments?: readonly VerbArgument[];
  options?: readonly VerbOption[];
  /** @param words its arguments in order, those of a list one by one. A method, so that `Verb<MyFlags>` is a `Verb`. */
  run(words: readonly string[], flags: F, tools: VerbTools): Promise<void>;
}

export type VerbFlags = Readonly<Record<string, unknown>>;

export interface VerbArgument {
  /** `<suite>`, or `<shard...>` for a list. */
  name: string;
  about?: string;
  choices?: readonly string[];
}

export interface VerbOption {
  /** `--out <dir>`, `--overwrite`, `--data_type <kind...>`. */
  flags: string;
  about?: string;
  default?: string | number;
  /** It takes whole numbers from this one on. */
  wholeFrom?: number;
  choices?: readonly string[];
  required?: true;
}

/** What the rest of the house does for a verb. */
export interface VerbTools {
  /** Words for people. */
  say(text: string): void;
  /** One JSON object on its own line, for machines. */
  printJson(value: unknown): void;
  openProgress(): { update(state: { done: number; total: number }): void; done(): void };
  /** Wishes that we end: the first sets off `stop`, the second `abort`. */
  watchInterrupts(underWay: string): { stop: AbortSignal; abort: AbortSignal; release(): void };
  /** By its id or another name of it. */
  findBenchmark(name: string): Benchmark;
  /** Where a benchmark's files are: where somebody says, or where `data pull` put them; undefined when it needs none. */
  findData(benchmark: Benchmark, named: string | undefined): Promise<string | undefined>;
  /** Where `data pull` puts files of this name. */
  pulled(name: string): Promise<string>;
  /** What `--shard` says: `3/8`, or `auto/8` in an array job. */
  shardChoice(text: string): ShardChoice;
  collect(order: CollectOrder): Promise<Collected>;
  openRun(folder: string): StoredEpisodes;
}

/** What came of a collection. */
export interface Collected {
  recorded: number;
  /** Tables that were refused before they were used. */
  rejected: number;
  /** Disturbances from which the expert did not recover, so that others were drawn. */
  failed: number;
  whole: boolean;
}

/** Demonstrations to be recorded in threads. Run again, it continues. */
export interface CollectOrder {
  benchmark: Benchmark;
  args: Readonly<Record<string, string>>;
  /** Where the benchmark's files are, where it needs them. */
  data?: string;
  threads: number;
  /** The set's folder. */
  dir: string;
  /** Which episodes: from the first to before the last. */
  from: number;
  to: number;
  /** Take the lock over that a process of another machine left behind. */
  takeOver?: boolean;
  /** What all episodes of the set have in common. */
  about: {
    task: string;
    setting: string;
    robot: string;
    world: string;
    fps: number;
    rgbOrder: 'upstream' | 'standard';
    made: Record<string, Json>;
  };
  recording: {
    /** Physics steps between two frames. */
    every: number;
    cameras: string[];
    size: { width: number; height: number };
    depth?: true;
    segmentation?: true;
    shapes?: true;
    /** How many points of the head camera's view; needs depth. */
    points?: number;
    /** Depth is only for the points. */
    dropDepth?: boolean;
    instructions: boolean;
    /** How many instructions of each kind; as many as there are unless it says. */
    language?: number;
    /** What the instructions ask for, and how the expert is disturbed: as a `World` takes them. */
    telling?: NonNullable<Showing['telling']>;
    perturb?: Omit<NonNullable<Showing['perturb']>, 'attempt'>;
  };
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  onEpisode(state: { done: number; total: number }): void;
}

/** A run folder whose episodes can be done again. */
export interface StoredEpisodes {
  createdAt: string;
  spec: RunSpec;
  /** In their order; null where an error left no episode. Throws `bad_run` where nobody acted. */
  units(): Promise<{ unit: { id: string; epoch: number }; sample: Sample; episode: Episode | null }[]>;
  /** Films an episode again from its commands; nothing where it cannot be done again. */
  film(
    episode: { unit: { id: string; epoch: number }; sample: Sample; episode: Episode },
    camera: string,
  ): Promise<Uint8Array | undefined>;
  /** Writes what an expert would have done in each episode; of repeated ones in the first. `skipped` are those without a command. */
  relabel(
    order: Pick<CollectOrder, 'dir' | 'about' | 'stop' | 'onEpisode'> & {
      recording: Omit<CollectOrder['recording'], 'perturb'>;
    },
  ): Promise<{ whole: boolean; skipped: number }>;
  close(): Promise<void>;
}
