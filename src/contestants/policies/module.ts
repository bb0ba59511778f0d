import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Action, messageOf, Needs, type Policy, PolicyError, SextantError } from '../../contracts/index.ts';
import { demandFile, readRegular, sha256 } from '../../files/index.ts';

function method<F>() {
  return z.custom<F>((value) => typeof value === 'function', 'must be a function');
}

export const PolicyShape = z.object({
  id: z.string().min(1),
  needs: Needs,
  settings: z.record(z.string(), z.json()),
  prepare: method<NonNullable<Policy['prepare']>>().exactOptional(),
  reset: method<Policy['reset']>(),
  act: method<Policy['act']>(),
  atOnce: z.number().int().positive().exactOptional(),
  close: method<NonNullable<Policy['close']>>().exactOptional(),
});

/** A policy written by the user: a module that exports `policy`, a default, or `createPolicy()`. */
export async function openModule(file: string): Promise<Policy> {
  const exported = await load(file);
  const shape = PolicyShape.safeParse(exported);
  if (!shape.success) {
    const why = shape.error.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`).join('; ');
    throw new SextantError('unknown_policy', `what the module exports is no policy: ${why}`, {
      where: file,
      fix: 'export `policy`, a default policy, or `createPolicy()`; see examples/my-policy.ts',
    });
  }
  // Its own name space: a module cannot pass for somebody else's policy.
  const id = `module/${shape.data.id.replace(/^module\//, '')}`;
  return guardPolicy({ id, file, sha256: sha256(readRegular(file)), exported });
}

/** A policy out of a module of the user's. */
export interface ModulePolicy {
  /** What it is called in runs. */
  id: string;
  /** Whose code it is. */
  file: string;
  sha256: string;
  /** As the module has it; checked when it is opened. */
  exported: unknown;
}

/** A policy whose commands are numbers, whatever its author makes of them, and which is prepared once. */
export function guardPolicy({ id, sha256, exported }: ModulePolicy): Policy {
  const { needs, settings, prepare, reset, act, atOnce, close } = PolicyShape.parse(exported);
  let prepared: Promise<void> | undefined;
  return {
    id,
    needs,
    // Its content: a changed module is another policy. How long its commands last is worth saying beside every score.
    settings: { ...settings, file: sha256, ...(needs.every === undefined ? {} : { every: needs.every }) },
    ...(prepare ? { prepare: () => (prepared ??= preparing(() => prepare.call(exported))) } : {}),
    reset: (start) => reset.call(exported, start),
    act(observation) {
      const chunk = act.call(exported, observation);
      return chunk instanceof Promise ? chunk.then(asCommands) : asCommands(chunk);
    },
    ...(atOnce === undefined ? {} : { atOnce }),
    ...(close ? { close: () => close.call(exported) } : {}),
  };
}

async function preparing(prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    throw new PolicyError('policy_failed', `prepare: ${messageOf(error)}`, { cause: error });
  }
}

/** People write plain lists; what is no number in them becomes NaN and is refused later, by its place. */
function asCommands(chunk: Action[] | 'done'): Action[] | 'done' {
  if (!Array.isArray(chunk)) return chunk;
  return chunk.map((action) => (Array.isArray(action) ? Float64Array.from(action, Number) : action));
}

async function load(file: string): Promise<unknown> {
  demandFile(file, 'unknown_policy');
  try {
    const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
    const found = loaded.createPolicy ?? loaded.policy ?? loaded.default;
    return typeof found === 'function' ? await found() : found;
  } catch (thrown) {
    throw new SextantError('unknown_policy', `cannot load the module: ${messageOf(thrown)}`, {
      where: file,
      cause: thrown,
    });
  }
}
