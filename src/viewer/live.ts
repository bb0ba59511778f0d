import { statSync } from 'node:fs';
import { runPaths } from '../store/index.ts';
import type { RunCatalog } from './run-catalog.ts';

/** Polling is cheap and works on every file system; file watching is neither. */
const EVERY_MS = 700;

/** Notifies listeners of changed runs. Polls only while there are listeners. */
export class Live {
  readonly #catalog: RunCatalog;
  readonly #listeners = new Set<(run: string) => void>();
  #seen = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(catalog: RunCatalog) {
    this.#catalog = catalog;
  }

  /** @returns how to stop */
  listen(listener: (run: string) => void): () => void {
    if (this.#listeners.size === 0) this.#seen = this.#look();
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tell(), EVERY_MS);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #tell(): void {
    const now = this.#look();
    const changed = [...now.keys(), ...this.#seen.keys()].filter((run) => now.get(run) !== this.#seen.get(run));
    this.#seen = now;
    for (const run of new Set(changed)) for (const listener of this.#listeners) listener(run);
  }

  /** Identifies a state of a run: its files, and whether it is locked. */
  #look(): Map<string, string> {
    return new Map(
      [...this.#catalog.folders()].map(([id, folder]) => {
        const { run, events, lock, summary } = runPaths(folder);
        return [id, [run, events, lock, summary].map(signature).join(' ')];
      }),
    );
  }
}

function signature(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.size}@${found.mtimeMs}` : '-';
}
