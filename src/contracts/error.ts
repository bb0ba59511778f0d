/** Every way in which Sextant itself can fail. The code is stable; the message may be reworded. */
export type ErrorCode =
  | 'bad_argument'
  | 'unknown_benchmark'
  | 'unknown_protocol'
  | 'unknown_model'
  | 'unknown_policy'
  | 'unknown_extractor'
  | 'bad_module'
  | 'name_taken'
  | 'missing_module'
  | 'bad_data'
  | 'bad_media'
  | 'bad_config'
  | 'bad_run'
  | 'damaged_run'
  | 'spec_differs'
  | 'parts_differ'
  | 'parts_missing'
  | 'run_locked'
  | 'missing_key'
  | 'missing_blob'
  | 'budget_needs_price'
  | 'disk_full'
  | 'disk_failed'
  | 'too_many_open_files'
  | 'database'
  | 'provider'
  | 'internal';

/**
 * An error a person can act on: what happened, where, and what to do next.
 * @example throw new SextantError('bad_data', 'answer is "E", expected A to D', { where: 'questions.csv:17 column answer', fix: 'correct the row' })
 */
export class SextantError extends Error {
  readonly code: ErrorCode;
  readonly where: string | undefined;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, opts: { where?: string; fix?: string; cause?: unknown } = {}) {
    super(message, opts.cause === undefined ? undefined : { cause: opts.cause });
    this.name = 'SextantError';
    this.code = code;
    this.where = opts.where;
    this.fix = opts.fix;
  }
}

/** Where and what, in one line. */
export function describeError(thrown: unknown): string {
  const where = thrown instanceof SextantError && thrown.where ? `${thrown.where}: ` : '';
  return `${where}${messageOf(thrown)}`;
}

/** The text of anything thrown, also of what throws when it is asked for its text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'an error without words';
  }
}
