/** A worker that has answered; null where the browser lets a page have none, for example when it was opened from disk. */
export function openWorker(): Promise<Worker | null> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.onerror = () => resolve(null);
      worker.onmessage = () => resolve(worker);
    } catch {
      resolve(null);
    }
  });
}
