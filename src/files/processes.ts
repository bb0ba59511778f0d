import { readFileSync, readlinkSync } from 'node:fs';

/** Whether no process of this machine works under that number. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return isZombie(pid);
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/** Killed, but kept in the table until its parent asks: in a container without an init for ever. Its last thread has ended. */
function isZombie(pid: number): boolean {
  const fields = statOf(pid);
  return fields[0] === 'Z' && Number(fields[17]) <= 1;
}

/** What Linux tells of a process after its name; nothing elsewhere. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** When the process began, in kernel ticks, plus the boot it belongs to; empty where the system does not tell. */
export function startOf(pid: number): string {
  try {
    const ticks = statOf(pid)[19];
    if (ticks === undefined) return '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${ticks}`;
  } catch {
    return '';
  }
}

/** Which kernel and which container: only there a process number means the same. Two containers may bear one host's name. */
export function processSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
