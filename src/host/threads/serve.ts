import { parentPort } from 'node:worker_threads';
import { type ErrorCode, messageOf, PolicyError, type PolicyErrorKind, SextantError } from '../../contracts/index.ts';
import { machineError } from '../../files/index.ts';

/** What a thread says: how its oldest job ended, or that what it does now may take so many milliseconds (0: no more). */
export type FromThread<Result> = { result: Result } | { failure: ThreadFailure } | { acting: number };

/**
 * The thread's side of a `Pool`: does one job after the other.
 * @param perform may say how long its next step takes at most; until it says 0, the thread is ended when that is over
 * @param given memory that goes to whoever asked, instead of being copied
 */
export function serveJobs<Job, Result>(
  perform: (job: Job, acting: (ms: number) => void) => Promise<Result>,
  given: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  if (!port) throw new Error('this file is run as a thread');
  const say = (message: FromThread<Result>, memory: ArrayBuffer[] = []) => port.postMessage(message, memory);
  let last: Promise<void> = Promise.resolve();
  port.on('message', (job: Job) => {
    last = last
      .then(() => perform(job, (acting) => say({ acting })))
      .then((result) => say({ result }, given(result)))
      .catch((error: unknown) => say({ failure: toFailure(error) }));
  });
}

/** Errors cross threads as data. */
type ThreadFailure =
  | { policy: PolicyErrorKind; message: string }
  | { code: ErrorCode; message: string; where?: string; fix?: string };

function toFailure(error: unknown): ThreadFailure {
  if (error instanceof PolicyError) return { policy: error.kind, message: error.message };
  const known = machineError(error) ?? error;
  if (!(known instanceof SextantError)) return { code: 'internal', message: messageOf(error) };
  const { code, message, where, fix } = known;
  return { code, message, ...(where === undefined ? {} : { where }), ...(fix === undefined ? {} : { fix }) };
}

export function fromFailure(failure: ThreadFailure): Error {
  if ('policy' in failure) return new PolicyError(failure.policy, failure.message);
  const { code, message, ...place } = failure;
  return new SextantError(code, message, place);
}
