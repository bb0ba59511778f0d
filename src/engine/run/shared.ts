import type { Extraction } from '../../contracts/index.ts';
import { Recent } from '../../util/index.ts';

/** How many are remembered: there are few groups and notes, and of anything else neighbours are alike. */
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
  const known = new Recent<string, T>(MOST);
  return (value) => {
    const key = keyOf(value);
    return known.get(key) ?? known.set(key, value);
  };
}
