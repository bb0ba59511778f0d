import { setTimeout as sleep } from 'node:timers/promises';
import { SextantError } from '../../contracts/index.ts';
import { Retryable } from './hub-error.ts';

/** How waiting is done; tests wait in no time. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const patiently: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal });
};

/** Tries without any progress between them. */
const TRIES = 6;

/**
 * Tries again while the failure is `Retryable`, waiting longer each time.
 * @param attempt tells, when it fails, whether it got anywhere: then counting starts anew
 */
export async function withRetries<T>(
  attempt: (progressed: () => void) => Promise<T>,
  opts: { where: string; wait: Wait; signal: AbortSignal },
): Promise<T> {
  for (let failures = 0; ; ) {
    opts.signal.throwIfAborted();
    try {
      return await attempt(() => {
        failures = 0;
      });
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      failures += 1;
      if (failures >= TRIES) {
        throw new SextantError(
          'provider',
          `the hub cannot be reached or breaks off: ${error.message} (${TRIES} tries)`,
          {
            where: opts.where,
            fix: 'run the same command again later, it goes on where it stopped; check the network and HTTPS_PROXY',
          },
        );
      }
      await opts.wait(error.waitMs ?? 500 * 2 ** failures, opts.signal);
    }
  }
}
