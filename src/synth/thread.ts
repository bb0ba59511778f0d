import { workerData } from 'node:worker_threads';
import { serveJobs } from '../host/index.ts';
import type { Made, Maker } from './family.ts';
import { checkScene } from './generated.ts';
import { families } from './index.ts';
import type { ThreadSetup, ToThread } from './threads.ts';

/** One thread that makes scenes, one after the other. */
const setup: ThreadSetup = workerData;

const family = await families.find(({ id }) => id === setup.benchmark)?.family();
if (!family) throw new Error(`${setup.benchmark} is not generated`);
// Opened with the first scene: a difficulty that makes no sense is then an answer, not the end of the thread.
let maker: Maker | undefined;

serveJobs<ToThread, Made>(async ({ scene, opts }) => {
  maker ??= await family.open(setup.difficulty, setup.seed);
  const made = await maker.make(scene, opts);
  checkScene(family, scene, made);
  return made;
}, buffersOf);

/** Files are given away, not copied, where nothing else is in their memory. */
function buffersOf({ files }: Made): ArrayBuffer[] {
  return files.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
