import { basename, join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { canonicalJson, demand } from '../../util/index.ts';
import { requireConsistent } from './consistency.ts';
import { writeDerived } from './finish.ts';
import { readScenes, readSeeds } from './open.ts';
import { episodeFiles, episodePath, listEpisodes, setFiles } from './set-files.ts';
import { type EpisodeEntry, readAbout, readEntries, requireWhole, type SetAbout, writeSet } from './set-record.ts';
import { buildTarget, filesOf, takeFiles } from './target.ts';

interface SetPart {
  dir: string;
  about: SetAbout;
  entries: readonly EpisodeEntry[];
  /** Numbers of its first episode, and of the one after its last. */
  start: number;
  end: number;
}

/**
 * Puts shards together, in this order, as episodes 0 … n−1 of one set. Throws `bad_data` naming shard and episode when they are
 * incomplete or do not belong together; then nothing is written.
 * @example await mergeShards('data/rsb_general/rsb_general_train_2500', ['…_shard_0_625', '…_shard_625_1250'])
 */
export async function mergeShards(
  target: string,
  shards: readonly string[],
  opts: { overwrite?: boolean } = {},
): Promise<{ episodes: number }> {
  const read = await Promise.all(shards.map(readShard));
  const [first] = read;
  if (!first) throw new SextantError('bad_argument', 'there are no shards to merge');
  for (const shard of read) requireSame(first, shard);
  requireInOrder(read);
  const taken = read.flatMap(({ dir, entries }) => entries.map((entry) => ({ dir, entry })));
  const dirs = new Map(taken.map(({ dir, entry }) => [entry, dir]));
  const nameOf = (entry: EpisodeEntry) => `${demand(dirs, entry)} episode ${entry.episode}`;
  requireConsistent(
    taken.map(({ entry }) => entry),
    nameOf,
  );
  const about = { ...first.about, setting: basename(target) };
  const entries = taken.map(({ entry }, episode) => ({ ...entry, episode }));
  await buildTarget(target, { sources: shards, ...opts }, async (draft) => {
    for (const [episode, { dir, entry }] of taken.entries())
      takeFiles({ from: dir, to: draft, number: entry.episode, episode, files: filesOf(entry) });
    writeSet(draft, about, entries);
    await writeDerived(draft, about, entries);
  });
  return { episodes: entries.length };
}

/** A shard, if nothing of it is missing or too much. */
async function readShard(dir: string): Promise<SetPart> {
  const about = readAbout(dir);
  const entries = await readEntries(dir);
  const start = requireWhole(dir, entries);
  const bad = (message: string, file: string, fix?: string) =>
    new SextantError('bad_data', message, { where: join(dir, file), ...(fix && { fix }) });
  for (const file of episodeFiles) {
    const listed = new Set(entries.filter(({ files }) => files[file]).map(({ episode }) => episode));
    const lacking = listed.size > 0 ? entries.find(({ episode }) => !listed.has(episode)) : undefined;
    if (lacking) throw bad('the file is missing; other episodes have theirs', episodePath(file, lacking.episode));
    const extra = listEpisodes(dir, file).find((episode) => !listed.has(episode));
    if (extra !== undefined) throw bad('it belongs to no finished episode', episodePath(file, extra), 'remove it');
  }
  const fix = 'finish the shard: record it again, which goes on where it stopped';
  if (Object.keys(readScenes(dir)).join() !== entries.map(({ episode }) => `episode_${episode}`).join())
    throw bad('the scenes are not those of the episodes', setFiles.scenes, fix);
  if (readSeeds(dir).join() !== entries.map(({ seed }) => seed).join())
    throw bad('the seeds are not those of the episodes', setFiles.seeds, fix);
  return { dir, about, entries, start, end: start + entries.length };
}

function requireSame(first: SetPart, shard: SetPart): void {
  const about = (each: SetPart): Record<string, unknown> => ({ ...each.about, setting: '' });
  const files = ({ entries }: SetPart) => episodeFiles.filter((file) => entries[0]?.files[file]).join(', ');
  const differing = Object.keys(about(first)).find(
    (key) => canonicalJson(about(first)[key]) !== canonicalJson(about(shard)[key]),
  );
  if (differing)
    throw new SextantError('bad_data', `its ${differing} differs from that of ${first.dir}`, {
      where: join(shard.dir, setFiles.about),
    });
  if (files(first) !== files(shard))
    throw new SextantError('bad_data', `it has ${files(shard)}, but ${first.dir} has ${files(first)}`, {
      where: shard.dir,
    });
}

/** Numbers go on from shard to shard, or begin at 0 in each. */
function requireInOrder(shards: readonly SetPart[]): void {
  if (shards.every(({ start }) => start === 0)) return;
  for (const [at, { dir, start }] of shards.entries()) {
    const before = shards[at - 1];
    if (!before || before.end === start) continue;
    const message =
      before.end > start
        ? `it begins with episode ${start}, but ${before.dir} goes on to ${before.end - 1}`
        : `it begins with episode ${start}, but ${before.dir} ends with ${before.end - 1}: some are missing in between`;
    throw new SextantError('bad_data', message, { where: dir, fix: 'name all shards, in their order' });
  }
}
