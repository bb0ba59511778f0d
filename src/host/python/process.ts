import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messageOf, SextantError } from '../../contracts/index.ts';
import type { Env } from '../environment.ts';
import { redactor, secretsIn } from '../redact.ts';
import { encodeFrame, type Frame, FrameReader, type NumpyArray } from './frame.ts';

const SCRIPT = fileURLToPath(new URL('../../../python/run.py', import.meta.url));

/** What people's code prints is kept so far back, and shown so far back in an error. */
const KEPT_OUTPUT = 16_384;
const SHOWN = { traceback: 1500, output: 1500 };
/** Time to write down where it hangs, to end by itself, and to deliver its last words. */
const GRACE_MS = { stack: 200, end: 3000, words: 1000 };

/** Process groups are how descendants are ended too. */
const HAS_GROUPS = process.platform !== 'win32';

export interface PythonPlace {
  env: Env;
  cwd: string;
}

/** Why there is no reply: the code raised, returned an invalid command, or lacks NumPy; the process ended; it took too long. */
const kinds = ['raised', 'bad_action', 'no_numpy', 'died', 'late'] as const;

export class PythonError extends Error {
  readonly kind: (typeof kinds)[number];

  constructor(kind: PythonError['kind'], message: string) {
    super(message);
    this.name = 'PythonError';
    this.kind = kind;
  }
}

/**
 * A Python process that runs the bridge and answers one message at a time. It ends with us, whatever happens to us.
 * @example const python = await PythonProcess.start({ env: process.env, cwd: process.cwd() })
 */
export class PythonProcess {
  /** The name by which it was called. */
  readonly program: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #redact: (text: string) => string;
  readonly #exited: Promise<unknown>;
  #printed = Buffer.alloc(0);
  #pending: PromiseWithResolvers<Frame> | undefined;
  #end: string | undefined;
  #isGone = false;

  /** `SEXTANT_PYTHON`, else `python3`, else `python`. */
  static async start({ env, cwd }: PythonPlace): Promise<PythonProcess> {
    const named = env.SEXTANT_PYTHON;
    let why = '';
    for (const program of named ? [named] : ['python3', 'python']) {
      try {
        const child = spawn(program, ['-u', SCRIPT], { cwd, env: { ...env }, stdio: 'pipe', detached: HAS_GROUPS });
        await once(child, 'spawn');
        return new PythonProcess(program, child, env);
      } catch (error) {
        why = messageOf(error);
      }
    }
    throw new SextantError('bad_config', `Python cannot be started: ${why}`, {
      ...(named ? { where: 'SEXTANT_PYTHON' } : {}),
      fix: 'install Python 3.8 or newer with NumPy, or let SEXTANT_PYTHON name the one to use',
    });
  }

  private constructor(program: string, child: ChildProcessWithoutNullStreams, env: Env) {
    this.program = program;
    this.#child = child;
    this.#redact = redactor(secretsIn(env));
    this.#exited = new Promise((resolve) => child.on('exit', resolve));
    // A dead process is reported by its exit event.
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    const frames = new FrameReader();
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        for (const frame of frames.push(chunk)) this.#pending?.resolve(frame);
      } catch (error) {
        this.#over(`it wrote what is no message: ${messageOf(error)}`);
        this.kill();
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#printed = Buffer.concat([this.#printed, chunk]).subarray(-KEPT_OUTPUT);
      if (env.SEXTANT_PYTHON_OUTPUT) process.stderr.write(chunk);
    });
    child.on('exit', (code, signal) => {
      this.kill();
      this.#isGone = true;
      const end = signal ? `Python was ended by ${signal}` : `Python ended with code ${code}`;
      child.on('close', () => this.#over(end));
      // A child process of it may still hold the pipe open, so "close" might never come.
      setTimeout(() => this.#over(end), GRACE_MS.words).unref();
    });
  }

  /** Whether it can be asked something now. */
  get idle(): boolean {
    return this.#pending === undefined && this.#end === undefined;
  }

  /** Sends a message and gives the reply. Throws `PythonError`. */
  async ask(
    message: object,
    opts: { arrays?: Readonly<Record<string, NumpyArray>>; timeoutMs?: number | undefined } = {},
  ): Promise<Frame> {
    if (this.#end !== undefined) throw this.#error('died', this.#end);
    if (this.#pending) throw new Error('a Python process answers one message at a time');
    const pending = Promise.withResolvers<Frame>();
    this.#pending = pending;
    const { timeoutMs } = opts;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#late(timeoutMs), timeoutMs);
    try {
      for (const part of encodeFrame(message, opts.arrays)) this.#child.stdin.write(part);
      const frame = await pending.promise;
      const { error, kind, traceback, last } = frame.header;
      if (error === undefined) return frame;
      // It is about to exit: fail the next request at once instead of letting it run into a closed pipe.
      if (last) this.#end = 'Python has ended';
      // What it printed before lies in another pipe, which may be read after this one.
      await nextTurn();
      throw this.#error(kinds.find((known) => known === kind) ?? 'raised', String(error), String(traceback));
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
    }
  }

  /** Ends it with all that it started, at once. */
  kill(): void {
    // The pid may have been reused.
    if (this.#isGone) return;
    try {
      if (HAS_GROUPS && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
      else this.#child.kill('SIGKILL');
    } catch {
      // The process group is already gone.
    }
  }

  /** Lets it end by itself if it does nothing. */
  async close(): Promise<void> {
    if (this.idle) {
      this.#child.stdin.end();
      await Promise.race([this.#exited, delay(GRACE_MS.end, undefined, { ref: false })]);
    }
    this.kill();
  }

  #over(why: string): void {
    this.#end ??= why;
    this.#pending?.reject(this.#error('died', why));
  }

  async #late(timeoutMs: number): Promise<void> {
    if (HAS_GROUPS) this.#child.kill('SIGUSR1');
    await delay(GRACE_MS.stack);
    this.#end ??= 'it took too long before';
    this.#pending?.reject(this.#error('late', `no reply after ${timeoutMs / 1000} s`));
    this.kill();
  }

  #error(kind: PythonError['kind'], what: string, traceback = ''): PythonError {
    // Redact before truncating, so that no part of a key survives.
    const tail = (text: string, length: number) => this.#redact(text).trimEnd().slice(-length);
    const output = tail(this.#printed.toString(), SHOWN.output);
    const parts = [this.#redact(what), tail(traceback, SHOWN.traceback), output && `it printed:\n${output}`];
    return new PythonError(kind, parts.filter((part) => part !== '').join('\n'));
  }
}
