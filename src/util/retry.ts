/** How a try went: it came to something, or another one is worth so many milliseconds. What is hopeless is thrown. */
export type Tried<T> = { done: T } | { again: number };

/**
 * Tries until something comes of it.
 * @example
 * const page = await retry(async () => {
 *   const answer = await get(url);
 *   return answer.busy ? { again: backoffMs((failures += 1), { first: 500 }) } : { done: answer.text };
 * }, sleep);
 */
export async function retry<T>(attempt: () => Promise<Tried<T>>, wait: (ms: number) => Promise<unknown>): Promise<T> {
  for (;;) {
    const tried = await attempt();
    if ('done' in tried) return tried.done;
    if (tried.again > 0) await wait(tried.again);
  }
}

/** Twice as long with every failure, up to a limit; with jitter (0 … 1) anything between that and nothing. */
export function backoffMs(failures: number, opts: { first: number; most?: number; jitter?: number }): number {
  return Math.min(opts.most ?? Number.POSITIVE_INFINITY, opts.first * 2 ** (failures - 1)) * (opts.jitter ?? 1);
}
