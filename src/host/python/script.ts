import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf, SextantError } from '../../contracts/index.ts';
import type { Env } from '../environment.ts';

/** The environment variables passed to a foreign script: enough to start Python, and no keys. */
const PASSED =
  /^(PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LANG|LC_\w+|LD_LIBRARY_PATH|PYTHONPATH|PYTHONHOME|VIRTUAL_ENV|CONDA_PREFIX)$/i;

/** More than this is no table of scores. */
const MOST_OUTPUT = 16 * 2 ** 20;

export interface ScriptOptions {
  args: readonly string[];
  cwd: string;
  env: Env;
  /** The interpreter; otherwise `SEXTANT_PYTHON`, else `python3`. */
  python?: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface ScriptEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a Python script to its end, without a shell, and gives what it printed. It and all that it started end with us. */
export async function runPythonScript(opts: ScriptOptions): Promise<ScriptEnd> {
  const named = opts.python ?? opts.env.SEXTANT_PYTHON ?? 'python3';
  // A relative path is resolved against our working directory, not the script's.
  const program = /[\\/]/.test(named) ? resolve(named) : named;
  const env = Object.fromEntries(Object.entries(opts.env).filter(([name]) => PASSED.test(name)));
  const grouped = process.platform !== 'win32';
  const child = spawn(program, [...opts.args], {
    cwd: opts.cwd,
    // No __pycache__ beside the script, and UTF-8 output.
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: grouped,
  });
  const kill = () => {
    try {
      if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // The process group is already gone.
    }
  };
  const ended = Promise.withResolvers<number | null>();
  const stop = (error: SextantError) => {
    kill();
    ended.reject(error);
  };
  const stdout = collect(child.stdout, () => stop(new SextantError('bad_data', `${program} printed without end`)));
  const stderr = collect(child.stderr, () => stop(new SextantError('bad_data', `${program} printed without end`)));
  child.on('error', (error) =>
    stop(
      new SextantError('bad_config', `Python cannot be started: ${messageOf(error)}`, {
        where: program,
        fix: 'install Python 3, or name the one to use with --python or SEXTANT_PYTHON',
      }),
    ),
  );
  child.on('close', (code) => ended.resolve(code));
  const late = () =>
    stop(new SextantError('bad_config', `no end after ${opts.timeoutMs / 1000} s`, { where: program }));
  const timer = setTimeout(late, opts.timeoutMs);
  const onAbort = () => stop(new SextantError('bad_argument', 'stopped'));
  if (opts.signal?.aborted) onAbort();
  opts.signal?.addEventListener('abort', onAbort);
  process.on('exit', kill);
  try {
    const code = await ended.promise;
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    opts.signal?.removeEventListener('abort', onAbort);
    process.off('exit', kill);
    kill();
  }
}

function collect(stream: NodeJS.ReadableStream, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_OUTPUT) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
