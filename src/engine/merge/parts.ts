import { realpathSync } from 'node:fs';
import { type RunFile, SextantError } from '../../contracts/index.ts';
import { isRunFolder, readRunFile } from '../../store/index.ts';
import { shardsIn } from '../launch/shard-choice.ts';
import { specDifferences } from '../run/spec.ts';

/** A folder that holds a part of a run, or all of it. */
export interface RunPart {
  folder: string;
  run: RunFile;
}

/** The parts that folders hold: runs, or folders of shards. Throws where they are not of the same run. */
export function openParts(folders: readonly string[]): RunPart[] {
  const found = folders.flatMap((folder) => {
    const shards = isRunFolder(folder) ? [] : shardsIn(folder).filter((shard) => isRunFolder(shard.folder));
    return shards.length > 0 ? shards.map((shard) => shard.folder) : [folder];
  });
  const parts = [...new Map(found.map((folder) => [realpathOf(folder), folder])).values()].map((folder) => ({
    folder,
    run: readRunFile(folder),
  }));
  const [first, ...others] = parts;
  if (!first) throw new SextantError('bad_argument', 'there is nothing to merge');
  for (const part of others) demandSameRun(first, part);
  return parts.sort((a, b) => (a.run.shard?.index ?? 0) - (b.run.shard?.index ?? 0));
}

/** Units of the whole run that a part belongs to. */
export function wholeUnits({ run }: RunPart): number {
  return run.shard?.units ?? run.units;
}

function demandSameRun(a: RunPart, b: RunPart): void {
  const [from, to] = [a.run.shard, b.run.shard];
  const differences = [
    ...specDifferences(a.run.spec, b.run.spec).map((line) =>
      line.replace(/ in the folder, (.*) asked now$/s, ` in ${a.folder}, $1 in ${b.folder}`),
    ),
    ...(from && to && from.count !== to.count
      ? [`shards: of ${from.count} in ${a.folder}, of ${to.count} in ${b.folder}`]
      : []),
    ...(wholeUnits(a) === wholeUnits(b)
      ? []
      : [`units of the whole run: ${wholeUnits(a)} in ${a.folder}, ${wholeUnits(b)} in ${b.folder}`]),
  ];
  if (differences.length === 0) return;
  throw new SextantError('spec_differs', `these are parts of different runs:\n  ${differences.join('\n  ')}`, {
    where: b.folder,
    fix: 'merge only parts that were made by the same command',
  });
}

/** A folder that is named twice is one part. */
function realpathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
