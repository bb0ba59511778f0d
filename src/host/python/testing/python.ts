import { spawnSync } from 'node:child_process';

const { status, stdout } = spawnSync('python3', ['-c', 'import numpy, sys; print(sys.executable)'], {
  encoding: 'utf8',
});

/** Whether this machine has what policies in Python need. */
export const hasNumpy = status === 0;

/** Nothing of whoever runs the tests but where programs are. Python itself, not a shim that looks for it. */
export const bareEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  SEXTANT_PYTHON: stdout.trim(),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** Whether a process does anything any more. */
export function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

/** Whether Python can import this. */
export function hasModule(name: string): boolean {
  return spawnSync('python3', ['-c', `import ${name}`]).status === 0;
}
