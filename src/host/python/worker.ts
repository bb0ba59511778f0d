import { z } from 'zod';
import { type Json, SextantError } from '../../contracts/index.ts';
import type { Frame } from './frame.ts';
import { PythonError, type PythonPlace, PythonProcess } from './process.ts';

/** Something of the user's, loaded into a Python process: when it is first needed, and again after it failed. */
export class PythonWorker {
  readonly #place: PythonPlace;
  readonly #order: object;
  readonly #loadMs: number;
  #python: Promise<PythonProcess> | undefined;
  #loading: Promise<void> | undefined;
  #loaded = false;
  #hopeless: PythonError | undefined;

  /** `order` is what the bridge is told to load, in at most `loadMs`. */
  constructor(place: PythonPlace, order: object, loadMs: number) {
    this.#place = place;
    this.#order = order;
    this.#loadMs = loadMs;
  }

  /** Does nothing when loaded; waits while loading. If the first load failed, it is not retried. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    if ((await this.#python)?.idle) return;
    // The process still hangs in the previous request.
    this.kill();
    if (this.#hopeless) throw this.#hopeless;
    this.#python = PythonProcess.start(this.#place);
    const python = await this.#python;
    try {
      await python.ask(this.#order, { timeoutMs: this.#loadMs });
    } catch (error) {
      python.kill();
      if (!this.#loaded && error instanceof PythonError && error.kind === 'raised') this.#hopeless = error;
      throw error;
    }
    this.#loaded = true;
  }

  /** Asks what was loaded last: an answer out of a fresh process would lack what was said before. */
  async ask(...question: Parameters<PythonProcess['ask']>): Promise<Frame> {
    const python = await this.#python;
    if (!python) throw new PythonError('died', 'Python is not running');
    return python.ask(...question);
  }

  /** Works during startup too. The next request loads it again. */
  kill(): void {
    this.#python?.then(
      (python) => python.kill(),
      () => {},
    );
    this.#python = undefined;
  }

  async close(): Promise<void> {
    await (await this.#python)?.close();
  }
}

/** Starting Python takes a second; on a busy cluster, some more. */
const TIMEOUT_MS = 120_000;

const Description = z.object({ python: z.string(), args: z.record(z.string(), z.json()) });

interface DescribeOptions extends PythonPlace {
  /** Whether it takes NumPy. */
  numpy: boolean;
  /** A policy's config file. */
  config?: { file: string; text: string } | undefined;
  overrides?: readonly string[];
}

/** Which Python it is, and what a policy's settings come to. Throws when this Python or the settings will not do. */
export async function describePython(opts: DescribeOptions): Promise<{ python: string; args: Record<string, Json> }> {
  const { numpy, config, overrides = [] } = opts;
  const python = await PythonProcess.start(opts);
  try {
    const order = { do: 'describe', numpy, config: config?.text ?? null, overrides };
    return Description.parse((await python.ask(order, { timeoutMs: TIMEOUT_MS })).header);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    if (error.kind === 'no_numpy') {
      throw new SextantError('bad_config', `${python.program} has no NumPy: ${error.message}`, {
        fix: `${python.program} -m pip install numpy, or let SEXTANT_PYTHON name a Python that has it`,
      });
    }
    const where = error.kind === 'raised' && config ? { where: config.file } : {};
    throw new SextantError('bad_config', error.message, where);
  } finally {
    python.kill();
  }
}
