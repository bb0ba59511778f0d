/** The thread that simulates: a file of its own, or part of the page where the page is one file. */
export async function openWorker(): Promise<Worker> {
  if (import.meta.env.MODE !== 'single') {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  }
  const { default: Inlined } = await import('./worker.ts?worker&inline');
  return new Inlined();
}
