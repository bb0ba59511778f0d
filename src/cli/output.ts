import { messageOf, SextantError } from '../contracts/index.ts';
import { machineError, nearPath, targetOf } from '../files/index.ts';
import { safeText } from '../report/index.ts';

/** How this tool is called where it runs from: sources are a clone, JavaScript is the installed package. */
export const COMMAND = import.meta.url.endsWith('.ts') ? 'bin/sextant' : 'sextant';

/** Words for people: never on stdout, which belongs to results. */
export function say(text: string): void {
  // Messages may contain text of providers and data sets: their escape sequences must not reach the terminal.
  process.stderr.write(`${safeText(text)}\n`);
}

/** One JSON object on its own line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Tells what went wrong, where, and what to do next; returns the exit code. */
export function fail(error: unknown, json: boolean): number {
  const known = machineError(error) ?? (error instanceof SextantError ? error : fromSystem(error));
  const code = known?.code ?? 'internal';
  const message = known?.message ?? messageOf(error);
  if (json) printJson({ event: 'error', code, message, where: known?.where, fix: known?.fix });
  say(`error[${code}]: ${message}`);
  if (known?.where) say(`  where: ${known.where}`);
  if (known?.fix) say(`  fix: ${known.fix}`);
  if (!known)
    say('  fix: this is a bug in Sextant: run the command again with SEXTANT_DEBUG=1 and report what it prints');
  if (!known && process.env.SEXTANT_DEBUG && error instanceof Error) say(error.stack ?? '');
  return code === 'bad_argument' ? 2 : 1;
}

/** What the file system may refuse, and what a person can do about it. */
const refusals: Record<string, [message: string, fix: string]> = {
  EACCES: ['permission denied', 'choose a place that you may read and write'],
  EPERM: ['permission denied', 'choose a place that you may read and write'],
  EROFS: ['this file system is read-only', 'choose a place that you may write to'],
  EEXIST: ['this name is taken', 'choose another one'],
  ENOTDIR: ['a part of this path is a file, not a folder', 'correct the path'],
  EISDIR: ['this is a folder, expected a file', 'correct the path'],
  ENOENT: ['there is no such file or folder', 'correct the path'],
  ENAMETOOLONG: ['this name is too long', 'choose a shorter one'],
};

function fromSystem(error: unknown): SextantError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const refusal = refusals[error.code];
  if (refusal === undefined) return undefined;
  const [message, fix] = refusal;
  const path = 'path' in error && typeof error.path === 'string' ? targetOf(error.path) : undefined;
  const near = path !== undefined && error.code === 'ENOENT' ? nearPath(path) : undefined;
  return new SextantError('bad_argument', message, {
    ...(path !== undefined && { where: path }),
    fix: near === undefined ? fix : `did you mean ${near}?`,
    cause: error,
  });
}
