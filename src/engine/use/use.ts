import { resolve } from 'node:path';
import type { ReportFormat, RunSpec } from '../../contracts/index.ts';
import type { Registry } from '../../util/index.ts';

/** A module of the user's, identified by its hash. */
export interface ModuleMark {
  /** As it was named. */
  file: string;
  sha256: string;
}

/** One whose names are known. */
export interface Brought {
  sha256: string;
  /** Ids of all that it brought. */
  ids: ReadonlySet<string>;
  /** Forgets them. */
  remove(): void;
}

export interface UseOptions {
  cwd: string;
  /** What its content must be, where somebody loaded it before. */
  sha256?: string;
  /** Where formats of reports go, for whoever reports. */
  formats?: Registry<ReportFormat>;
  /** Verbs of the command line, which those of benchmarks must not pass for. */
  verbs?: readonly string[];
}

/** By path. What is used here is known by name everywhere in this process, and in the threads that it starts. */
const inUse = new Map<string, Used>();
/** Modules being loaded: two callers may ask for the same one at once. */
const loading = new Map<string, Promise<Used>>();

type Used = Brought & { file: string; users: number };

/** What a person named: modules, and a config that may name more of them. */
export interface NamedModules {
  use?: readonly string[] | undefined;
  config?: string | undefined;
}

/**
 * Loads all of them, or none.
 * @example const mine = await bringModules({ use: ['./mine.ts'] }, { cwd: process.cwd() }); // … mine[Symbol.dispose]()
 */
export async function bringModules({ use = [], config }: NamedModules, opts: UseOptions): Promise<Disposable> {
  const modules: Disposable[] = [];
  const all = {
    [Symbol.dispose]() {
      for (const module of modules.splice(0)) module[Symbol.dispose]();
    },
  };
  try {
    // Imported only where a config is named: it loads all models.
    const more =
      config === undefined ? [] : await (await import('../../contestants/index.ts')).modulesIn(config, opts.cwd);
    for (const file of [...use, ...more]) modules.push(await bringModule(file, opts));
    return all;
  } catch (error) {
    all[Symbol.dispose]();
    throw error;
  }
}

/**
 * Loads a module of the user's: from now on, what it exports (`benchmarks`, `models`, `policies`, `extractors`, `formats`) is
 * found by name like our own. The only place where such code is loaded, and only for files that a person named: never for what a
 * run, a pack or a file in this folder says.
 * @example const mine = await bringModule('./mine.ts', { cwd: process.cwd() }); // … mine[Symbol.dispose]()
 */
export async function bringModule(file: string, opts: UseOptions): Promise<Disposable> {
  const path = resolve(opts.cwd, file);
  const known = inUse.get(path) ?? (await load(path, file, opts));
  known.users += 1;
  let released = false;
  return {
    [Symbol.dispose]() {
      if (released) return;
      released = true;
      known.users -= 1;
      if (known.users > 0) return;
      known.remove();
      inUse.delete(path);
    },
  };
}

function load(path: string, file: string, opts: UseOptions): Promise<Used> {
  const coming =
    loading.get(path) ??
    // Imported only when a module is used: checking one needs every contract.
    import('./load-module.ts')
      .then(({ loadModule }) => loadModule(path, opts))
      .then((brought) => {
        const used = { ...brought, file, users: 0 };
        inUse.set(path, used);
        return used;
      })
      .finally(() => loading.delete(path));
  loading.set(path, coming);
  return coming;
}

/** Every module in use, for threads that have to know the same names. */
export function modulesInUse(): ModuleMark[] {
  return [...inUse].map(([file, { sha256 }]) => ({ file, sha256 }));
}

/** The modules that brought one of these: what a run's spec says of them. */
export function modulesOf(ids: readonly string[]): Pick<RunSpec, 'use'> {
  const bringing = [...inUse.values()].filter((used) => ids.some((id) => used.ids.has(id)));
  return bringing.length === 0 ? {} : { use: bringing.map(({ file, sha256 }) => ({ file, sha256 })) };
}
