import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError, type VerbTools } from '../../../contracts/index.ts';
import { type DemoSet, openLerobot, openRobotwin } from '../../../demonstrations/index.ts';
import { demonstrations } from '../questions/data-sources.ts';

export const isLerobot = (folder: string) => existsSync(join(folder, 'meta', 'info.json'));

export function openSet(folder: string): Promise<DemoSet> {
  return isLerobot(folder) ? openLerobot(folder) : openRobotwin(folder);
}

/** A folder, or where the authors' demonstrations of that name were put. */
export async function setFolder(name: string, { pulled }: VerbTools): Promise<string> {
  const isPublished = Object.values(demonstrations).some((sets) => Object.hasOwn(sets, name));
  if (existsSync(name)) return name;
  if (!isPublished)
    throw new SextantError('bad_argument', 'there is no such folder', {
      where: name,
      fix: `name a set of demonstrations, or one that \`sextant data pull\` fetched: ${Object.values(demonstrations).flatMap(Object.keys).join(', ')}`,
    });
  const folder = await pulled(name);
  if (existsSync(folder)) return folder;
  throw new SextantError('bad_argument', 'it is not fetched yet', { where: name, fix: `sextant data pull ${name}` });
}
