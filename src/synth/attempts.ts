import { SextantError } from '../contracts/index.ts';

/** More drafts of one scene than this, and the settings ask for what cannot be. */
const MOST = 400;

/**
 * Drafts until one passes every check; a draft that fails says why. Counted by reason.
 * @example const { draft, rejected } = attempt(where, (n) => look(random(seed, scene, n)) ?? 'target is hidden');
 */
export function attempt<T extends object>(
  where: { generator: string; seed: number; scene: number },
  draw: (attempt: number) => T | string,
): { draft: T; rejected: Record<string, number> } {
  const rejected: Record<string, number> = {};
  for (let n = 0; n < MOST; n += 1) {
    const draft = draw(n);
    if (typeof draft !== 'string') return { draft, rejected };
    rejected[draft] = (rejected[draft] ?? 0) + 1;
  }
  const reasons = Object.entries(rejected).sort(([, a], [, b]) => b - a);
  throw new SextantError('bad_argument', `no draft of scene ${where.scene} passed: ${reasons[0]?.[0]}`, {
    where: `${where.generator}, seed ${where.seed}, scene ${where.scene}`,
    fix: 'use an easier difficulty, or another seed',
  });
}
