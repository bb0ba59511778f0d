import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type FromThread, fromFailure } from './serve.ts';

// V8 counts code pages for all threads together and miscounts when one frees WebAssembly code that it has replaced by faster
// code while another begins or ends: the process dies ("jit_page.has_value()"). Of ten processes that began and ended threads
// with physics for two minutes, three of five died as it is, none of five with this. The price is a few MB of old code.
setFlagsFromString('--no-wasm-code-gc');

/** A thread is asked to keep its own time; only one that is blocked is ended from here, this much later. */
const GRACE_MS = 2000;
/** How long a thread may take for its last job before it is terminated. */
const LEAVE_MS = 3000;

export interface PoolOptions<Job> {
  /** What the threads run; it calls `serveJobs`. */
  file: URL;
  threads: number;
  /** What a thread finds as `workerData`; seats count from 0. */
  setup(seat: number): unknown;
  /** Jobs that a thread has at a time: with a second one it does not stand still until it hears from us. 1 unless told otherwise. */
  atOnce?: number;
  /** A thread that has had nothing to do for so long gives its memory back, and until then keeps no process alive. */
  idleMs?: number;
  /** What a thread that is free is asked to do before it ends. */
  goodbye?: Job;
  /** Error for the jobs of a thread that ended by itself. */
  ended(cause: unknown): Error;
  /** Error for the jobs of a thread that was terminated because it exceeded its own time limit. */
  hung?(ms: number): Error;
}

interface Waiting<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Threads, started when they are needed. Jobs are done in their order, each by the thread that has least to do.
 * A job that hangs costs its thread, nothing else.
 */
export class Pool<Job, Result> {
  readonly #threads: Thread<Job, Result>[];
  readonly #queue: Waiting<Job, Result>[] = [];
  readonly #atOnce: number;

  constructor(opts: PoolOptions<Job>) {
    this.#atOnce = opts.atOnce ?? 1;
    this.#threads = Array.from({ length: opts.threads }, (_, seat) => new Thread(opts, seat, () => this.#next()));
  }

  do(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const { reject } of this.#queue.splice(0)) reject(new Error('the threads were closed'));
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const freest = this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
      const next = freest.load < this.#atOnce ? this.#queue.shift() : undefined;
      if (!next) return;
      freest.take(next);
    }
  }
}

/** A seat in the pool: a thread that is started when it is needed, and again after it ended. */
class Thread<Job, Result> {
  readonly #opts: PoolOptions<Job>;
  readonly #seat: number;
  readonly #onRoom: () => void;
  readonly #waiting: Waiting<Job, Result>[] = [];
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(opts: PoolOptions<Job>, seat: number, onRoom: () => void) {
    this.#opts = opts;
    this.#seat = seat;
    this.#onRoom = onRoom;
  }

  get load(): number {
    return this.#waiting.length;
  }

  take(asked: Waiting<Job, Result>): void {
    this.#waiting.push(asked);
    clearTimeout(this.#idle);
    this.#worker ??= this.#begin();
    this.#worker.ref();
    this.#worker.postMessage(asked.job);
  }

  /** At once where it is at work; otherwise after its goodbye. */
  async close(): Promise<void> {
    const { goodbye, ended } = this.#opts;
    if (this.#worker && this.load === 0 && goodbye !== undefined) {
      const said = new Promise((resolve, reject) => this.take({ job: goodbye, resolve, reject }));
      const late = once(AbortSignal.timeout(LEAVE_MS), 'abort');
      await Promise.race([said, late]).catch(() => {});
    }
    await this.#end(ended(undefined));
  }

  #begin(): Worker {
    const { file, setup, ended } = this.#opts;
    const worker = startThread(file, setup(this.#seat));
    const died = (cause?: unknown) => {
      if (this.#worker === worker) this.#lose(ended(cause));
    };
    const hear = (message: FromThread<Result>) => {
      if (this.#worker === worker) this.#hear(message, worker);
    };
    return worker
      .on('message', hear)
      .on('error', died)
      .on('exit', () => died());
  }

  #hear(message: FromThread<Result>, worker: Worker): void {
    const { idleMs, hung } = this.#opts;
    clearTimeout(this.#watchdog);
    if ('acting' in message) {
      const { acting } = message;
      if (acting > 0 && hung) this.#watchdog = setTimeout(() => this.#lose(hung(acting)), acting + GRACE_MS);
      return;
    }
    const asked = this.#waiting.shift();
    if ('result' in message) asked?.resolve(message.result);
    else asked?.reject(fromFailure(message.failure));
    this.#onRoom();
    if (this.load > 0 || idleMs === undefined) return;
    worker.unref();
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }

  #lose(why: Error): void {
    void this.#end(why);
    this.#onRoom();
  }

  async #end(why: Error): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(why);
    if (worker) await endThread(worker);
  }
}

/** The one place where threads start. */
function startThread(file: URL, workerData: unknown): Worker {
  return new Worker(file, { workerData });
}

/** The one place where they are ended. */
async function endThread(worker: Worker): Promise<void> {
  await worker.terminate();
}
