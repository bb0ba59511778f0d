import type { z } from 'zod';
import { messageOf, SextantError } from '../contracts/index.ts';
import { readLines, readRegularText } from '../files/index.ts';
import { badData, requireFile, type Where } from './bad-data.ts';

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

/** One line of a JSONL file. */
interface JsonlRow<T> {
  value: T;
  /** From 1. */
  line: number;
  /** For errors about what the line says. */
  where: string;
}

/**
 * Reads a file with one JSON object per line and checks each; blank lines are skipped. Memory holds one line.
 * @example for await (const { value } of readJsonl('Location.jsonl', z.object({ question_id: z.number(), text: z.string() }))) …
 */
export async function* readJsonl<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<JsonlRow<T>> {
  requireFile(path);
  for await (const { text, number } of readLines(path)) {
    if (text.trim() === '') continue;
    const where = `${path}:${number}`;
    yield { value: checked(parseJson(text, where), schema, where), line: number, where };
  }
}

const SPACE = /[ \t\r\n]*/y;

/**
 * Reads a Python list literal of plain strings, as in the `image` cells of MMSI-Bench's TSV: `['/9j/4AAQ…', 'iVBOR…']`.
 * Linear time. Escapes are refused: base64 has none.
 * @example parseStringList("['QUJD', 'REVG']", { file: 'MMSI_bench.tsv', row: 2, column: 'image' }) // ['QUJD', 'REVG']
 */
export function parseStringList(text: string, place: Where): string[] {
  let at = 0;
  const skip = (): void => {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
  };
  const wrong = (expected: string) =>
    badData(`character ${at + 1} is ${JSON.stringify(text.slice(at, at + 1))}, expected ${expected}`, place, {
      fix: "the cell must be a Python list of base64 texts: ['…', '…']",
    });
  const take = (char: string): boolean => {
    const found = text.startsWith(char, at);
    if (found) at += 1;
    skip();
    return found;
  };
  const strings: string[] = [];
  skip();
  if (!take('[')) throw wrong('[');
  while (!take(']')) {
    const quote = text[at];
    if (quote !== "'" && quote !== '"') throw wrong('a quote or ]');
    const end = text.indexOf(quote, at + 1);
    if (end === -1) throw wrong(`a closing ${quote} further on`);
    const string = text.slice(at + 1, end);
    if (/[\\\n]/.test(string)) throw wrong('a text without escapes and line ends');
    strings.push(string);
    at = end + 1;
    skip();
    if (!take(',') && text[at] !== ']') throw wrong(', or ]');
  }
  if (at < text.length) throw wrong('nothing more');
  return strings;
}
