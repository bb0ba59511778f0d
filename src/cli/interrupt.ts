import { say } from './output.ts';

/** Ctrl-C: the first finishes what is under way, the second drops it. Nothing that was answered is lost either way. */
export function watchInterrupts() {
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = () => {
    if (!stop.signal.aborted) {
      say('\nstopping: waiting for the answers under way (press again to drop them)');
      stop.abort();
    } else {
      abort.abort();
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    release: () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
