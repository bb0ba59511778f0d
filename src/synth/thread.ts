import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, SextantError } from '../contracts/index.ts';
import { checkScene } from './generated.ts';
import { families } from './index.ts';
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts';

/** One thread that makes scenes, one after the other. */
const setup: ThreadSetup = workerData;
const port = parentPort;
if (!port) throw new Error('this file is run as a thread');

const family = await families.find(({ id }) => id === setup.benchmark)?.family();
if (!family) throw new Error(`${setup.benchmark} is not generated`);
const maker = await family.open(setup.difficulty, setup.seed);
let last: Promise<void> = Promise.resolve();

port.on('message', ({ scene, opts }: ToThread) => {
  last = last.then(async () => {
    try {
      const made = await maker.make(scene, opts);
      checkScene(family, scene, made);
      say({ made });
    } catch (error) {
      say(failure(error));
    }
  });
});

function say(message: FromThread): void {
  port?.postMessage(message);
}

function failure(error: unknown): FromThread {
  if (!(error instanceof SextantError)) return { code: 'internal', message: messageOf(error), place: {} };
  const { code, message, where, fix } = error;
  return { code, message, place: { ...(where === undefined ? {} : { where }), ...(fix === undefined ? {} : { fix }) } };
}
