import { basename } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { checkRobotwin } from './check.ts';
import { writeDerived, writeScenes, writeSeeds } from './finish.ts';
import { readScenes, readSeeds } from './open.ts';
import { episodeFiles, listEpisodes } from './set-files.ts';
import { isOwnSet, readAbout, readEntries, writeSet } from './set-record.ts';
import { buildTarget, filesOf, takeFiles } from './target.ts';

export interface ExportEpisodesOptions {
  /** Which of its episodes, counted from 0: from the first to before the last; all unless it says. */
  range?: { from: number; to: number };
  overwrite?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: { episodes: number; of: number }) => void;
}

/**
 * A set, or a part of it, as a set of its own with episodes 0 … n−1, in the format of RoboTwin 2.0; ours or the authors'. Files
 * are linked where the disk allows. It gets its name once it is checked.
 * @example await exportRobotwin('data/rsb_math/rsb_math_train_500', 'data/rsb_math/first_50', { range: { from: 0, to: 50 } })
 */
export async function exportRobotwin(
  source: string,
  target: string,
  opts: ExportEpisodesOptions = {},
): Promise<number> {
  const all = isOwnSet(source)
    ? (await readEntries(source)).map(({ episode }) => episode)
    : listEpisodes(source, 'hdf5');
  const { from, to } = opts.range ?? { from: 0, to: all.length };
  const numbers = all.slice(from, to);
  if (numbers.length === 0 || to > all.length)
    throw new SextantError('bad_argument', `it has ${all.length} episodes, not ${from} … ${to - 1}`, { where: source });
  const { overwrite = false, signal } = opts;
  await buildTarget(target, { sources: [source], overwrite }, async (draft) => {
    await (isOwnSet(source) ? takeOwn : takeForeign)({ source, draft, name: basename(target), numbers });
    const check = await checkRobotwin(draft, {
      onEpisode: (episodes, of) => {
        signal?.throwIfAborted();
        opts.onProgress?.({ episodes, of });
      },
    });
    const wrong = check.findings.find(({ severity }) => severity === 'error');
    if (wrong)
      throw new SextantError('bad_data', wrong.message, {
        where: wrong.where
          .replace(draft, source)
          .replace(/episode(\d+)/, (name, episode) => `episode${numbers[Number(episode)] ?? name}`),
        fix: `look through it: sextant rsb check ${source}`,
      });
  });
  return numbers.length;
}

interface ExportPart {
  source: string;
  draft: string;
  name: string;
  /** Of the episodes to take, in the source. */
  numbers: readonly number[];
}

async function takeOwn({ source, draft, name, numbers }: ExportPart): Promise<void> {
  const about = { ...readAbout(source), setting: name };
  const entries = (await readEntries(source)).filter(({ episode }) => numbers.includes(episode));
  for (const [episode, entry] of entries.entries())
    takeFiles({ from: source, to: draft, number: entry.episode, episode, files: filesOf(entry) });
  const renumbered = entries.map((entry, episode) => ({ ...entry, episode }));
  writeSet(draft, about, renumbered);
  await writeDerived(draft, about, renumbered);
}

/** How it was made is not recorded, so nothing is added to it. */
async function takeForeign({ source, draft, numbers }: ExportPart): Promise<void> {
  const [scenes, seeds] = [readScenes(source), readSeeds(source)];
  const all = listEpisodes(source, 'hdf5');
  const there = new Map(episodeFiles.map((file) => [file, new Set(listEpisodes(source, file))]));
  for (const [episode, number] of numbers.entries()) {
    const files = episodeFiles.filter((file) => there.get(file)?.has(number));
    takeFiles({ from: source, to: draft, number, episode, files });
  }
  writeSeeds(
    draft,
    numbers.flatMap((number) => seeds[all.indexOf(number)] ?? []),
  );
  const renumbered = numbers.flatMap((number, episode) => {
    const scene = scenes[`episode_${number}`];
    return scene ? [[`episode_${episode}`, scene] as const] : [];
  });
  writeScenes(draft, Object.fromEntries(renumbered));
}
