import type { z } from 'zod';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { problemsOf } from '../../util/index.ts';

/** A JSON file as checked data; throws `bad_config` naming file and field. */
export function parseJsonFile<T>(schema: z.ZodType<T>, text: string, file: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    // Only the place: the engine's message quotes the file, which may hold secrets.
    const place = /\(line \d+ column \d+\)/.exec(messageOf(thrown))?.[0] ?? '';
    throw new SextantError('bad_config', `not valid JSON ${place}`.trim(), { where: file, fix: 'correct the file' });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new SextantError('bad_config', problemsOf(parsed.error), { where: file, fix: 'correct these fields' });
}
