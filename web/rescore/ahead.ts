/** The same items, each of them seen so many places before its turn. */
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

type Bytes = Uint8Array | null;

/** Files that are fetched before they are needed; the last ones are kept for a while. */
export class Files {
  readonly #fetch: (sha256: string) => Promise<Bytes>;
  readonly #files = new Map<string, Promise<Bytes>>();

  constructor(fetch: (sha256: string) => Promise<Bytes>) {
    this.#fetch = fetch;
  }

  foresee(sha256: string): void {
    // Who needs it is told of a failure, nobody else.
    this.get(sha256).catch(() => {});
  }

  get(sha256: string): Promise<Bytes> {
    const file = this.#files.get(sha256) ?? this.#fetch(sha256);
    this.#files.set(sha256, file);
    if (this.#files.size > MOST_FILES) this.#forgetOldest();
    return file;
  }

  #forgetOldest(): void {
    for (const oldest of this.#files.keys()) {
      this.#files.delete(oldest);
      return;
    }
  }
}

const MOST_FILES = 200;
