import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { messageOf, SextantError } from '../contracts/index.ts';
import { isRunFolder, readRunFile } from '../store/index.ts';

/** A run that may be looked at. */
export interface NamedRun {
  /** How it is asked for: its path below the root. */
  run: string;
  benchmark: string;
  who: string;
  protocol: string;
  created: string;
}

/** How deep below a root runs are looked for: suites put theirs into a folder of their own. */
const DEPTH = 3;
const MOST_RUNS = 500;
const MOST_NAME = 100;

/** The folders that a server may read runs from, and nothing outside of them: not by `..`, not by a link. */
export class RunRoots {
  readonly #roots: readonly string[];

  constructor(roots: readonly string[]) {
    for (const root of roots)
      if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
        throw new SextantError('bad_argument', 'there is no such folder', {
          where: root,
          fix: 'name a folder that has runs in it',
        });
    this.#roots = roots.map((root) => realpathSync(resolve(root)));
  }

  /** Runs below the roots, by path. One that cannot be read is named with what is wrong. */
  list(): NamedRun[] {
    return this.#roots
      .flatMap((root) => [...folders(root, DEPTH)].map((path) => describe(path, relative(root, path) || '.')))
      .slice(0, MOST_RUNS);
  }

  /** The folder of a run. */
  find(name: string): string {
    for (const root of this.#roots) {
      const path = resolve(root, name);
      if (!existsSync(path)) continue;
      const real = realpathSync(path);
      if (real !== path || !(real === root || real.startsWith(root + sep))) continue;
      if (isRunFolder(real)) return real;
    }
    throw new SextantError('bad_argument', `no run is called ${JSON.stringify(name)}`, {
      fix: 'list_runs names all that can be read here',
    });
  }
}

function* folders(dir: string, depth: number): Generator<string> {
  if (isRunFolder(dir)) {
    yield dir;
    return;
  }
  if (depth === 0) return;
  // A link is no directory here, so none is followed.
  const below = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of below.sort((a, b) => (a.name < b.name ? -1 : 1))) yield* folders(join(dir, name), depth - 1);
}

function describe(path: string, run: string): NamedRun {
  try {
    const { spec, createdAt } = readRunFile(path);
    const { benchmark, model, protocol } = spec;
    return {
      run,
      benchmark: brief(benchmark),
      who: brief(model.id),
      protocol: brief(protocol.id),
      created: brief(createdAt),
    };
  } catch (error) {
    return { run, benchmark: '', who: '', protocol: '', created: brief(messageOf(error)) };
  }
}

/** A name that somebody made long must not keep agents from reading the others. */
function brief(text: string): string {
  return text.length <= MOST_NAME ? text : `${text.slice(0, MOST_NAME)}…`;
}
