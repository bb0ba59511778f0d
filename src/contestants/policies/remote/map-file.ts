import { resolve } from 'node:path';
import { messageOf, SextantError } from '../../../contracts/index.ts';
import { readRegularText } from '../../../files/index.ts';
import { nearest } from '../../../util/index.ts';
import { maps } from './maps.ts';
import { type ObservationMap, parseMap } from './observation-map.ts';

/** A map by its name, or from a file of the user's. */
export async function openMap(name: string, cwd: string): Promise<ObservationMap> {
  if (Object.hasOwn(maps, name)) return parseMap(maps[name], name);
  if (!name.endsWith('.json')) {
    const guess = nearest(name, Object.keys(maps));
    throw new SextantError(
      'bad_argument',
      `there is no map ${JSON.stringify(name)}${guess ? `; did you mean ${guess}?` : ''}`,
      {
        fix: `use one of ${Object.keys(maps).join(', ')}, or a file such as ./my-map.json`,
      },
    );
  }
  const file = resolve(cwd, name);
  try {
    return parseMap(JSON.parse(readRegularText(file, { code: 'bad_config' })), file);
  } catch (error) {
    if (error instanceof SextantError) throw error;
    throw new SextantError('bad_config', `the map cannot be read: ${messageOf(error)}`, { where: file, cause: error });
  }
}
