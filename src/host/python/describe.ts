import { z } from 'zod';
import { type Json, SextantError } from '../../contracts/index.ts';
import { PythonError, type PythonPlace, PythonProcess } from './process.ts';

/** Starting Python takes a second; on a busy cluster, some more. */
const TIMEOUT_MS = 120_000;

const Description = z.object({ python: z.string(), args: z.record(z.string(), z.json()) });

export interface DescribeOptions extends PythonPlace {
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
