import { onAbort } from './on-abort.ts';
import { backoffMs } from './retry.ts';

/** Waits, or returns false at once when one of the signals is or becomes set. */
export function wait(ms: number, ...signals: AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) return resolve(false);
    const end = (result: boolean) => {
      clearTimeout(timer);
      for (const forget of forgets) forget();
      resolve(result);
    };
    const forgets = signals.map((signal) => onAbort(signal, () => end(false)));
    // Longer times overflow to no time at all.
    const timer = setTimeout(() => end(true), Math.min(ms, 2 ** 31 - 1));
  });
}

/** After so many failures, fully jittered; a server that says how long to wait is believed (up to ten minutes). */
export function pauseMs(failures: number, retryAfterMs: number | undefined, jitter: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, 600_000);
  return backoffMs(failures, { first: 500, most: 60_000, jitter });
}
