import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, type RunEvent, SextantError } from '../../contracts/index.ts';
import { Blobs, Journal, readEvents, runPaths } from '../../store/index.ts';
import { unitKey } from '../run/plan.ts';
import { Claims } from './claims.ts';
import type { RunPart } from './parts.ts';

/** How many lines are written at once. */
const LINES = 256;

/** The journal of the whole: the parts' lines, one part after the other. */
export async function writeJournal(parts: readonly RunPart[], draft: string, units: Claims): Promise<void> {
  const journal = new Journal(runPaths(draft).events);
  const said = new Claims();
  let held = 0;
  for (const [number, { folder }] of parts.entries()) {
    for await (const read of readEvents(runPaths(folder).events)) {
      if ('problem' in read || !counts(read.event, number, units, said)) continue;
      journal.hold(read.event);
      held += 1;
      if (held % LINES === 0) journal.release();
    }
  }
  journal.release();
  await journal.close();
}

/** Whether a part's line becomes one of the whole: of each unit, the lines of one part only. @param said which part said the rest first */
function counts(event: RunEvent, part: number, units: Claims, said: Claims): boolean {
  const isFirst = (name: string) => {
    said.add(name, part, 1);
    return said.partOf(name) === part;
  };
  switch (event.event) {
    case 'session':
    case 'pause':
      return true;
    case 'sample':
      return isFirst(`sample ${event.sample.id}`);
    case 'prompt':
      return isFirst(`prompt ${event.unit}`);
    case 'problem':
      return units.partOf(unitKey({ id: event.unit, epoch: 0 })) === undefined && isFirst(`unit ${event.unit}`);
    default: {
      const key = unitKey({ id: event.unit, epoch: event.epoch });
      return (units.partOf(key) ?? (isFirst(`unit ${key}`) ? part : undefined)) === part;
    }
  }
}

/** Up to here a file is hashed in one piece. */
const SMALL = 2 ** 20;

/** Links a part's files, or copies them; each must be what its name says. @returns what is wrong with the others */
export async function takeBlobs({ folder }: RunPart, draft: string): Promise<string[]> {
  const blobs = new Blobs(folder);
  const problems: string[] = [];
  for (const name of namesIn(join(folder, 'blobs'))) {
    const target = join(draft, 'blobs', name.slice(0, 2), name);
    if (existsSync(target)) continue;
    try {
      const found = blobs.find(name);
      if (!found) throw new SextantError('damaged_run', 'not a regular file', { where: join(folder, 'blobs', name) });
      // Nearly all are small, and much faster read at once.
      if (found.bytes < SMALL) await blobs.get(name);
      else await blobs.verified(name);
      mkdirSync(join(draft, 'blobs', name.slice(0, 2)), { recursive: true });
      linkOrCopy(found.path, target);
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      problems.push(`${error.where ?? name}: ${messageOf(error)}`);
    }
  }
  return problems;
}

function namesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((folder) => /^[0-9a-f]{2}$/.test(folder))
    .flatMap((folder) => readdirSync(join(dir, folder)).filter((name) => /^[0-9a-f]{64}$/.test(name)));
}

/** Files of runs are never changed, so that two folders may share one. Not every disk can do that. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
