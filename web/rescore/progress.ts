import { useSyncExternalStore } from 'react';

const changes = new EventTarget();
let units = 0;

/** How many units the scoring that is under way has done. */
export function tellProgress(done: number): void {
  units = done;
  changes.dispatchEvent(new Event('change'));
}

export function useProgress(): number {
  return useSyncExternalStore(
    (changed) => {
      changes.addEventListener('change', changed);
      return () => changes.removeEventListener('change', changed);
    },
    () => units,
  );
}
