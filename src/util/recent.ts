interface RecentEntry<K, V> {
  key: K;
  value: V | undefined;
  weight: number;
  older: RecentEntry<K, V> | undefined;
  newer: RecentEntry<K, V> | undefined;
}

export interface RecentOptions<K, V> {
  /** What one takes of the room; 1 unless told otherwise. The one that was added last stays, however much it takes. */
  weigh?(key: K, value: V): number;
  /** Told of everything that leaves, for whatever reason. */
  left?(value: V): void;
}

/**
 * A memory for what was used last: beyond `most` it forgets what has not been asked for the longest.
 * @example
 * const recent = new Recent<string, Picture>(8);
 * const picture = recent.get(hash) ?? recent.set(hash, read(hash));
 */
export class Recent<K, V> {
  readonly #most: number;
  readonly #opts: RecentOptions<K, V>;
  readonly #entries = new Map<K, RecentEntry<K, V>>();
  #oldest: RecentEntry<K, V> | undefined;
  #newest: RecentEntry<K, V> | undefined;
  #weight = 0;

  constructor(most: number, opts: RecentOptions<K, V> = {}) {
    this.#most = most;
    this.#opts = opts;
  }

  get(key: K): V | undefined {
    const found = this.#entries.get(key);
    if (found && found !== this.#newest) {
      this.#unlink(found);
      this.#append(found);
    }
    return found?.value;
  }

  /** The same, without counting as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Gives the value back, so that it can be remembered and used in one go. */
  set(key: K, value: V): V {
    this.delete(key);
    const weight = this.#opts.weigh?.(key, value) ?? 1;
    const added: RecentEntry<K, V> = { key, value, weight, older: undefined, newer: undefined };
    this.#entries.set(key, added);
    this.#append(added);
    this.#weight += weight;
    while (this.#weight > this.#most && this.#oldest && this.#oldest !== added) this.delete(this.#oldest.key);
    return value;
  }

  delete(key: K): void {
    const found = this.#entries.get(key);
    if (!found) return;
    const { value } = found;
    this.#entries.delete(key);
    this.#unlink(found);
    this.#weight -= found.weight;
    // Tables that a busy Map has outgrown stay until the next full collection, and with them all that was ever in them.
    found.value = undefined;
    if (value !== undefined) this.#opts.left?.(value);
  }

  clear(): void {
    while (this.#oldest) this.delete(this.#oldest.key);
  }

  #append(entry: RecentEntry<K, V>): void {
    entry.older = this.#newest;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink(entry: RecentEntry<K, V>): void {
    const { older, newer } = entry;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    entry.older = undefined;
    entry.newer = undefined;
  }
}
