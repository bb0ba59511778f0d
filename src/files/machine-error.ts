import { messageOf, SextantError } from '../contracts/index.ts';

const FULL = [
  'disk_full',
  'make room on the disk, then run the same command again: a run continues where it was',
] as const;
const OPEN = [
  'too_many_open_files',
  'raise the limit (`ulimit -n 4096`), or lower --concurrency, then run the same command again',
] as const;
const causes: Record<string, typeof FULL | typeof OPEN> = { ENOSPC: FULL, EDQUOT: FULL, EMFILE: OPEN, ENFILE: OPEN };

/**
 * What this machine has run out of, where that is behind an error: neither a model's failure nor a bug.
 * @example machineError(thrown)?.code // 'disk_full'
 */
export function machineError(thrown: unknown): SextantError | undefined {
  return machineErrorBehind(thrown, DEEPEST);
}

/** An error may be its own cause: whoever threw it decides. */
const DEEPEST = 8;

function machineErrorBehind(thrown: unknown, depth: number): SextantError | undefined {
  if (thrown instanceof SextantError && isMachineCode(thrown.code)) return thrown;
  if (!(thrown instanceof Error) || depth === 0) return undefined;
  const known = 'code' in thrown && typeof thrown.code === 'string' ? causes[thrown.code] : undefined;
  if (known) {
    const [code, fix] = known;
    const where = 'path' in thrown && typeof thrown.path === 'string' ? { where: thrown.path } : {};
    return new SextantError(code, thrown.message, { ...where, fix, cause: thrown });
  }
  const inner: unknown[] = thrown instanceof AggregateError ? thrown.errors : [thrown.cause];
  for (const error of inner) {
    const found = machineErrorBehind(error, depth - 1);
    if (found) return found;
  }
  return undefined;
}

/** fsync failed: the system will not retry, so the written data cannot be relied on. */
export function notOnDisk(where: string, cause: unknown): SextantError {
  const fix = 'check the disk (the system’s log says more), then run the same command again';
  return (
    machineError(cause) ??
    new SextantError('disk_failed', `not kept by the disk: ${messageOf(cause)}`, { where, fix, cause })
  );
}

function isMachineCode(code: string): boolean {
  return code === 'disk_full' || code === 'disk_failed' || code === 'too_many_open_files';
}
