import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PolicyError } from '../../contracts/index.ts';
import { fromFailure } from './failure.ts';
import type { Done, Job, Message, StageSetup } from './messages.ts';

/** A policy is asked to keep its own time; only one that blocks its thread is stopped from here, this much later. */
const GRACE_MS = 2000;
/** Whoever has not said goodbye by then is left without. */
const LEAVE_MS = 3000;

interface Waiting {
  job: Job;
  resolve(result: Done[keyof Done]): void;
  reject(error: Error): void;
}

/**
 * Threads in which worlds are simulated. Jobs are done in their order, each by the first thread that is free.
 * A policy that hangs costs its thread, nothing else.
 */
export class Stage {
  readonly #threads: Thread[];
  readonly #queue: Waiting[] = [];

  constructor(setup: StageSetup, threads: number) {
    this.#threads = Array.from({ length: threads }, (_, seat) => new Thread({ ...setup, seat }));
  }

  do<J extends Job>(job: J): Promise<Done[J['do']]>;
  do(job: Job): Promise<Done[keyof Done]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const { reject } of this.#queue.splice(0)) reject(new Error('the stage was closed'));
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  #next(): void {
    for (const thread of this.#threads) {
      if (thread.busy) continue;
      const waiting = this.#queue.shift();
      if (!waiting) return;
      void thread.do(waiting).finally(() => this.#next());
    }
  }
}

/** One worker thread; started when it is first needed, and again after it had to be stopped. */
class Thread {
  busy = false;
  readonly #setup: StageSetup;
  #worker: Worker | undefined;

  constructor(setup: StageSetup) {
    this.#setup = setup;
  }

  async do({ job, resolve, reject }: Waiting): Promise<void> {
    this.busy = true;
    try {
      resolve(await this.#perform(job));
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.busy = false;
    }
  }

  /** At once where it is at work; otherwise its policies leave first. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker && !this.busy) {
      this.busy = true;
      const late = once(AbortSignal.timeout(LEAVE_MS), 'abort');
      await Promise.race([this.#perform({ do: 'leave' }), late]).catch(() => {});
    }
    this.#worker = undefined;
    await worker?.terminate();
  }

  #perform(job: Job): Promise<Done[keyof Done]> {
    this.#worker ??= new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#setup });
    const worker = this.#worker;
    let watchdog: NodeJS.Timeout | undefined;
    let release = () => {};
    return new Promise<Done[keyof Done]>((resolve, reject) => {
      const hung = (seconds: number) => {
        void this.stop();
        reject(new PolicyError('policy_timeout', `the policy blocked its thread for more than ${seconds} s`));
      };
      const hear = (message: Message) => {
        clearTimeout(watchdog);
        if ('result' in message) resolve(message.result);
        else if ('failure' in message) reject(fromFailure(message.failure));
        else if (message.acting > 0) watchdog = setTimeout(hung, message.acting + GRACE_MS, message.acting / 1000);
      };
      const died = (cause?: unknown) => {
        void this.stop();
        const why = cause instanceof Error ? `its thread died: ${cause.message}` : 'its thread ended';
        reject(new PolicyError('policy_failed', why, { cause }));
      };
      worker.on('message', hear).on('error', died).on('exit', died);
      release = () => worker.off('message', hear).off('error', died).off('exit', died);
      worker.postMessage(job);
    }).finally(() => {
      clearTimeout(watchdog);
      release();
    });
  }
}
