import { describeError } from '../../src/contracts/index.ts';
import { benchmarks } from '../../src/engine/pure.ts';
import { handEngine } from '../../src/sim/index.ts';
import type { ReplayJob, ReplayMessage } from './messages.ts';
import { resimulate } from './resimulate.ts';

/** A thread of its own: a few seconds of physics must not hold up the page. */
const say = (message: ReplayMessage) => postMessage(message);

addEventListener('message', ({ data: job }: MessageEvent<ReplayJob>) => {
  perform(job).catch((error: unknown) => say({ failure: describeError(error) }));
});

async function perform(job: ReplayJob): Promise<void> {
  if (job.wasm) handEngine(job.wasm);
  const benchmark = benchmarks.find(({ id }) => id === job.benchmark);
  if (!benchmark) throw new Error(`this version knows no benchmark ${job.benchmark}`);
  await resimulate(benchmark, job, say);
}
