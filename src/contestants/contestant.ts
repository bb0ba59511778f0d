import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Contestant, type Model, messageOf, type Policy } from '../contracts/index.ts';
import { isModulePath } from '../host/index.ts';
import { type OpenModelOptions, openModel } from './models/resolve.ts';
import { openPolicy } from './policies/resolve.ts';

/** Who is measured: an id, and as what. */
export type Who = { model: string } | { policy: string };

/**
 * Whoever is behind an id. A module that has both arms is a contestant with both, by the name and settings of the arm that was
 * asked for.
 * @example const contestant = await openContestant({ model: 'baseline/random' }, { env: process.env, cwd: process.cwd(), seed: 0 })
 */
export async function openContestant(who: Who, opts: OpenModelOptions): Promise<Contestant> {
  const asked = await openArm(who, opts);
  const other = 'model' in who ? { policy: who.model } : { model: who.policy };
  if (!(await isOffered(other, opts.cwd))) return asked;
  try {
    const more = await openArm(other, opts);
    const close = async () => void (await Promise.all([asked.close(), more.close()]));
    return { ...more, ...asked, close };
  } catch (error) {
    const [what, id] = 'model' in other ? ['model', other.model] : ['policy', other.policy];
    opts.onWarning?.(`${id} offers a ${what} that cannot be opened: ${messageOf(error)}`);
    return asked;
  }
}

async function openArm(who: Who, opts: OpenModelOptions): Promise<Contestant> {
  if ('model' in who) return answerer(await openModel(who.model, opts));
  return actor(who.policy, await openPolicy(who.policy, opts));
}

/** Whether a module exports one too. What a default factory makes is not known before it is called, so that does not count. */
async function isOffered(who: Who, cwd: string): Promise<boolean> {
  const [id, names, method] =
    'model' in who
      ? ([who.model, ['createModel', 'model'], 'answer'] as const)
      : ([who.policy, ['createPolicy', 'policy'], 'act'] as const);
  if (!isModulePath(id)) return false;
  const loaded: Record<string, unknown> = await import(pathToFileURL(resolve(cwd, id)).href);
  const { default: own } = loaded;
  return names.some((name) => name in loaded) || (typeof own === 'object' && own !== null && method in own);
}

/** A model as a contestant. */
function answerer(model: Model): Contestant {
  const { id, settings, capabilities, places } = model;
  return {
    id,
    settings,
    answer: {
      capabilities,
      ...(places && { places }),
      ask: (request, signal) => model.answer(request, signal),
      practise: async (lessons) => model.practise?.(lessons),
    },
    close: async () => model.close?.(),
  };
}

/** A policy as a contestant. @param reference by which threads open it too */
function actor(reference: string, policy: Policy): Contestant {
  const { id, settings, needs, atOnce } = policy;
  return {
    id,
    settings,
    act: { reference, needs, ...(atOnce ? { atOnce } : {}) },
    close: async () => policy.close?.(),
  };
}
