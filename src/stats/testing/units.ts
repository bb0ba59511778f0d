import type { UnitResult } from '../../contracts/index.ts';

/** A unit for tests: answered, alone in its cluster, unless told otherwise. */
export function unit(id: string, score: number | null, more: Partial<UnitResult> = {}): UnitResult {
  return { id, score, epoch: 0, cluster: id, groups: {}, outcome: 'answered', extraction: null, ...more };
}

/** Independent units `u0`, `u1` … with these scores. */
export function units(...scores: (number | null)[]): UnitResult[] {
  return scores.map((score, i) => unit(`u${i}`, score));
}
