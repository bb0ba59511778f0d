/** The same items; `see` is called with each of them `places` items before it is yielded. */
export async function* lookAhead<T>(
  items: AsyncIterable<T>,
  places: number,
  see: (item: T) => void,
): AsyncGenerator<T> {
  const seen: T[] = [];
  for await (const item of items) {
    see(item);
    seen.push(item);
    const next = seen.length > places ? seen.shift() : undefined;
    if (next !== undefined) yield next;
  }
  yield* seen;
}

type FileBytes = Uint8Array | null;

/** Files that are fetched before they are needed, many at a time; the last ones are kept for a while. */
export class FilePrefetch {
  readonly #fetch: (hashes: string[]) => Promise<FileBytes[]>;
  readonly #files = new Map<string, Promise<FileBytes>>();
  /** Foreseen, and not asked for yet. */
  #waiting = new Set<string>();

  constructor(fetch: (hashes: string[]) => Promise<FileBytes[]>) {
    this.#fetch = fetch;
  }

  foresee(sha256: string): void {
    if (this.#files.has(sha256)) return;
    this.#waiting.add(sha256);
    if (this.#waiting.size >= TOGETHER) this.#fetchWaiting();
  }

  get(sha256: string): Promise<FileBytes> {
    this.foresee(sha256);
    if (this.#waiting.has(sha256)) this.#fetchWaiting();
    return this.#files.get(sha256) ?? Promise.resolve(null);
  }

  #fetchWaiting(): void {
    const hashes = [...this.#waiting];
    this.#waiting = new Set();
    const fetched = this.#fetch(hashes);
    // The failure is reported by get(); this only prevents an unhandled rejection.
    fetched.catch(() => {});
    for (const [at, sha256] of hashes.entries()) {
      const file = fetched.then((files) => files[at] ?? null);
      file.catch(() => {});
      this.#files.set(sha256, file);
    }
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MOST_FILES) break;
      this.#files.delete(oldest);
    }
  }
}

/** FilePrefetch that are fetched with one request, and files that are kept. */
const [TOGETHER, MOST_FILES] = [100, 1200];
