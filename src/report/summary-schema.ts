import { z } from 'zod';
import { Summary } from '../contracts/index.ts';

/** The JSON Schema of summary.json, for those who read it without Sextant; docs/ holds a copy. */
export function summarySchema() {
  return { title: 'Sextant run summary', ...z.toJSONSchema(Summary) };
}
