import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Action, messageOf, type Policy, SextantError } from '../../contracts/index.ts';
import { readRegular, sha256 } from '../../files/index.ts';

function method<F>() {
  return z.custom<F>((value) => typeof value === 'function', 'must be a function');
}

export const PolicyShape = z.object({
  id: z.string().min(1),
  needs: z.strictObject({
    cameras: z.array(z.string()),
    size: z.strictObject({ width: z.number().int().positive(), height: z.number().int().positive() }).exactOptional(),
    depth: z.literal(true).exactOptional(),
    segmentation: z.literal(true).exactOptional(),
    action: z.enum(['qpos', 'ee', 'either']),
    peeks: z.enum(['nothing', 'hands', 'truth']),
  }),
  settings: z.record(z.string(), z.json()),
  reset: method<Policy['reset']>(),
  act: method<Policy['act']>(),
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

/** A policy whose commands are numbers, whatever its author makes of them. */
export function guardPolicy({ id, sha256, exported }: ModulePolicy): Policy {
  const { needs, settings, reset, act, close } = PolicyShape.parse(exported);
  return {
    id,
    needs,
    // Its content: a changed module is another policy.
    settings: { ...settings, file: sha256 },
    reset: (start) => reset.call(exported, start),
    act(observation) {
      const chunk = act.call(exported, observation);
      return chunk instanceof Promise ? chunk.then(asCommands) : asCommands(chunk);
    },
    ...(close ? { close: () => close.call(exported) } : {}),
  };
}

/** People write plain lists; what is no number in them becomes NaN and is refused later, by its place. */
function asCommands(chunk: Action[] | 'done'): Action[] | 'done' {
  if (!Array.isArray(chunk)) return chunk;
  return chunk.map((action) => (Array.isArray(action) ? Float64Array.from(action, Number) : action));
}

async function load(file: string): Promise<unknown> {
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
