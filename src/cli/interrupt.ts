import { say } from './output.ts';

/** Ctrl-C: the first finishes what is under way, the second drops it, the third ends us. No answer that came is lost. */
export function watchInterrupts(underWay = 'the answers under way') {
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    if (stop.signal.aborted) return abort.abort();
    say(`\nstopping: waiting for ${underWay} (press again to drop them)`);
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    release: () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
