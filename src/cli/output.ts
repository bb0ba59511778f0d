import { messageOf, SextantError } from '../contracts/index.ts';
import { safeText } from '../report/index.ts';

/** Words for people: never on stdout, which belongs to results. */
export function say(text: string): void {
  // Providers and data sets have their say in messages: no escape sequence of theirs reaches the terminal.
  process.stderr.write(`${safeText(text)}\n`);
}

/** One JSON object on its own line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Tells what went wrong, where, and what to do next; returns the exit code. */
export function fail(error: unknown, json: boolean): number {
  const known = error instanceof SextantError ? error : undefined;
  const code = known?.code ?? 'internal';
  const message = messageOf(error);
  if (json) printJson({ event: 'error', code, message, where: known?.where, fix: known?.fix });
  say(`error[${code}]: ${message}`);
  if (known?.where) say(`  where: ${known.where}`);
  if (known?.fix) say(`  fix: ${known.fix}`);
  if (!known && error instanceof Error) say(error.stack ?? '');
  return code === 'bad_argument' ? 2 : 1;
}
