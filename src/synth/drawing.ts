import { SextantError } from '../contracts/index.ts';
import { type Random, random } from '../stats/index.ts';
import { at } from '../util/index.ts';

/**
 * Item `index` of an endless sequence in which every block of `items.length` holds each item once, in any order: whatever the
 * count, none comes more often than another, and the next one cannot be told from the last ones.
 * @example deal(['A', 'B', 'C', 'D'], 6, seed, 'letters')
 */
export function deal<T>(items: readonly T[], index: number, ...stream: (string | number)[]): T {
  const block = Math.floor(index / items.length);
  const item = random(...stream, block).shuffle(items)[index % items.length];
  if (item === undefined) throw new Error('nothing to deal');
  return item;
}

/** After so many failed drafts of one scene, the settings are taken for impossible. */
const MOST = 400;

/**
 * Drafts until one passes every check; a draft that fails says why. Counted by reason.
 * @example const { draft, rejected } = attempt(where, (n) => look(random(seed, scene, n)) ?? 'target is hidden');
 */
export function attempt<T extends object>(
  where: { generator: string; seed: number; scene: number },
  draw: (attempt: number) => T | string,
  most = MOST,
): { draft: T; rejected: Record<string, number> } {
  const rejected: Record<string, number> = {};
  for (let n = 0; n < most; n += 1) {
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

/** All of a list, one after the other, each the sooner the more weight it has. */
export function* drawn<T extends { weight: number }>(dice: Random, list: readonly T[]): Generator<T> {
  const left = [...list];
  let sum = left.reduce((total, { weight }) => total + weight, 0);
  while (left.length > 0) {
    let rest = dice.next() * sum;
    let n = 0;
    for (; n < left.length - 1; n += 1) {
      rest -= at(left, n).weight;
      if (rest < 0) break;
    }
    const [item] = left.splice(n, 1);
    if (!item) return;
    sum -= item.weight;
    yield item;
  }
}
