import { resolve } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { readOptional } from '../../files/index.ts';
import { type Env, readEnv } from '../../host/index.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';

/** Where keys, settings and modules are looked up. */
export interface Surroundings {
  env: Env;
  /** Where `.env`, `sextant.config.json` and `./my-model.ts` are. */
  cwd: string;
}

/** The environment completed by `.env`, and the config file: `sextant.config.json` or where SEXTANT_CONFIG points. */
export async function readSurroundings({ env, cwd }: Surroundings): Promise<{ env: Env; config: Config }> {
  const full = await readEnv({ env, cwd });
  const asked = full.SEXTANT_CONFIG;
  const file = resolve(cwd, asked || 'sextant.config.json');
  const text = asked ? await readRequired(file) : await readOptional(file);
  return { env: full, config: text === null ? emptyConfig : parseConfig(text, file) };
}

/** A file that somebody named. */
export async function readRequired(file: string): Promise<string> {
  const text = await readOptional(file);
  if (text === null)
    throw new SextantError('bad_config', 'there is no such file', { where: file, fix: 'correct its path' });
  return text;
}
