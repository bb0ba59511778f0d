import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command itself, as users call it. */
const command = join(import.meta.dirname, '../../../bin/sextant');

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** The objects on stdout. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape
  json: any[];
}

export interface Invocation {
  cwd: string;
  env?: Record<string, string>;
  stdin?: string;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sextant-cli-'));
}

/** Runs the real command line in a process of its own and waits for its end. */
export async function sextant(place: Invocation, ...args: string[]): Promise<Ended> {
  return begin(place, ...args).ended;
}

/** The same, with the process at hand while it runs. */
export function begin(
  { cwd, env = {}, stdin = '' }: Invocation,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  // A clean environment: no key or address of whoever runs the tests may reach the command.
  const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...env }, stdio: 'pipe' });
  child.stdin.on('error', () => {}).end(stdin);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  child.stderr.on('data', (chunk) => stderr.push(chunk));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    const text = Buffer.concat(stdout).toString();
    return { code, signal, stdout: text, stderr: Buffer.concat(stderr).toString(), json: parseLines(text) };
  });
  return { child, ended };
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
