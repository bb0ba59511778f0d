import type { Performance, Summary } from '../../contracts/index.ts';

/** How fast a policy was over many episodes. */
export class Pace {
  #calls = 0;
  #ms = 0;
  #commands = 0;
  #mostMs = 0;

  add(acting: Performance['acting']): void {
    if (!acting) return;
    this.#calls += acting.calls;
    this.#ms += acting.calls * acting.meanMs;
    this.#commands += acting.calls * acting.meanCommands;
    this.#mostMs = Math.max(this.#mostMs, acting.maxMs);
  }

  /** Empty where no policy was called. */
  get acting(): Pick<Summary, 'acting'> {
    if (this.#calls === 0) return {};
    const per = (value: number, of: number) => (of === 0 ? 0 : Math.round((1000 * value) / of) / 1000);
    return {
      acting: {
        calls: this.#calls,
        msPerCall: per(this.#ms, this.#calls),
        mostMs: this.#mostMs,
        commandsPerCall: per(this.#commands, this.#calls),
        msPerCommand: per(this.#ms, this.#commands),
        commandsPerSecond: per(1000 * this.#commands, this.#ms),
      },
    };
  }
}
