/** Things by their ids: those that come with Sextant, and those that somebody brought and may take away again. */
export class Registry<T extends { id: string }> {
  readonly #own: readonly T[];
  readonly #isReserved: (id: string) => boolean;
  readonly #brought = new Map<string, T>();

  /** `isReserved` tells of ids that mean something although nothing here has them: `openai/gpt-4o`. */
  constructor(own: readonly T[], isReserved: (id: string) => boolean = () => false) {
    this.#own = own;
    this.#isReserved = isReserved;
  }

  all(): T[] {
    return [...this.#own, ...this.#brought.values()];
  }

  get(id: string): T | undefined {
    return this.#brought.get(id) ?? this.#own.find((one) => one.id === id);
  }

  isTaken(id: string): boolean {
    return this.get(id) !== undefined || this.#isReserved(id);
  }

  /** Whoever adds has asked `isTaken`: a second thing of the same name is a bug. */
  add(thing: T): void {
    if (this.isTaken(thing.id)) throw new Error(`there is a ${thing.id} already`);
    this.#brought.set(thing.id, thing);
  }

  /** Takes away what was added; what comes with Sextant stays. */
  remove(id: string): void {
    this.#brought.delete(id);
  }
}
