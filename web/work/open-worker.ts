/** A worker that has answered; null where a page may have none: in the form for single files, and where the browser refuses. */
export function openWorker(): Promise<Worker | null> {
  if (import.meta.env.MODE === 'single') return Promise.resolve(null);
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
