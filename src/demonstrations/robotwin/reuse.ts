import { basename, join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { requireConsistent } from './consistency.ts';
import { instructionsFile } from './episode-write.ts';
import { writeDerived } from './finish.ts';
import type { Instructions, Semantics } from './scene.ts';
import { episodePath, writeParts } from './set-files.ts';
import { type EpisodeEntry, readAbout, readEntries, requireWhole, writeSet } from './set-record.ts';
import { buildTarget, filesOf, takeFiles } from './target.ts';

/** A question before its options are dealt to blocks. */
export interface FreshQuestion {
  id: string;
  text: string;
  answer: string;
  distractors: readonly string[];
  category?: string;
}

/** How a question is put to the robot: what fills the templates, and the sentences themselves. */
export interface NewWords {
  info: Readonly<Record<string, string>>;
  instructions?: Instructions;
}

export interface ReuseOptions {
  source: string;
  target: string;
  /** How often each recording is used, the first time with its own question. */
  copies: number;
  overwrite?: boolean;
  /** The question of a row, for as many choices. Rows 0 … n−1 are those of the source. */
  question(row: number, choices: number): FreshQuestion;
  /** The sentences for a question; also asked about those that were recorded. */
  word(semantics: Semantics, seed: number): NewWords;
}

/**
 * Makes more demonstrations out of recorded ones: of n episodes, episode i + n·k has the motion and pictures of episode i and
 * asks question row i + n·k, whose right answer is dealt to the block that the robot fetches.
 * @example await reuse({ source: '…/rsb_general_train_2500', target: '…/rsb_general_train_10k', copies: 4, question, word })
 */
export async function reuse(opts: ReuseOptions): Promise<{ episodes: number }> {
  const { source, target, copies, overwrite = false } = opts;
  if (!(Number.isInteger(copies) && copies >= 1))
    throw new SextantError('bad_argument', `${copies} copies cannot be made`, { fix: 'name a whole number from 1' });
  const recorded = await readEntries(source);
  const about = readAbout(source);
  if (requireWhole(source, recorded) !== 0)
    throw new SextantError('bad_data', 'the first episode is not 0: this is a shard', {
      where: source,
      fix: 'merge the shards first',
    });
  for (const entry of recorded) requireUsable(entry, opts);

  const setAbout = {
    ...about,
    setting: basename(target),
    made: { ...about.made, reused: { setting: about.setting, copies } },
  };
  const entries: EpisodeEntry[] = [];
  await buildTarget(target, { sources: [source], overwrite }, async (draft) => {
    for (let copy = 0; copy < copies; copy += 1)
      for (const entry of recorded)
        entries.push(takeAgain({ entry, row: entry.episode + recorded.length * copy, draft }, opts));
    requireConsistent(entries, ({ episode }) => `${target} episode ${episode}`);
    writeSet(draft, setAbout, entries);
    await writeDerived(draft, setAbout, entries);
  });
  return { episodes: entries.length };
}

/** The source must ask the questions of rows 0 … n−1, or one of them could come again. */
function requireUsable(entry: EpisodeEntry, { source, question }: ReuseOptions): void {
  const { row, id, options } = entry.scene.semantics;
  const where = `${source} episode ${entry.episode}`;
  if (row !== entry.episode) throw new SextantError('bad_data', `it asks question row ${row}, not its own`, { where });
  const expected = question(row, Object.keys(options).length).id;
  if (id !== expected)
    throw new SextantError('bad_data', `it asks question ${id}, but row ${row} is ${expected}`, {
      where,
      fix: 'use the files with questions that it was recorded with',
    });
}

/** A recording under another number, with the question of that row. */
function takeAgain(
  { entry, row, draft }: { entry: EpisodeEntry; row: number; draft: string },
  { source, question, word }: ReuseOptions,
): EpisodeEntry {
  const own = entry.scene.semantics;
  const labels = Object.keys(own.options);
  const semantics = {
    ...(row === own.row ? own : dealt(question(row, labels.length), row, own)),
    reused_from: entry.episode,
  };
  const { info, instructions } = word(semantics, entry.seed);
  const kept = filesOf(entry).filter((file) => file !== 'instructions');
  takeFiles({ from: source, to: draft, number: entry.episode, episode: row, files: kept });
  const { instructions: _, ...files } = entry.files;
  const path = join(draft, episodePath('instructions', row));
  return {
    ...entry,
    episode: row,
    files: { ...files, ...(instructions && { instructions: writeParts(path, [instructionsFile(instructions)]) }) },
    scene: { ...entry.scene, info: { ...info }, semantics },
  };
}

/** The right option goes to the block that was fetched; the others get the wrong ones in any order. */
function dealt(fresh: FreshQuestion, row: number, { options, answer, blocks, telling, drawn }: Semantics): Semantics {
  const labels = Object.keys(options);
  const { id, text, answer: right, distractors, category } = fresh;
  if (distractors.length !== labels.length - 1)
    throw new SextantError(
      'bad_data',
      `question ${id} has ${distractors.length} wrong options, not ${labels.length - 1}`,
    );
  const wrong = random('robotwin-reuse-1', row).shuffle(distractors);
  return {
    row,
    id,
    question: text,
    ...(category !== undefined && { category }),
    options: Object.fromEntries(labels.map((label) => [label, label === answer ? right : at(wrong.splice(-1), 0)])),
    answer,
    ...(telling === undefined ? {} : { telling }),
    blocks,
    ...(drawn === undefined ? {} : { drawn }),
  };
}
