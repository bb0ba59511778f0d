import { basename, dirname, join, resolve } from 'node:path';
import { type Json, messageOf, type Policy, SextantError } from '../../../contracts/index.ts';
import { demandFile, readOptional, readRegular, sha256 } from '../../../files/index.ts';
import { describePython, type PythonPlace, readEnv } from '../../../host/index.ts';
import { Player, sightOf } from './player.ts';
import type { PythonOptions } from './reference.ts';

/** A policy written for RoboTwin, unmodified. Python is asked now what the settings are; the model is loaded when it is first needed. */
export async function openPythonPolicy(
  { path, config: configPath, overrides = [] }: PythonOptions & { path: string },
  place: PythonPlace,
): Promise<Policy> {
  const { cwd } = place;
  const env = await readEnv(place);
  const file = resolve(cwd, path);
  demandFile(file, 'unknown_policy');
  const code = await (async () => readRegular(file))().catch((error: unknown) => {
    throw new SextantError('unknown_policy', `cannot read the policy: ${messageOf(error)}`, { where: file });
  });
  const config = await readConfig(
    configPath === undefined ? join(dirname(file), 'deploy_policy.yml') : resolve(cwd, configPath),
    configPath !== undefined,
  );
  const { args } = await describePython({ cwd, env, numpy: true, config, overrides });
  const name = typeof args.policy_name === 'string' ? args.policy_name : basename(dirname(file));
  const sight = sightOf(args, config?.file ?? '--overrides');
  const player = new Player({ env, cwd }, { do: 'policy', file, config: config?.text ?? null, overrides }, sight);
  return {
    id: `python/${name}`,
    needs: sight.needs,
    settings: { file: sha256(code), args: withoutKeys(args) },
    prepare: () => player.prepare(),
    reset: (start) => player.reset(start),
    act: (observation) => player.act(observation),
    close: () => player.close(),
  };
}

async function readConfig(file: string, isRequired: boolean): Promise<{ file: string; text: string } | undefined> {
  const text = await readOptional(file);
  if (text !== null) return { file, text };
  if (!isRequired) return undefined;
  throw new SextantError('bad_config', 'there is no such file', { where: file, fix: 'correct its path' });
}

/** Settings go into the run's file; keys do not. */
function withoutKeys(value: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (/(KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && typeof inner === 'string') return [name, '***'];
      return [name, isObject(inner) ? withoutKeys(inner) : inner];
    }),
  );
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
