/** Why asking the others is in vain: the key is refused, the account is empty, nobody answers there. */
export type Futile = 'auth' | 'quota' | 'connection';

/**
 * Whoever is measured gave nothing: an error, never an answer. It says itself what is to be done about it, so nobody has to ask
 * whose error it is. As it stands here it is final and concerns its unit alone.
 */
export abstract class ContestantError extends Error {
  /** Stored with the attempt. */
  abstract readonly kind: string;
  readonly status: number | undefined;
  /** How long we are asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, opts: { status?: number; retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, opts.cause === undefined ? undefined : { cause: opts.cause });
    this.status = opts.status;
    this.retryAfterMs = opts.retryAfterMs;
  }

  /** Whether asking again may help. */
  get retryable(): boolean {
    return false;
  }

  /** Whether we should send less. */
  get overload(): boolean {
    return false;
  }

  /** Whether it was sent away before anybody looked at it: while others are served, it only has to wait for its turn. */
  get turnedAway(): boolean {
    return false;
  }

  /** Whether everybody has to wait, not this unit alone. */
  get pausesAll(): boolean {
    return false;
  }

  /** Why the other units need not be asked either, should this go on. */
  get futile(): Futile | undefined {
    return undefined;
  }
}
