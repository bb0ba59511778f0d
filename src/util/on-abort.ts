import { at } from './at.ts';

type AbortListener = () => void;

/** By signal, those to call. */
const waiting = new WeakMap<AbortSignal, AbortListener[]>();

/**
 * Calls back once when a signal is set, unless it was taken back before. One listener serves all: a signal's own list leaves
 * those that were removed linked to those that came later, and once one of them is old, all of them stay with whatever they
 * know until the next full collection.
 * @returns takes it back
 * @example
 * const forget = onAbort(signal, () => socket.destroy());
 * await reply;
 * forget();
 */
export function onAbort(signal: AbortSignal, act: AbortListener): () => void {
  const acts = waiting.get(signal) ?? listen(signal);
  acts.push(act);
  return () => {
    const index = acts.indexOf(act);
    if (index === -1) return;
    acts[index] = at(acts, -1);
    acts.pop();
  };
}

function listen(signal: AbortSignal): AbortListener[] {
  const acts: AbortListener[] = [];
  waiting.set(signal, acts);
  signal.addEventListener('abort', () => {
    for (const act of acts.splice(0)) act();
  });
  return acts;
}
