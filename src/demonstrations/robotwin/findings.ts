import { messageOf, SextantError } from '../../contracts/index.ts';

/** Something that is wrong with a set, or might be. */
export interface SetFinding {
  severity: 'error' | 'warning';
  /** The file, and the dataset in it. */
  where: string;
  message: string;
}

/** Findings in the order in which they were made, each once. */
export class SetFindings {
  readonly #all = new Map<string, SetFinding>();

  get all(): SetFinding[] {
    return [...this.#all.values()];
  }

  error(where: string, message: string): void {
    this.#all.set(`${where}: ${message}`, { severity: 'error', where, message });
  }

  warn(where: string, message: string): void {
    this.#all.set(`${where}: ${message}`, { severity: 'warning', where, message });
  }

  /** What a reader throws about its file becomes a finding; whatever else goes wrong is no matter of the set. */
  async attempt<T>(where: string, read: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (thrown) {
      if (!(thrown instanceof SextantError)) throw thrown;
      this.error(thrown.where ?? where, messageOf(thrown));
      return undefined;
    }
  }
}
