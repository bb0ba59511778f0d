import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, SextantError } from '../contracts/index.ts';
import type { Made, Maker } from './family.ts';
import { checkScene } from './generated.ts';
import { families } from './index.ts';
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts';

/** One thread that makes scenes, one after the other. */
const setup: ThreadSetup = workerData;
const port = parentPort;
if (!port) throw new Error('this file is run as a thread');

const family = await families.find(({ id }) => id === setup.benchmark)?.family();
if (!family) throw new Error(`${setup.benchmark} is not generated`);
// Opened with the first scene: a difficulty that makes no sense is then an answer, not the end of the thread.
let maker: Maker | undefined;
let last: Promise<void> = Promise.resolve();

port.on('message', ({ scene, opts }: ToThread) => {
  last = last.then(async () => {
    try {
      maker ??= await family.open(setup.difficulty, setup.seed);
      const made = await maker.make(scene, opts);
      checkScene(family, scene, made);
      say({ made }, buffersOf(made));
    } catch (error) {
      say(failure(error));
    }
  });
});

function say(message: FromThread, given: ArrayBuffer[] = []): void {
  port?.postMessage(message, given);
}

/** Files are given away, not copied, where nothing else is in their memory. */
function buffersOf({ files }: Made): ArrayBuffer[] {
  return files.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}

function failure(error: unknown): FromThread {
  if (!(error instanceof SextantError)) return { code: 'internal', message: messageOf(error), place: {} };
  const { code, message, where, fix } = error;
  return { code, message, place: { ...(where === undefined ? {} : { where }), ...(fix === undefined ? {} : { fix }) } };
}
