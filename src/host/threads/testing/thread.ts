import { threadId, workerData } from 'node:worker_threads';
import { SextantError } from '../../../contracts/index.ts';
import { serveJobs } from '../serve.ts';

export type Job = 'who' | 'refuse' | 'block' | 'die' | { after: SharedArrayBuffer };

/** A thread that says who it is, or misbehaves. */
serveJobs<Job, { seat: number; threadId: number }>(async (job, acting) => {
  if (job === 'refuse') throw new SextantError('bad_data', 'no', { where: 'here', fix: 'do not ask' });
  if (job === 'die') process.exit(1);
  if (job === 'block') acting(1);
  // Until somebody wakes it.
  if (typeof job === 'object') Atomics.wait(new Int32Array(job.after), 0, 0);
  if (job === 'block') for (;;);
  return { seat: workerData.seat, threadId };
});
