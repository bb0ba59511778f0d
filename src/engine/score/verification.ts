import { existsSync } from 'node:fs';
import {
  type Benchmark,
  type Dataset,
  describeError,
  type Protocol,
  type Sample,
  SextantError,
  type StoredPrompt,
  type Summary,
} from '../../contracts/index.ts';
import { hashStart, sizeOf } from '../../files/index.ts';
import { inSmallHeap } from '../../host/index.ts';
import { Blobs, readEvents, readRunFile, runPaths, StoredSamples } from '../../store/index.ts';
import { at, canonicalJson, PackedTexts, plural } from '../../util/index.ts';
import { hashOf } from '../run/hash.ts';
import { openUnits } from '../run/open-units.ts';
import { unitName } from '../run/plan.ts';
import { isPromptOf } from '../run/prompt.ts';
import { chosenSamples } from '../run/shard.ts';
import { questionCheck, reenact, storedUnits } from '../stage/reenact.ts';
import type { Stage } from '../stage/stage.ts';
import { readRun } from './read-run.ts';
import { changesSince, readStoredSummary, SUMMARY_RULES, summariseUnder } from './stored-summary.ts';

/** Sums in another order, as older versions made them, differ by less. */
const ROUNDING = 1e-9;

export interface VerifyOptions {
  folder: string;
  benchmark: Benchmark;
  /** The questions as the benchmark gives them, where they are at hand. */
  questions?: Dataset;
  /** Where somebody acted: where episodes are done again, and in how many threads. */
  stage?: { stage: Stage; threads: number };
  progress?(done: number, total: number): void;
}

/** What became of checking a run. It is as it should be when only notes are left. */
export interface Verification {
  /** Computed from the journal as it is now; absent where the recipe itself was changed. */
  digest?: string;
  units: number;
  episodes: number;
  /** Units that are missing, open, or not planned by the run. */
  open: string[];
  /** Units whose question or episode is not what is recorded. */
  differ: { unit: string; differences: string[] }[];
  /** What is wrong with the folder. */
  damage: string[];
  /** What could not be checked. */
  notes: string[];
}

const FORGED = 'question: it is not the one that the benchmark gives here';

/** Recomputes the scores and replays the episodes of a run folder. Asks no model and no policy, and writes nothing. */
export async function verifyWhole({ folder, benchmark, ...opts }: VerifyOptions): Promise<Verification> {
  const { spec, shard } = readRunFile(folder);
  const damage = await verifyRun(folder, benchmark);
  const [scored] = await summariseUnder(folder, benchmark, [spec.protocol], { keep: false });
  if (!scored) throw new Error('one protocol gives one result');
  const { digest, problems } = scored.summary;
  const { contradictions, notes } = await checkClaims(folder, scored.summary);
  const { questions } = opts;
  const ids =
    questions && (await chosenSamples(questions, { spec, shard })).chosen.map((index) => at(questions.ids, index));
  const open = openUnits(scored, ids);
  const isGenuine = questions ? questionCheck(benchmark, questions) : async () => true;
  const found = opts.stage
    ? await replayed({ ...opts, ...opts.stage, folder, benchmark, isGenuine })
    : { episodes: 0, differ: await forged(folder, benchmark, isGenuine), problems: [] };
  return {
    ...(digest === undefined ? {} : { digest }),
    units: scored.units.length,
    episodes: found.episodes,
    open,
    differ: found.differ,
    damage: [...new Set([...damage, ...problems, ...contradictions, ...found.problems])],
    notes,
  };
}

type IsGenuine = ReturnType<typeof questionCheck>;

/** Checks questions one by one, so that memory does not grow with the run. */
async function forged(folder: string, benchmark: Benchmark, isGenuine: IsGenuine): Promise<Verification['differ']> {
  const differ = new Map<string, string[]>();
  await readRun(folder, benchmark, async ({ sample, event }) => {
    if (!(await isGenuine(sample))) differ.set(unitName({ id: event.unit, epoch: event.epoch }), [FORGED]);
  });
  return [...differ].map(([unit, differences]) => ({ unit, differences }));
}

/** Every episode is done again, as many at once as there are threads. */
async function replayed(
  opts: Pick<VerifyOptions, 'folder' | 'benchmark' | 'progress'> & {
    stage: Stage;
    threads: number;
    isGenuine: IsGenuine;
  },
): Promise<Pick<Verification, 'episodes' | 'differ'> & { problems: string[] }> {
  const { folder, benchmark, stage, threads, isGenuine, progress } = opts;
  const { units } = await storedUnits(folder, benchmark);
  const bare = units.filter(({ episode }) => episode?.actions.sha256 === '');
  const left = units.filter((unit) => !bare.includes(unit));
  const total = left.length;
  const differ: Verification['differ'] = [];
  let [done, episodes] = [0, 0];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { unit, sample, episode } = next;
      const differences = episode
        ? (await reenact({ unit, sample, episode }, { folder, benchmark, stage })).differences
        : [];
      if (!(await isGenuine(sample))) differences.push(FORGED);
      if (differences.length > 0) differ.push({ unit: unitName(unit), differences });
      if (episode) episodes += 1;
      done += 1;
      progress?.(done, total);
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  const imported = `${plural(bare.length, 'episode')} came without commands, from another simulator: they cannot be done again`;
  return { episodes, differ, problems: bare.length > 0 ? [imported] : [] };
}

