import { type ErrorCode, messageOf, PolicyError, type PolicyErrorKind, SextantError } from '../../contracts/index.ts';
import { machineError } from '../../files/index.ts';

/** Errors cross threads as data. */
export type Failure =
  | { policy: PolicyErrorKind; message: string }
  | { code: ErrorCode; message: string; where?: string; fix?: string };

export function toFailure(error: unknown): Failure {
  if (error instanceof PolicyError) return { policy: error.kind, message: error.message };
  const known = machineError(error) ?? error;
  if (!(known instanceof SextantError)) return { code: 'internal', message: messageOf(error) };
  const { code, message, where, fix } = known;
  return { code, message, ...(where === undefined ? {} : { where }), ...(fix === undefined ? {} : { fix }) };
}

export function fromFailure(failure: Failure): Error {
  if ('policy' in failure) return new PolicyError(failure.policy, failure.message);
  const { code, message, ...place } = failure;
  return new SextantError(code, message, place);
}
