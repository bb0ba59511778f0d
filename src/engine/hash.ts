import { createHash } from 'node:crypto';
import { canonicalJson } from '../contracts/index.ts';

/** The fingerprint of a value: equal values, equal text. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
