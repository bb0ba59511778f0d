import { workerData } from 'node:worker_threads';
import { serveJobs } from '../host/index.ts';
import type { Made, Maker } from './family.ts';
import { checkScene } from './generated.ts';
import { families } from './index.ts';
import { prepare } from './prepare.ts';
import type { ThreadSetup, ToThread } from './threads.ts';

/** One thread that makes scenes, one after the other. */
const setup: ThreadSetup = workerData;

const benchmark = families.find(({ id }) => id === setup.benchmark);
const family = await benchmark?.family();
if (!benchmark || !family) throw new Error(`${setup.benchmark} is not generated`);
// Opened with the first scene: a difficulty that makes no sense is then an answer, not the end of the thread.
let maker: Maker | undefined;

serveJobs<ToThread, Made>(async ({ scene, opts }) => {
  maker ??= await family.open(setup.difficulty, setup.seed);
  const made = await maker.make(scene, opts);
  checkScene(family, scene, made);
  return opts.publish === undefined ? made : prepare(benchmark, family, made, opts.publish);
}, buffersOf);

/** Files and what is published are given away, not copied, where nothing else is in their memory. */
function buffersOf({ files, published: { rows = {}, lines } = { answers: [] } }: Made): ArrayBuffer[] {
  const given = [...files, ...Object.values(rows)].map(({ bytes }) => bytes);
  return [...given, ...(lines ? [lines] : [])].flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
