import type { RunEnd } from '../engine/index.ts';

interface Unfinished {
  why: string;
  /** How to go on. */
  resume: string;
  exitCode: number;
}

/** What to tell when a run is not finished. @param who the contestant's id */
export function unfinished(end: Exclude<RunEnd, 'done'>, who: string): Unfinished {
  const { why, resume, exitCode } = endings[end];
  return { why, resume: resume.replaceAll('<model>', () => who), exitCode };
}

const endings: Record<Exclude<RunEnd, 'done'>, Unfinished> = {
  decided: {
    why: 'stopped: enough is known',
    resume: 'run the same command without --until to ask the rest',
    exitCode: 0,
  },
  stopped: { why: 'stopped', resume: 'run the same command again to continue', exitCode: 130 },
  budget: {
    why: 'stopped: the next request could exceed the budget',
    resume: 'run the same command with a larger --budget to continue',
    exitCode: 3,
  },
  data: {
    why: 'some questions could not be asked, because their data are wrong (see the problems above)',
    resume: 'mend the data and run the same command again',
    exitCode: 1,
  },
  auth: {
    why: 'stopped: the server does not accept the key',
    resume: 'set the right key and run the same command again to continue',
    exitCode: 3,
  },
  quota: {
    why: 'stopped: the account is empty',
    resume: 'fill it up and run the same command again to continue',
    exitCode: 3,
  },
  unknown_model: {
    why: 'stopped: the server has no such model, or the address is not that of its API',
    resume:
      'check the name in `--model <model>` and the address (`sextant doctor --model <model>` asks the server), then run the command again',
    exitCode: 3,
  },
  connection: {
    why: 'stopped: nobody answers at this address',
    resume: 'start the server, check the address (`sextant doctor`), and run the same command again to continue',
    exitCode: 3,
  },
};
