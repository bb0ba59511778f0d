import { say } from './output.ts';

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C, or another wish that we end: the first finishes what is under way, the second drops it, the third ends us. No answer that came is lost. */
export function watchInterrupts(underWay = 'the answers under way') {
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    if (stop.signal.aborted) return abort.abort();
    say(`\nstopping: waiting for ${underWay} (press again to drop them)`);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
