import type { Benchmark, Dataset, LoadOptions, Sample } from '../contracts/index.ts';
import { at, canonicalJson, Recent } from '../util/index.ts';
import type { Family, MakeOptions } from './family.ts';
import { defaultArgs, type Levels, practiceSettings, readSettings, type Settings, withPhoto } from './settings.ts';

/** A set of questions, and one of lessons. */
const LATEST = 2;

/** What a generated benchmark says of itself; how it is asked and scored is the published one's. */
export interface MirroredBenchmark<S extends Sample> {
  id: string;
  title: string;
  about: string;
  levels: Levels;
  /** Its pictures are photographs of places: how they are taken can be set. */
  photographs?: true;
  /** Samples that belong together and are never parted (a question's four views). */
  together?: number;
  breakdowns?: Benchmark['breakdowns'];
  /** By which axes of groups its card tells what baselines come to that know part of the scene; the first breakdown unless it says otherwise. */
  ablatedBy?: readonly string[];
  /** Loaded when something is made: scoring also runs in the browser. */
  family(): Promise<Family<S>>;
}

/** A generated benchmark with what it takes to make it. */
export interface SynthBenchmark<S extends Sample = Sample> extends Benchmark<S> {
  levels: Levels;
  ablatedBy: readonly string[];
  together: number;
  family(): Promise<Family<S>>;
}

/**
 * A benchmark of generated questions that mirrors a published one: same samples, protocols, scorers, numbers. Without files it
 * makes its questions; with a folder it reads what `synth make` wrote, through the published benchmark's own reader.
 */
export function mirror<S extends Sample>(of: Benchmark<S>, made: MirroredBenchmark<S>): SynthBenchmark<S> {
  const { id, title, about, together = 1, family, breakdowns = of.breakdowns } = made;
  const { ablatedBy = breakdowns[0] ?? [] } = made;
  const levels = made.photographs ? withPhoto(made.levels) : made.levels;
  const args = defaultArgs(levels);
  const settingsOf = (given: LoadOptions['args']) => readSettings({ ...args, ...given }, levels, together);
  const generated = () => import('./generated.ts');
  /** Whoever is asked next finds what was asked before made already, and the threads that make it: a tour asks four in a row. */
  const latest = new Recent<string, Promise<Dataset<S>>>(LATEST);

  function open(settings: Settings, opts: MakeOptions = {}): Promise<Dataset<S>> {
    const key = canonicalJson({ ...settings, ...opts });
    const known = latest.get(key);
    if (known) return known;
    const made = (async () => (await generated()).generate(id, await family(), settings, opts))();
    made.catch(() => latest.delete(key));
    return latest.set(key, made);
  }

  return {
    ...scoringOf(of),
    id,
    title,
    about,
    breakdowns,
    levels,
    ablatedBy,
    together,
    family,
    args,
    needsData: false,
    takesData: true,
    async load({ dir, args: given }) {
      if (dir !== undefined) return withAblations(silent(await of.load({ dir, args: of.args })), dir);
      return open(settingsOf(given));
    },
    practice: async (given) => open(practiceSettings(settingsOf(given)), { draft: true }),
  };
}

/** What is the same of a generated benchmark: how questions are asked, shown, read and scored. Files and printed numbers are not. */
function scoringOf<S extends Sample>(of: Benchmark<S>) {
  const { protocols, schema, fields, space, show, truth, scorers, aggregates } = of;
  const {
    evidence,
    openWorld,
    world,
    terms,
    caution,
    diagnose,
    printOfficial,
    dataNames,
    outputs,
    scorersOfOthers,
    mediaName,
  } = of;
  return {
    protocols,
    schema,
    fields,
    space,
    show,
    truth,
    scorers,
    aggregates,
    ...(evidence && { evidence }),
    ...(openWorld && { openWorld }),
    ...(terms && { terms }),
    ...(world !== undefined && { world }),
    ...(caution && { caution }),
    ...(diagnose && { diagnose }),
    ...(printOfficial && { printOfficial }),
    ...(dataNames && { dataNames }),
    ...(outputs && { outputs }),
    ...(scorersOfOthers && { scorersOfOthers }),
    ...(mediaName && { mediaName }),
  };
}

/** Without the reader's warnings: they compare with the published files, which these never were. */
function silent<S extends Sample>(dataset: Dataset<S>): Dataset<S> {
  const { sha256, source, onDisk, ids } = dataset;
  const [sample, bytes] = [dataset.sample.bind(dataset), dataset.bytes.bind(dataset)];
  const together = dataset.together?.bind(dataset);
  return { sha256, source, onDisk, ids, sample, bytes, ...(together && { together }), warnings: [] };
}

/** With what those would answer who know only part of a scene, where the folder says so. */
async function withAblations<S extends Sample>(dataset: Dataset<S>, dir: string): Promise<Dataset<S>> {
  const known = await (await import('./ablation-file.ts')).readAblations(dir);
  return known ? { ...dataset, ablations: async (index) => known.get(at(dataset.ids, index)) ?? {} } : dataset;
}
