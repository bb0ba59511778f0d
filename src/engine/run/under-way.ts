/** Tasks that were begun and have not ended. */
export class UnderWay {
  #count = 0;
  #wake = () => {};

  get count(): number {
    return this.#count;
  }

  /** @param task that never fails */
  begin(task: Promise<void>): void {
    this.#count += 1;
    void task.finally(() => {
      this.#count -= 1;
      this.#wake();
    });
  }

  /** Supports one waiter at a time. */
  oneEnded(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async allEnded(): Promise<void> {
    while (this.#count > 0) await this.oneEnded();
  }
}
