import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What a part of a benchmark tells about itself, as the last line it prints. */
export interface Measured {
  seconds: number;
  /** Seconds of processor time, of all its threads. */
  cpu: number;
  peakMB: number;
}

/** As bin/sextant starts Node. */
const FLAGS = ['--min-semi-space-size=32', '--max-semi-space-size=32'];
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/sextant');

/** Runs a part in a process of its own, so that its memory is its own. */
export async function measure(part: string, ...args: (string | number)[]): Promise<Measured> {
  const { seconds, cpu, peakMB } = JSON.parse(await lastLine(part, ...args));
  return { seconds, cpu, peakMB };
}

/** The last line that a part prints, which is run in a process of its own. */
export async function lastLine(part: string, ...args: (string | number)[]): Promise<string> {
  const child = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, part), ...args.map(String)], {
    env: { NODE_COMPILE_CACHE, ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) last = line;
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${part} failed`);
  return last;
}

/** Called by a part when its work begins. @returns to be called when it ends */
export function startClock(): () => void {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, peakMB: process.resourceUsage().maxRSS / 1024 }));
  };
}

/** The middle one of several tries: a busy machine spoils the mean. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
