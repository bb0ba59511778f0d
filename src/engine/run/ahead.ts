/** Prepares up to `count` items ahead of their use and yields them in order: media are ready when a request may go out. */
export async function* prepareAhead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  count: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  if (Symbol.asyncIterator in items) return yield* prepareAsTheyCome(items, count, prepare);
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

/** The same where the next item may be long in coming, and may depend on what becomes of those before: nobody waits for it. */
async function* prepareAsTheyCome<T, R>(
  items: AsyncIterable<T>,
  count: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const ready: Promise<R>[] = [];
  let wake = () => {};
  const change = () => new Promise<void>((resolve) => (wake = resolve));
  let changed = change();
  const tell = () => {
    wake();
    changed = change();
  };
  let ended = false;
  let failure: { cause: unknown } | undefined;
  const supply = async () => {
    for await (const item of items) {
      const promise = prepare(item);
      promise.catch(() => {});
      ready.push(promise);
      tell();
      while (ready.length > count && !ended) await changed;
      if (ended) return;
    }
  };
  const supplied = supply()
    .catch((cause: unknown) => (failure = { cause }))
    .finally(() => {
      ended = true;
      tell();
    });
  try {
    for (;;) {
      const next = ready.shift();
      if (next) {
        tell();
        yield await next;
      } else if (ended) break;
      else await changed;
    }
    await supplied;
    if (failure) throw failure.cause;
  } finally {
    ended = true;
    tell();
  }
}
