import type { Dataset, File, Module } from 'h5wasm/node';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { requireRegular } from '../../files/index.ts';

/** No picture is larger; a damaged file may say so. */
const LONGEST = 2 ** 26;

/** Six hours of a robot with 14 joints, at 50 times a second. */
const MOST_NUMBERS = 2 ** 24;

/** Shape and numpy's name of the type: `f8`, `u1`, `S1234`. */
export interface Hdf5Kind {
  shape: readonly number[];
  type: string;
}

/**
 * An HDF5 file to read from, in pieces: memory does not grow with it. Errors name the file and the dataset.
 * @example
 * const file = await Hdf5File.open('data/episode0.hdf5');
 * const states = file.numbers('joint_action/vector', [14]);
 * file.close();
 */
export class Hdf5File {
  readonly path: string;
  readonly #library: Library;
  readonly #file: File;

  private constructor(path: string, library: Library) {
    this.path = path;
    this.#library = library;
    this.#file = attempt(path, () => new library.File(path, 'r'));
  }

  static async open(path: string): Promise<Hdf5File> {
    requireRegular(path);
    return new Hdf5File(path, await loadLibrary());
  }

  /** Paths of all groups and datasets, without the first slash. */
  names(): string[] {
    return attempt(this.path, () => this.#file.paths());
  }

  /** Undefined when there is no such dataset. */
  kind(name: string): Hdf5Kind | undefined {
    const metadata = this.#find(name)?.metadata;
    if (!metadata) return undefined;
    const letter = ({ 0: metadata.signed ? 'i' : 'u', 1: 'f', 3: 'S' } as const)[metadata.type];
    const type = letter === undefined || metadata.vlen ? 'other' : `${letter}${metadata.size}`;
    return { shape: metadata.shape ?? [], type };
  }

  /** A whole dataset of numbers, last axis fastest. `perRow` is what each entry of the first axis must have. */
  numbers(name: string, perRow: readonly number[]): Float64Array {
    const dataset = this.#require(name);
    const { shape, type } = this.kind(name) ?? { shape: [], type: 'other' };
    if (!/^[fiu]/.test(type) || shape.length === 0 || shape.slice(1).join() !== perRow.join())
      throw this.#bad(name, `${type} of shape (${shape}), expected numbers of shape (frames, ${perRow})`);
    const count = shape.reduce((product, side) => product * side, 1);
    if (count > MOST_NUMBERS) throw this.#bad(name, `${count} numbers, at most ${MOST_NUMBERS} are read`);
    const value = attempt(this.#where(name), () => dataset.value);
    if (value instanceof Float64Array) return value;
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Float64Array.from(value, Number);
    throw this.#bad(name, 'cannot be read as numbers');
  }

  /** Entry `index` of a list of fixed-length byte strings, without the zeros that pad it. */
  bytes(name: string, index: number): Uint8Array {
    const { shape, type } = this.kind(name) ?? { shape: [], type: 'nothing' };
    if (!type.startsWith('S') || shape.length !== 1)
      throw this.#bad(name, `${type} of shape (${shape}), expected fixed-length byte strings of shape (frames)`);
    if (!(index < (shape[0] ?? 0))) throw this.#bad(name, `it has no entry ${index}, only ${shape[0]}`);
    const { module } = this.#library;
    const size = Number(type.slice(1));
    if (size > LONGEST) throw this.#bad(name, `entries of ${size} bytes, expected pictures`);
    const at = module._malloc(size);
    try {
      // The library's own call would read the bytes as text and end it at the first zero.
      attempt(this.#where(name), () =>
        module.get_dataset_data(this.#file.file_id, `/${name}`, [1n], [BigInt(index)], [1n], BigInt(at)),
      );
      const end = module.HEAPU8.subarray(at, at + size).findLastIndex((byte) => byte !== 0);
      return module.HEAPU8.slice(at, at + end + 1);
    } finally {
      module._free(at);
    }
  }

  close(): void {
    this.#file.close();
  }

  #find(name: string): Dataset | undefined {
    const entity = attempt(this.#where(name), () => this.#file.get(`/${name}`));
    return entity instanceof this.#library.Dataset ? entity : undefined;
  }

  #require(name: string): Dataset {
    const dataset = this.#find(name);
    if (dataset) return dataset;
    throw this.#bad(name, 'there is no such dataset');
  }

  #bad(name: string, message: string): SextantError {
    return new SextantError('bad_data', message, { where: this.#where(name) });
  }

  #where(name: string): string {
    return `${this.path} /${name}`;
  }
}

/** Reads from a file that is closed afterwards. */
export async function withHdf5<T>(path: string, read: (file: Hdf5File) => T | Promise<T>): Promise<T> {
  const file = await Hdf5File.open(path);
  try {
    return await read(file);
  } finally {
    file.close();
  }
}

interface Library {
  module: typeof Module;
  File: typeof File;
  Dataset: typeof Dataset;
}

let loaded: Promise<Library> | undefined;

/** Several megabytes that few need: the package does without them until they are asked for. */
function loadLibrary(): Promise<Library> {
  loaded ??= import('h5wasm/node').catch(missing).then(async ({ File, Dataset, ready }) => {
    const module = await ready;
    // Otherwise it prints what went wrong and goes on with nothing.
    module.activate_throwing_error_handler();
    return { module, File, Dataset };
  });
  return loaded;
}

function missing(cause: unknown): never {
  throw new SextantError('bad_config', 'reading HDF5 files needs h5wasm, which is not installed', {
    fix: 'npm install h5wasm',
    cause,
  });
}

function attempt<T>(where: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    // A trace of calls, outermost first: the last line tells the reason.
    const reasons = [...messageOf(cause).matchAll(/#\d+: .*?\(\): (.*)/g)];
    const reason = reasons.at(-1)?.[1] ?? messageOf(cause);
    throw new SextantError('bad_data', `not readable as HDF5: ${reason}`, { where, cause });
  }
}
