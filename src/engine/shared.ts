import type { Extraction } from '../contracts/index.ts';

/**
 * How many are remembered: there are few groups and notes, and of anything else neighbours are alike. Then all are forgotten:
 * every result passes here, and keeping their order of use slows scoring down.
 */
const MOST = 4096;

/** Makes one of values with the same content: 100,000 results are about the same few groups, letters and notes. */
export function sharing() {
  const text = sharer((value: string) => value);
  // Both hold texts only: JSON would not tell NaN from null.
  const groups = sharer((value: Record<string, string>) => JSON.stringify(value));
  const words = sharer((value: Extraction) => JSON.stringify(value));

  /** Points are hardly ever alike; but a copy of their list has no room to grow. */
  function extraction(value: Extraction): Extraction {
    if ('points' in value) return { points: value.points.slice() };
    return 'answer' in value && typeof value.answer === 'number' ? value : words(value);
  }
  return { text, groups, extraction };
}

function sharer<T>(keyOf: (value: T) => string): (value: T) => T {
  let known = new Map<string, T>();
  return (value) => {
    const key = keyOf(value);
    const same = known.get(key);
    if (same !== undefined) return same;
    if (known.size >= MOST) known = new Map();
    known.set(key, value);
    return value;
  };
}
