import { PolicyError } from '../../contracts/index.ts';
import { Pool } from '../../host/index.ts';
import { modulesInUse } from '../use/use.ts';
import type { Done, Job, StageSetup } from './messages.ts';

/** Threads in which worlds are simulated. A policy that hangs costs its thread, nothing else. */
export class Stage {
  readonly #pool: Pool<Job, Done[keyof Done]>;

  constructor(setup: StageSetup, threads: number) {
    this.#pool = new Pool({
      file: new URL('./thread.ts', import.meta.url),
      threads,
      setup: (seat) => ({ ...setup, seat, use: modulesInUse() }),
      goodbye: { do: 'leave' },
      ended: (cause) => new PolicyError('policy_failed', whyOf(cause), { cause }),
      hung: (ms) => new PolicyError('policy_timeout', `the policy blocked its thread for more than ${ms / 1000} s`),
    });
  }

  do<J extends Job>(job: J): Promise<Done[J['do']]>;
  do(job: Job): Promise<Done[keyof Done]> {
    return this.#pool.do(job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function whyOf(cause: unknown): string {
  return cause instanceof Error ? `its thread died: ${cause.message}` : 'its thread ended';
}
