import { SextantError } from '../../contracts/index.ts';
import { canonicalJson } from '../../util/index.ts';
import type { EpisodeEntry } from './set-record.ts';

/** What contradicts itself among episodes that are or will be one set: which one, and how. Looks at no file. */
export function* contradictions(
  entries: readonly EpisodeEntry[],
  nameOf: (entry: EpisodeEntry) => string,
): Generator<{ entry: EpisodeEntry; message: string }> {
  const seeds = new Map<number, EpisodeEntry>();
  const rows = new Map<number, EpisodeEntry>();
  const ids = new Map<string, EpisodeEntry>();
  const motions = new Map<string, EpisodeEntry>();
  for (const entry of entries) {
    const { seed, files } = entry;
    const { row, id, options, answer, blocks } = entry.scene.semantics;
    const say = (message: string) => ({ entry, message });
    const labels = Object.keys(options);
    const texts = Object.values(options);
    if (!labels.includes(answer)) yield say(`the right answer is ${answer}, but the options are ${labels.join(', ')}`);
    if (labels.toSorted().join() !== Object.keys(blocks).sort().join())
      yield say(`the options are ${labels.join(', ')}, the blocks ${Object.keys(blocks).join(', ')}`);
    const twice = texts.find((text, at) => texts.indexOf(text) !== at);
    if (twice !== undefined) yield say(`two options say "${twice}"`);

    const sameRow = first(rows, row, entry);
    if (sameRow) yield say(`it asks question row ${row}, as ${nameOf(sameRow)} does`);
    const sameId = first(ids, id, entry);
    if (sameId && !sameRow) yield say(`it asks question ${id}, as ${nameOf(sameId)} does`);

    // The same recording may be used again, for another question that is answered by fetching the same block.
    const sameMotion = first(motions, files.hdf5.sha256, entry);
    const sameSeed = first(seeds, seed, entry);
    if (sameSeed && sameSeed.files.hdf5.sha256 !== files.hdf5.sha256)
      yield say(`seed ${seed} was used for ${nameOf(sameSeed)} already`);
    const other = sameMotion?.scene.semantics;
    if (other && other.answer !== answer)
      yield say(`the right answer is ${answer}, but the robot fetches ${other.answer}, as in ${nameOf(sameMotion)}`);
    if (other && canonicalJson(other.blocks) !== canonicalJson(blocks))
      yield say(`its blocks lie elsewhere than in ${nameOf(sameMotion)}, which has the same pictures`);
  }
}

/** Throws `bad_data` naming the first episode that contradicts itself or another. */
export function requireConsistent(entries: readonly EpisodeEntry[], nameOf: (entry: EpisodeEntry) => string): void {
  for (const { entry, message } of contradictions(entries, nameOf))
    throw new SextantError('bad_data', message, { where: nameOf(entry) });
}

/** The entry that had this key first; undefined when it is this one. */
function first<K>(known: Map<K, EpisodeEntry>, key: K, entry: EpisodeEntry): EpisodeEntry | undefined {
  const earlier = known.get(key);
  if (!earlier) known.set(key, entry);
  return earlier;
}
