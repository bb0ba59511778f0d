import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isGone } from '../files/index.ts';
import { isLocked, takeLock } from './lock.ts';

function lockPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'sextant-lock-')), 'lock');
}

/** Another process that takes the lock, tells so, and keeps it. */
async function holder(path: string) {
  const lock = join(dirname(fileURLToPath(import.meta.url)), 'lock.ts');
  const code = `import(${JSON.stringify(lock)}).then(({ takeLock }) => { takeLock(${JSON.stringify(path)}); console.log('taken'); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a second taker is told who holds the lock', async () => {
  const path = lockPath();
  const child = await holder(path);
  expect(() => takeLock(path)).toThrow(`process ${child.pid} on ${hostname()}`);
});

test('the lock of a killed process is taken over', async () => {
  const path = lockPath();
  const child = await holder(path);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(path)).toBe(true);
  const release = takeLock(path);
  expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('the lock of a killed process that nobody buries is taken over', async () => {
  const path = lockPath();
  const lock = join(dirname(fileURLToPath(import.meta.url)), 'lock.ts');
  const code = `import(${JSON.stringify(lock)}).then(({ takeLock }) => { takeLock(${JSON.stringify(path)}); process.kill(process.pid, 'SIGKILL'); })`;
  // A parent that never asks how its child ended, as many a container's first process.
  const parent = spawn('sh', ['-c', '"$0" -e "$1" & echo $!; exec sleep 300', process.execPath, code]);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [said] = await once(parent.stdout, 'data');
  // A zombie whose other threads are still ending may yet write: it counts as gone with its last one.
  while (!isGone(Number(String(said)))) await sleep(10);
  expect(existsSync(path)).toBe(true);
  takeLock(path)();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a process number that was given to somebody else does not keep the lock alive', () => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), started: 'another boot/1' }));
  takeLock(path)();
  expect(existsSync(path)).toBe(false);
});

test('a lock from another machine is respected', () => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }));
  expect(() => takeLock(path)).toThrow('process 1 on elsewhere');
});

test('what killed takers left behind is swept up, and nothing else', () => {
  const path = lockPath();
  const gone = 2 ** 22 - 1;
  const owner = (pid: number, host: string) => JSON.stringify({ pid, host, started: '' });
  const left = { [`lock.${gone}`]: owner(gone, hostname()), 'lock.1.stale': owner(gone, hostname()) };
  const torn = { [`lock.${gone - 1}`]: '' };
  const kept = { 'lock.1': owner(1, hostname()), [`lock.${gone - 2}`]: owner(gone, 'elsewhere'), 'lock.txt': '' };
  for (const [name, text] of Object.entries({ ...left, ...torn, ...kept }))
    writeFileSync(join(dirname(path), name), text);
  takeLock(path)();
  expect(readdirSync(dirname(path)).sort()).toEqual(Object.keys(kept).sort());
});

test('a link in the place of our draft leads nowhere', () => {
  const path = lockPath();
  const victim = `${path}-victim`;
  writeFileSync(victim, 'kept');
  symlinkSync(victim, `${path}.${process.pid}`);
  takeLock(path)();
  expect(readFileSync(victim, 'utf8')).toBe('kept');
});

test('of many takers of a dead lock exactly one wins', async () => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 - 1, host: hostname(), started: 'gone' }));
  const lock = join(dirname(fileURLToPath(import.meta.url)), 'lock.ts');
  const code = `import(${JSON.stringify(lock)}).then(({ takeLock }) => { try { takeLock(${JSON.stringify(path)}); console.log('taken'); process.stdin.resume(); } catch (error) { console.log(error.code); } })`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const said = await Promise.all(children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()));
  expect(said.filter((word) => word === 'taken')).toHaveLength(1);
  expect(said.filter((word) => word === 'run_locked')).toHaveLength(5);
});

test('the lock of another machine is taken over when its job is known to have ended, and told', () => {
  const path = lockPath();
  const job = { scheduler: 'slurm:c', id: '17', start: 0 };
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'elsewhere', started: '', job }));
  expect(() => takeLock(path, { isGone: () => false })).toThrow('process 1 on elsewhere');
  expect(() => takeLock(path, {})).toThrow('process 1 on elsewhere');
  const told: string[] = [];
  takeLock(path, { isGone: ({ id }) => id === '17', onTakeOver: (text) => told.push(text) })();
  expect(told.join()).toContain('process 1 on elsewhere was taken over: its job 17 has ended');
});

test('a lock that somebody else takes over first stays theirs', () => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }));
  const faster = JSON.stringify({ pid: process.ppid, host: hostname(), started: '' });
  expect(() => takeLock(path, { takeOver: true, onTakeOver: () => writeFileSync(path, faster) })).toThrow(
    `process ${process.ppid} on ${hostname()}`,
  );
  expect(readFileSync(path, 'utf8')).toBe(faster);
});

test('a lock without a job is taken over only where a person says so', () => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }));
  expect(() => takeLock(path, { isGone: () => true })).toThrow('process 1 on elsewhere');
  const told: string[] = [];
  takeLock(path, { takeOver: true, onTakeOver: (text) => told.push(text) })();
  expect(told.join()).toContain('as --take-over asks');
});

test('a living process of this machine keeps its lock whatever anybody says', async () => {
  const path = lockPath();
  const child = await holder(path);
  expect(() => takeLock(path, { takeOver: true, isGone: () => true })).toThrow(`process ${child.pid}`);
});

test('who gives back a lock that was taken over meanwhile leaves it to its new owner', () => {
  const path = lockPath();
  const release = takeLock(path);
  const other = JSON.stringify({ pid: 1, host: 'elsewhere', started: '' });
  writeFileSync(path, other);
  release();
  expect(readFileSync(path, 'utf8')).toBe(other);
});

test('a lock is held unless its owner is certainly gone', () => {
  const path = lockPath();
  expect(isLocked(path)).toBe(false);
  const here = { pid: 2 ** 22 - 1, host: hostname(), started: '' };
  for (const [text, held] of [
    [JSON.stringify(here), false],
    [JSON.stringify({ ...here, pid: process.pid }), true],
    [JSON.stringify({ ...here, host: 'elsewhere' }), true],
    // Nobody knows whose it is.
    ['{"pid":', true],
  ] as const) {
    writeFileSync(path, text);
    expect([text, isLocked(path)]).toEqual([text, held]);
  }
  expect(() => takeLock(path)).toThrow('another process is writing');
});
