import type { z } from 'zod';
import { readLines } from '../files/index.ts';
import { requireFile } from './bad-data.ts';
import { checked, parseJson } from './json-array.ts';

/** One line of a JSONL file. */
export interface JsonlRow<T> {
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
