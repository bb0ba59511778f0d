import type { z } from 'zod';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegularText } from '../../files/index.ts';
import { checked, requireFile } from '../../tables/index.ts';

/** A JSON file with the right fields; else `bad_data` naming the file and the first field that is wrong. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T {
  requireFile(path);
  let value: unknown;
  try {
    value = JSON.parse(readRegularText(path));
  } catch (cause) {
    throw new SextantError('bad_data', `this is not JSON: ${messageOf(cause)}`, { where: path, cause });
  }
  return checked(value, schema, path);
}
