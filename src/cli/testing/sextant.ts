import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** What was compiled once need not be compiled by every process. */
export const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'sextant');

/** As the package has it: that starts twice as fast as the sources. */
export const built = [
  process.execPath,
  ...['--min-semi-space-size=32', '--max-semi-space-size=32'],
  join(root, 'dist', 'cli', 'bin.js'),
];

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
  /** As in a clone, where modules of tests may import any source. */
  fromSources?: boolean;
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
  { cwd, env = {}, stdin = '', fromSources = false }: Invocation,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const [command = '', ...words] = fromSources ? [join(root, 'bin', 'sextant')] : built;
  // A clean environment: no key or address of whoever runs the tests may reach the command.
  const child = spawn(command, [...words, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  });
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
