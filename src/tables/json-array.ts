import type { z } from 'zod';
import { messageOf, SextantError } from '../contracts/index.ts';
import { readRegularText } from '../files/index.ts';
import { badData, requireFile } from './bad-data.ts';

/** The longest text JavaScript holds is half a gigabyte. */
const MAX_BYTES = 500_000_000;

/**
 * Reads a JSON file that holds an array, and checks each entry. Errors name the file, the entry (from 0) and the field.
 * @example const questions = readJsonArray('Location/question.json', z.object({ id: z.number(), prompt: z.string() }))
 */
export function readJsonArray<T>(path: string, schema: z.ZodType<T>): T[] {
  requireFile(path);
  const value = parseJson(readRegularText(path, { most: MAX_BYTES }), path);
  if (!Array.isArray(value)) throw badData(`the file holds ${kind(value)}, expected a list`, { file: path });
  return value.map((entry, index) => checked(entry, schema, `${path}[${index}]`));
}

/** `JSON.parse` that says which file is wrong, and how. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    const fix = /\b(NaN|Infinity)\b/.test(text)
      ? 'Python wrote NaN or Infinity, which JSON has not: use null'
      : undefined;
    throw new SextantError('bad_data', `this is not JSON: ${messageOf(cause)}`, { where, cause, ...(fix && { fix }) });
  }
}

/** The value, if it has the right fields; else `bad_data` naming the first that is wrong. */
export function checked<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.');
  throw new SextantError('bad_data', issue?.message ?? 'invalid', {
    where: field ? `${where} column ${field}` : where,
  });
}

function kind(value: unknown): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
