/** Waits, or returns false at once when one of the signals is or becomes set. */
export function wait(ms: number, ...signals: AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) return resolve(false);
    const end = (result: boolean) => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const stop = () => end(false);
    // Longer times overflow to no time at all.
    const timer = setTimeout(() => end(true), Math.min(ms, 2 ** 31 - 1));
    for (const signal of signals) signal.addEventListener('abort', stop);
  });
}

/** Exponential backoff with full jitter; a server that says how long to wait is believed (up to ten minutes). */
export function backoffMs(failures: number, retryAfterMs: number | undefined, jitter: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, 600_000);
  return Math.min(60_000, 500 * 2 ** (failures - 1)) * jitter;
}
