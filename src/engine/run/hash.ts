import { canonicalJson, sha256Hex } from '../../util/index.ts';

/** The fingerprint of a value: equal values, equal text. */
export function hashOf(value: unknown): string {
  return sha256Hex(new TextEncoder().encode(canonicalJson(value)));
}