/** Compares what a folder says of itself with what its journal gives now: what contradicts it, and what could not be compared. */
async function checkClaims(folder: string, computed: Summary): Promise<{ contradictions: string[]; notes: string[] }> {
  const paths = runPaths(folder);
  const stored = readStoredSummary(folder);
  const contradictions = await changesSince(folder);
  const notes: string[] = [];
  if (!stored) notes.push(`${paths.summary} says nothing to compare with`);
  else if (!stored.of) contradictions.push(...otherMetrics(paths.summary, stored, computed));
  else if (stored.of.journal.bytes < sizeOf(paths.events)) notes.push(`${paths.summary} is older than the journal`);
  else if (contradictions.length === 0) contradictions.push(...differing(paths.summary, stored, computed));
  const results = existsSync(paths.results) ? await hashStart(paths.results, sizeOf(paths.results)) : undefined;
  // It is written first: a process that was killed in between leaves new results beside an old summary.
  if (results !== undefined && results !== computed.digest && results !== stored?.digest)
    contradictions.push(`${paths.results} is not what the journal gives`);
  return { contradictions, notes };
}

/** No number is not the same as 0. */
function isSameNumber(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < ROUNDING;
}

/** For summaries without a hash of their journal: the rules for intervals have changed since, those for scores have not. */
function otherMetrics(path: string, stored: Summary, computed: Summary): string[] {
  return stored.metrics.flatMap(({ name, value, n }) => {
    const own = computed.metrics.find((metric) => metric.name === name);
    const isSame = own?.n === n && isSameNumber(own.value, value);
    return isSame
      ? []
      : [`${path}: ${name} ${value} of ${n}, the journal gives ${own?.value ?? null} of ${own?.n ?? 0}`];
  });
}

/** Which numbers a summary has that the journal does not give. */
function differing(path: string, stored: Summary, computed: Summary): string[] {
  if (stored.digest !== computed.digest)
    return [`${path}: digest ${stored.digest}, the journal gives ${computed.digest}`];
  if (stored.of?.rules !== SUMMARY_RULES) return [];
  // Problems are told with their place, which is another one on another machine.
  const { of: _of, problems: _problems, ...fields } = computed;
  const told = new Map(Object.entries(stored));
  const names = Object.entries(fields).flatMap(([name, value]) =>
    canonicalJson(told.get(name)) === canonicalJson(value) ? [] : [name],
  );
  return names.length === 0 ? [] : [`${path}: ${names.join(', ')}: not what the journal gives`];
}

/** Questions about a picture mostly stand together: whoever remembers these many checks few of them again. */
const MOST_SEEN = 4096;

/** What is wrong with a run folder beyond what scoring notices: a changed recipe or prompt, pictures that are gone or altered. */
export function verifyRun(folder: string, benchmark: Benchmark): Promise<string[]> {
  return inSmallHeap(() => problemsOf(folder, benchmark));
}

async function problemsOf(folder: string, benchmark: Benchmark): Promise<string[]> {
  const problems: string[] = [];
  const { spec } = readRunFile(folder);
  if (hashOf(spec.protocol) !== spec.protocolHash) {
    problems.push(`${runPaths(folder).run}: the protocol was changed after the run (its hash no longer fits)`);
  }
  const samples = new StoredSamples(runPaths(folder).events);
  try {
    const prompts = await promptProblems(folder, samples, { benchmark, protocol: spec.protocol });
    return [...new Set([...problems, ...prompts])];
  } finally {
    samples.free();
  }
}

async function promptProblems(folder: string, samples: StoredSamples, recipe: PromptRecipe): Promise<string[]> {
  const problems: string[] = [];
  const blobs = new Blobs(folder);
  const seen = new PackedTexts();
  for await (const read of readEvents(runPaths(folder).events)) {
    if (!('event' in read)) continue;
    const { event, line } = read;
    if (event.event === 'sample') samples.add(event.sample, line);
    if (event.event !== 'prompt') continue;
    if (!isGenuinePrompt(event.prompt, samples.get(event.unit), recipe))
      problems.push(`unit ${event.unit}: its prompt is not what ${recipe.protocol.id} makes of the question`);
    for (const part of event.prompt.parts) {
      if (!('media' in part) || !part.kept || seen.find(part.media.sha256) !== undefined) continue;
      if (seen.size === MOST_SEEN) seen.clear();
      seen.add(part.media.sha256);
      await blobs.get(part.media.sha256).catch((error: unknown) => problems.push(describeError(error)));
    }
  }
  return problems;
}

interface PromptRecipe {
  benchmark: Benchmark;
  protocol: Protocol;
}

/** A prompt without its question, or with one that cannot be read, is named where that is noticed. */
function isGenuinePrompt(
  prompt: StoredPrompt,
  stored: Sample | undefined,
  { benchmark, protocol }: PromptRecipe,
): boolean {
  const sample = stored && benchmark.schema.safeParse(stored).data;
  try {
    return !sample || isPromptOf(prompt, protocol, sample, benchmark.fields(sample));
  } catch (error) {
    if (error instanceof SextantError) return false;
    throw error;
  }
}
