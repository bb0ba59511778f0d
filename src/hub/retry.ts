import { setTimeout as sleep } from 'node:timers/promises';
import { SextantError } from '../contracts/index.ts';
import { backoffMs, retry, type Tried } from '../util/index.ts';
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
  let failures = 0;
  const progressed = () => {
    failures = 0;
  };
  const once = async (): Promise<Tried<T>> => {
    opts.signal.throwIfAborted();
    try {
      return { done: await attempt(progressed) };
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      failures += 1;
      if (failures >= TRIES) throw givenUp(error, opts.where);
      return { again: error.waitMs ?? backoffMs(failures, { first: 1000 }) };
    }
  };
  return retry(once, (ms) => opts.wait(ms, opts.signal));
}

function givenUp({ message }: Retryable, where: string): SextantError {
  return new SextantError('provider', `the hub cannot be reached or breaks off: ${message} (${TRIES} tries)`, {
    where,
    fix: 'run the same command again later, it goes on where it stopped; check the network and HTTPS_PROXY',
  });
}
