/** Prepares up to `count` items ahead of their use and yields them in order: media are ready when a request may go out. */
export async function* prepareAhead<T, R>(
  items: Iterable<T>,
  count: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const queue: Promise<R>[] = [];
  for (const item of items) {
    const promise = prepare(item);
    promise.catch(() => {}); // reported when its turn comes
    queue.push(promise);
    const next = queue.length > count ? queue.shift() : undefined;
    if (next) yield await next;
  }
  for (const promise of queue) yield await promise;
}
