import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Policy, SextantError } from '../../contracts/index.ts';
import { isModulePath, ownFile } from '../../host/index.ts';
import { checkCameras } from '../../sim/index.ts';
import { nearest, Registry } from '../../util/index.ts';
import { isOnnxPath, referencePolicies } from '../onnx/references.ts';
import { builtInPolicy, builtIns, formerNames } from './built-in.ts';
import { guardPolicy, type ModulePolicy, openModule } from './module.ts';
import { readPythonId } from './python/reference.ts';
import { isRemote } from './remote/address.ts';
import type { OpenRemoteOptions } from './remote/open.ts';

/** Policies that modules of users brought. Ours are below `policy/`; whatever has a colon or a dot in front is a place. */
export const policyRegistry = new Registry<ModulePolicy>([], (id) =>
  /^(policy|module|reference|onnx)\/|:|^[./\\]/.test(id),
);

/** Every policy that comes with Sextant. */
export const policies: readonly { id: string; about: string }[] = [
  ...Object.entries(builtIns).map(([name, { about }]) => ({ id: `policy/${name}`, about })),
  ...referencePolicies.map(({ id, about }) => ({ id, about })),
];

/**
 * The policy behind an id: `policy/expert`, a file such as `./my-policy.ts`, `python:policy/Mine/deploy_policy.py`, or a server
 * such as `ws://127.0.0.1:8000`.
 * @example const policy = await openPolicy('policy/expert', { cwd: process.cwd() })
 */
export async function openPolicy(id: string, opts: OpenRemoteOptions): Promise<Policy> {
  const policy = await find(id, opts);
  try {
    checkCameras(policy.needs, policy.id);
    return policy;
  } catch (error) {
    await policy.close?.();
    throw error;
  }
}

async function find(id: string, opts: OpenRemoteOptions): Promise<Policy> {
  const { cwd, env = process.env } = opts;
  const builtIn = id.startsWith('policy/') ? builtInPolicy(id.slice('policy/'.length)) : undefined;
  if (builtIn) return builtIn;
  const learned = referencePolicies.find((each) => each.id === id);
  // The runtime of networks is loaded only when one is asked for.
  if (learned) return (await import('../onnx/open.ts')).openOnnxPolicy(fileURLToPath(learned.file), cwd, id);
  if (isOnnxPath(id)) return (await import('../onnx/open.ts')).openOnnxPolicy(id, cwd);
  const brought = policyRegistry.get(id);
  if (brought) return guardPolicy(brought);
  if (isModulePath(id)) return openModule(resolve(cwd, id));
  const python = readPythonId(id);
  if (python) return (await import('./python/open.ts')).openPythonPolicy(python, { cwd, env });
  // Sockets are imported only when they are needed.
  if (isRemote(id)) return (await import('./remote/open.ts')).openRemote(id, opts);
  const now = Object.entries(formerNames).find(([former]) => id === `policy/${former}`)?.[1];
  if (now !== undefined)
    throw new SextantError('unknown_policy', `${id} is called policy/${now} now`, { fix: `use policy/${now}` });
  const known = [...policies, ...policyRegistry.all()].map((one) => one.id);
  const server = /^wss?:?\/*/.exec(id)?.[0];
  const guess =
    ownFile(id) ??
    (server === undefined ? nearest(id, known) : `${server.replace(/\W*$/, '')}://${id.slice(server.length)}`);
  throw new SextantError('unknown_policy', `no policy is called "${id}"${guess ? `; did you mean ${guess}?` : ''}`, {
    fix: guess
      ? '`sextant list policies` shows them all'
      : '`sextant list policies` shows them all; or name a module such as ./my-policy.ts, a network such as ./act.onnx, python:<file>.py, or a server such as ws://127.0.0.1:8000',
  });
}
