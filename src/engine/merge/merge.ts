import { existsSync } from 'node:fs';
import { type RunFile, SextantError } from '../../contracts/index.ts';
import { writeFolderAtomic } from '../../files/index.ts';
import { Blobs, readEvents, runPaths, writeRunFile } from '../../store/index.ts';
import { at, count, PackedTexts, plural } from '../../util/index.ts';
import { findQuestions } from '../launch/dataset.ts';
import { storedBenchmark } from '../launch/stored.ts';
import { lostFile } from '../run/made-files.ts';
import { planUnits, selectSamples, unitKey } from '../run/plan.ts';
import { answerHash, Claims, type Contradiction, contentHash, LastSaid } from './claims.ts';
import { openParts, type RunPart, wholeUnits } from './parts.ts';
import { takeBlobs, writeJournal } from './write-parts.ts';

export interface MergeOptions {
  /** Run folders, or folders of shards. */
  parts: readonly string[];
  /** A folder that does not exist yet. */
  out: string;
  /** Merge also where units are missing. */
  partial?: boolean;
}

export interface Merged {
  run: RunFile;
  parts: number;
  /** Shards that are missing or not finished. */
  missing: number[];
  /** What is wrong with the parts, and was left out. */
  problems: string[];
}

/**
 * Makes one run of its parts. Units that several have must agree; their pictures and commands are linked where that is possible.
 * @example const { missing } = await mergeRuns({ parts: ['runs/mine'], out: 'runs/whole' });
 */
export async function mergeRuns({ parts: folders, out, partial = false }: MergeOptions): Promise<Merged> {
  if (existsSync(out))
    throw new SextantError('bad_argument', 'this folder exists already', { where: out, fix: 'choose another --out' });
  const parts = openParts(folders);
  const { units, problems, missing } = await survey(parts);
  await demandOwnUnits(parts, units);
  const total = wholeUnits(at(parts, 0));
  if (units.size > total)
    throw new SextantError('damaged_run', `the parts have ${count(units.size)} units, the run has ${count(total)}`, {
      fix: 'one of the parts is not what it says: verify them one by one with `sextant verify`',
    });
  if (units.size < total && !partial) throw unfinished(total - units.size, total, missing, parts);
  const run = wholeRun(parts, total);
  await writeFolderAtomic(out, async (draft) => {
    for (const part of parts) problems.push(...(await takeBlobs(part, draft)));
    await writeJournal(parts, draft, units);
    writeRunFile(draft, run);
  });
  return { run, parts: parts.length, missing, problems };
}

/** Units under other names than the benchmark gives are refused, where its questions are at hand: `verify` says where they are not. */
async function demandOwnUnits(parts: readonly RunPart[], units: Claims): Promise<void> {
  const { spec } = at(parts, 0).run;
  const questions = await findQuestions(storedBenchmark(spec), spec);
  if (typeof questions === 'string') return;
  const own = new PackedTexts();
  for (const unit of planUnits(questions, selectSamples(questions, spec.select), spec.epochs)) own.add(unitKey(unit));
  for (const { name, part } of units.entries()) {
    if (own.find(name) !== undefined) continue;
    throw new SextantError('damaged_run', `unit ${name.replace(/^0:/, '')} is not part of the run`, {
      where: at(parts, part).folder,
      fix: 'this part was changed, or is not what it says: run it again, or merge without it with --partial',
    });
  }
}

/** Which part's answer to each unit counts. Throws where they contradict each other. */
async function survey(parts: readonly RunPart[]): Promise<{ units: Claims; problems: string[]; missing: number[] }> {
  const units = new Claims();
  const questions = new Claims();
  const problems: string[] = [];
  const contradictions: Contradiction[] = [];
  const unfinishedShards = new Set<number>();
  for (const [number, { folder, run }] of parts.entries()) {
    const blobs = new Blobs(folder);
    const answers = new LastSaid();
    const asked = new LastSaid();
    for await (const read of readEvents(runPaths(folder).events)) {
      if ('problem' in read) problems.push(read.problem);
      else if (read.event.event === 'sample') asked.set(read.event.sample.id, contentHash(read.event.sample));
      else if (read.event.event === 'attempt' && read.event.final) {
        const { unit: id, epoch, reply } = read.event;
        const lost = reply && lostFile(reply, (name) => blobs.find(name));
        if (lost === undefined) answers.set(unitKey({ id, epoch }), answerHash(read.event));
        else problems.push(`${folder}: unit ${id}: ${lost}`);
      }
    }
    contradictions.push(...questions.addAll(asked, number), ...units.addAll(answers, number));
    if (run.shard && answers.size < run.units) unfinishedShards.add(run.shard.index);
    else if (run.shard) unfinishedShards.delete(run.shard.index);
  }
  const [first] = contradictions;
  if (first) throw contradiction(first, contradictions.length, parts);
  const { shard } = at(parts, 0).run;
  const there = new Set(parts.map(({ run }) => run.shard?.index));
  const missing = Array.from({ length: shard?.count ?? 0 }, (_, i) => i + 1).filter(
    (index) => !there.has(index) || unfinishedShards.has(index),
  );
  return { units, problems, missing };
}

function contradiction({ name, parts: [a, b] }: Contradiction, all: number, parts: readonly RunPart[]): SextantError {
  const more = all > 1 ? ` (and ${count(all - 1)} more)` : '';
  const [here, there] = [at(parts, a).folder, at(parts, b).folder];
  return new SextantError(
    'parts_differ',
    `unit ${name.replace(/^0:/, '')} is not the same in ${here} and ${there}${more}`,
    {
      where: there,
      fix: 'one of them was changed, or the answers are not deterministic: merge without one of the two',
    },
  );
}

function unfinished(open: number, total: number, missing: readonly number[], parts: readonly RunPart[]): SextantError {
  const shards = missing.length > 0 ? `; shards that are missing or not finished: ${arrayOf(missing)}` : '';
  const { shard } = at(parts, 0).run;
  return new SextantError('parts_missing', `${count(open)} of ${plural(total, 'unit')} have no answer${shards}`, {
    fix: shard
      ? `run these shards again (with Slurm: sbatch --array=${arrayOf(missing)} …), or merge what there is with --partial`
      : 'name the other parts too, or merge what there is with --partial',
  });
}

/**
 * As Slurm's `--array` takes it.
 * @example arrayOf([1, 2, 3, 7]) // '1-3,7'
 * @internal exported for its test
 */
export function arrayOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

function wholeRun(parts: readonly RunPart[], units: number): RunFile {
  const { shard: _, ...run } = at(parts, 0).run;
  const createdAt = at(parts.map((part) => part.run.createdAt).sort(), 0);
  const price = parts.find((part) => part.run.price !== null)?.run.price ?? null;
  return { ...run, createdAt, price, units };
}
