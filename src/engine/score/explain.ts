import { createHash } from 'node:crypto';
import {
  type Cause,
  type Explanation,
  isOpen,
  type RunFile,
  SextantError,
  type UnitResult,
} from '../../contracts/index.ts';
import { readEventGroups, runPaths } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { unitKey, unitName } from '../run/plan.ts';
import { differences, differingFields } from '../run/spec.ts';
import type { ScoredRun } from './summarise.ts';

/** What units went through, as hashes: questions and prompts by id, replies by unit. */
interface Traces {
  questions: Map<string, string>;
  prompts: Map<string, string>;
  replies: Map<string, string>;
}

/**
 * Why two runs have different scores: for every unit that they score differently, the first
 * thing that differs, and beside every differing field of the runs what it can be the reason of.
 * @example (await explainRuns(await openStored('runs/a'), await openStored('runs/b'))).causes
 */
export async function explainRuns(a: ScoredRun, b: ScoredRun): Promise<Explanation> {
  if (a.benchmark.id !== b.benchmark.id) {
    throw new SextantError('bad_argument', `${a.folder} is ${a.benchmark.id}, ${b.folder} is ${b.benchmark.id}`, {
      fix: 'explain two runs of the same benchmark',
    });
  }
  const [tracesA, tracesB] = [await traceRun(a.folder), await traceRun(b.folder)];
  const parted = new Map<Cause, { units: string[]; points: number }>();
  const unitsB = new Map(b.units.map((unit) => [unitKey(unit), unit]));
  const shared = a.units.filter((unit) => isScored(unit) && isScored(unitsB.get(unitKey(unit)))).length;
  const part = (cause: Cause, unit: UnitResult, difference = 0) => {
    const at = parted.get(cause) ?? { units: [], points: 0 };
    at.units.push(unitName(unit));
    at.points += shared === 0 ? 0 : difference / shared;
    parted.set(cause, at);
  };
  for (const unit of a.units) {
    const other = unitsB.get(unitKey(unit));
    unitsB.delete(unitKey(unit));
    if (!other) part('selection', unit);
    else if (isOpen(unit) !== isOpen(other)) part('errors', unit);
    else if (unit.score !== other.score) {
      part(firstDifference(unit, other, tracesA, tracesB), unit, gain(unit.score, other.score));
    }
  }
  for (const unit of unitsB.values()) part('selection', unit);
  return {
    benchmark: a.benchmark.id,
    a: sideOf(a),
    b: sideOf(b),
    shared,
    fields: fieldsOf(a.run, b.run),
    causes: causes.flatMap((cause) => {
      const found = parted.get(cause);
      return found ? [{ cause, ...found }] : [];
    }),
  };
}

const causes: readonly Cause[] = ['selection', 'errors', 'question', 'prompt', 'reply', 'reading', 'scoring'];

function isScored(unit: UnitResult | undefined): boolean {
  return unit !== undefined && unit.score !== null;
}

/** A unit that one of them leaves out, because its protocol says so, is in no mean of both. */
function gain(a: number | null, b: number | null): number {
  return a === null || b === null ? 0 : a - b;
}

function sideOf({ folder, summary }: ScoredRun): Explanation['a'] {
  const value = summary.metrics[0]?.value ?? null;
  return { run: folder, name: summary.model ?? summary.policy ?? folder, score: value };
}

function firstDifference(a: UnitResult, b: UnitResult, inA: Traces, inB: Traces): Cause {
  if (inA.questions.get(a.id) !== inB.questions.get(b.id)) return 'question';
  if (inA.prompts.get(a.id) !== inB.prompts.get(b.id)) return 'prompt';
  if (inA.replies.get(unitKey(a)) !== inB.replies.get(unitKey(b))) return 'reply';
  if (canonicalJson(a.extraction) !== canonicalJson(b.extraction) || a.outcome !== b.outcome) return 'reading';
  return 'scoring';
}

/** What a field of a run can be the reason of. */
const reaches: readonly [RegExp, readonly Cause[]][] = [
  [/^(select|epochs)\b/, ['selection']],
  [/^(args|data)\b/, ['selection', 'question']],
  [/^protocol\.(system|prompt|video|decoding)\b/, ['prompt', 'reply']],
  [/^protocol\.(act|askAgain)\b/, ['reply']],
  [/^protocol\.extractor$/, ['reading']],
  [/^protocol\.scorer$/, ['scoring']],
  [/^(model|seed)\b/, ['reply', 'errors']],
  [/^(use|versions)\b/, ['question', 'prompt', 'reply', 'reading', 'scoring']],
];

function fieldsOf(a: RunFile, b: RunFile): Explanation['fields'] {
  const versions = ({ versions }: RunFile) =>
    new Map(Object.entries(versions).map(([name, version]) => [`versions.${name}`, JSON.stringify(version)]));
  return [...differingFields(a.spec, b.spec), ...differences(versions(a), versions(b))]
    .filter(({ field }) => field !== 'protocolHash')
    .map((field) => ({ ...field, reaches: [...(reaches.find(([pattern]) => pattern.test(field.field))?.[1] ?? [])] }));
}

async function traceRun(folder: string): Promise<Traces> {
  const traces: Traces = { questions: new Map(), prompts: new Map(), replies: new Map() };
  for await (const group of readEventGroups(runPaths(folder).events)) {
    for (const read of group) {
      if ('problem' in read) continue;
      const { event } = read;
      if (event.event === 'sample') traces.questions.set(event.sample.id, hashed(event.sample));
      // Whether a picture was copied into the folder does not change what was seen.
      if (event.event === 'prompt') traces.prompts.set(event.unit, hashed(event.prompt, 'kept'));
      if (event.event !== 'attempt' || !event.final || !event.reply) continue;
      const { text, finish, episode } = event.reply;
      traces.replies.set(unitKey({ id: event.unit, epoch: event.epoch }), hashed({ text, finish, episode }));
    }
  }
  return traces;
}

function hashed(value: unknown, without?: string): string {
  const bare: unknown = JSON.parse(JSON.stringify(value, (key, inner) => (key === without ? undefined : inner)));
  return createHash('sha256').update(canonicalJson(bare)).digest('base64').slice(0, 16);
}
