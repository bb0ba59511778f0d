import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For work in many equal steps that leaves little behind: collects garbage after every so many. V8 would wait until the heap is
 * several times what is alive, and memory that a process once had it seldom gives back.
 * @returns to be called after every step
 */
export function collectEvery(steps: number): () => void {
  let done = 0;
  return () => {
    done += 1;
    if (done % steps === 0) collectGarbage();
  };
}

let collector: unknown;

/** V8 has it ready; contexts that are made while the flag is set can see it. Takes as long as it takes to look at what is alive. */
function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
  }
  if (typeof collector === 'function') collector();
}
